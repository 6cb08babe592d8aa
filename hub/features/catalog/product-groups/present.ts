import type { InferSelectModel } from 'drizzle-orm'
import type { productGroups } from '#hub/db/tables/catalog.ts'
import { presentRecord } from '#hub/http/present-record.ts'
import type { ProductGroup } from '#shared/contracts/product-groups.ts'

export type GroupRow = InferSelectModel<typeof productGroups>
export type GroupWithPath = GroupRow & { path: string }

export function presentProductGroup(row: GroupWithPath): ProductGroup {
  return {
    ...presentRecord(row),
    name: row.name,
    parentId: row.parentId,
    path: row.path,
    markup: row.markup,
    code: row.code,
    externalCode: row.externalCode,
    sortOrder: row.sortOrder,
    isArchived: row.isArchived,
  }
}
