import { eq } from 'drizzle-orm'
import { getRecord, listRecords } from '#hub/db/records.ts'
import { productGroups } from '#hub/db/tables/catalog.ts'
import type { Tx } from '#hub/db/transact.ts'
import { standardResource } from '#hub/http/standard-resource.ts'
import {
  ProductGroup,
  ProductGroupCreate,
  ProductGroupListQuery,
  ProductGroupPage,
  ProductGroupUpdate,
} from '#shared/contracts/product-groups.ts'
import { must } from '#shared/std/must.ts'
import { deleteProductGroup } from './delete-group.ts'
import { type GroupRow, type GroupWithPath, presentProductGroup } from './present.ts'
import { findPaths } from './queries.ts'
import { createProductGroup, updateProductGroup } from './save-group.ts'

export const productGroupRoutes = standardResource({
  base: '/api/catalog/product-groups',
  tag: 'Catalog: product groups',
  nouns: ['product group', 'product groups'],
  area: 'catalog',
  contracts: {
    item: ProductGroup,
    page: ProductGroupPage,
    create: ProductGroupCreate,
    update: ProductGroupUpdate,
    list: ProductGroupListQuery,
  },
  present: presentProductGroup,
  deeds: {
    list: async (tx, query) => {
      const { rows, total } = await listRecords(tx, productGroups, query, {
        where: [query.parentId ? eq(productGroups.parentId, query.parentId) : undefined],
        searchIn: [productGroups.name, productGroups.code],
        sortBy: {
          name: productGroups.name,
          sortOrder: productGroups.sortOrder,
          createdAt: productGroups.createdAt,
          updatedAt: productGroups.updatedAt,
        },
        defaultSort: 'sortOrder,name',
      })
      return { rows: await withPaths(tx, rows), total }
    },
    get: async (tx, id) => withPath(tx, await getRecord(tx, productGroups, 'product group', id)),
    create: async (tx, input) => {
      const { row, isNew } = await createProductGroup(tx, input)
      return { row: await withPath(tx, row), isNew }
    },
    update: async (tx, id, input) => withPath(tx, await updateProductGroup(tx, id, input)),
    remove: deleteProductGroup,
  },
})

async function withPaths(tx: Tx, rows: GroupRow[]): Promise<GroupWithPath[]> {
  const ids = rows.map((row) => row.id)
  const paths = await findPaths(tx, ids)
  return rows.map((row) => ({ ...row, path: must(paths.get(row.id), 'path') }))
}

async function withPath(tx: Tx, row: GroupRow): Promise<GroupWithPath> {
  const [group] = await withPaths(tx, [row])
  return must(group)
}
