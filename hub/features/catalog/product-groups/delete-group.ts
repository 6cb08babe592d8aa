import { eq } from 'drizzle-orm'
import { refuseWhenUsed } from '#hub/db/in-use.ts'
import { deleteRecord } from '#hub/db/records.ts'
import { productGroups, products } from '#hub/db/tables/catalog.ts'
import type { Tx } from '#hub/db/transact.ts'

/** Throws in_use when the group holds products or other groups. */
export async function deleteProductGroup(tx: Tx, id: string): Promise<void> {
  await refuseWhenUsed(tx, [
    {
      resource: 'product groups',
      table: productGroups,
      where: eq(productGroups.parentId, id),
      name: productGroups.name,
    },
    { resource: 'products', table: products, where: eq(products.productGroupId, id), name: products.name },
  ])
  await deleteRecord(tx, productGroups, 'product group', id)
}
