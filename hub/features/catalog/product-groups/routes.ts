import { matches } from '#hub/db/records.ts'
import { productGroups } from '#hub/db/tables/catalog.ts'
import type { Tx } from '#hub/db/transact.ts'
import { recordCommands } from '#hub/http/record-commands.ts'
import { standardResource } from '#hub/http/standard-resource.ts'
import { PRODUCT_GROUPS, type ProductGroupListQuery } from '#shared/contracts/catalog/product-groups.ts'
import { must } from '#shared/std/must.ts'
import { deleteProductGroup } from './delete-group.ts'
import { type GroupInTree, type GroupRow, presentProductGroup } from './present.ts'
import { findLineages } from './queries.ts'
import { createProductGroup, updateProductGroup } from './save-group.ts'

export const productGroupRoutes = standardResource({
  ...PRODUCT_GROUPS,
  tag: 'Catalog: product groups',
  nouns: ['product group', 'product groups'],
  area: 'catalog',
  stores: 'none',
  present: presentProductGroup,
  commands: recordCommands(productGroups, 'product group', {
    where: ({ parentId, isArchived }: ProductGroupListQuery) => [
      matches(productGroups.parentId, parentId),
      matches(productGroups.isArchived, isArchived),
    ],
    searchIn: [productGroups.name, productGroups.code],
    defaultSort: 'sortOrder,name',
    create: createProductGroup,
    update: updateProductGroup,
    remove: deleteProductGroup,
    complete: withLineage,
  }),
})

async function withLineage(tx: Tx, rows: GroupRow[]): Promise<GroupInTree[]> {
  const lineages = await findLineages(
    tx,
    rows.map((row) => row.id),
  )
  return rows.map((row) => ({ ...row, ...must(lineages.get(row.id), 'lineage') }))
}
