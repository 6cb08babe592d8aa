import type { Row } from '#hub/db/records.ts'
import type { productGroups } from '#hub/db/tables/catalog.ts'
import { presentRecord } from '#hub/http/present-record.ts'
import type { ProductGroup } from '#shared/contracts/catalog/product-groups.ts'
import { percentToNumber } from '#shared/money/decimal.ts'
import type { Lineage } from './queries.ts'

export type GroupRow = Row<typeof productGroups>
export type GroupInTree = GroupRow & Lineage

export function presentProductGroup(row: GroupInTree): ProductGroup {
  return {
    ...presentRecord(row),
    name: row.name,
    parentId: row.parentId,
    path: row.path,
    markup: row.markup,
    effectiveMarkup: row.effectiveMarkup,
    vatRate: row.vatRate === null ? null : percentToNumber(row.vatRate),
    useParentVat: row.useParentVat,
    keywords: row.keywords,
    code: row.code,
    externalCode: row.externalCode,
    sortOrder: row.sortOrder,
    isArchived: row.isArchived,
  }
}
