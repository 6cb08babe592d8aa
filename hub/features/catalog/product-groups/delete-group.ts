import { and, eq, inArray } from 'drizzle-orm'
import { deleteRecord } from '#hub/db/records.ts'
import { refuseWhenUsed } from '#hub/db/refuse-when-used.ts'
import { productGroups, retailPointGroups, retailPoints } from '#hub/db/tables/catalog.ts'
import { products } from '#hub/db/tables/products.ts'
import type { Tx } from '#hub/db/transact.ts'

/**
 * Deletes a group. Throws `in_use` when the group contains products or subgroups, or is in the assortment of
 * a retail point.
 */
export async function deleteProductGroup(tx: Tx, id: string): Promise<void> {
  const sellingIt = tx
    .select({ id: retailPointGroups.retailPointId })
    .from(retailPointGroups)
    .where(
      and(eq(retailPointGroups.organizationId, tx.organizationId), eq(retailPointGroups.productGroupId, id)),
    )
  await refuseWhenUsed(tx, [
    {
      resource: 'product groups',
      table: productGroups,
      where: eq(productGroups.parentId, id),
      name: productGroups.name,
    },
    { resource: 'products', table: products, where: eq(products.productGroupId, id), name: products.name },
    {
      resource: 'retail points',
      table: retailPoints,
      where: inArray(retailPoints.id, sellingIt),
      name: retailPoints.name,
    },
  ])
  await deleteRecord(tx, productGroups, 'product group', id)
}
