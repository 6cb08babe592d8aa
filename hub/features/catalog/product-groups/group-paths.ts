import { and, eq, inArray } from 'drizzle-orm'
import { productGroups } from '#hub/db/tables/catalog.ts'
import { products } from '#hub/db/tables/products.ts'
import type { Tx } from '#hub/db/transact.ts'

/** Returns for each product the ids of its group and all parent groups, from the bottom up. */
export async function groupPathsOf(tx: Tx, productIds: readonly string[]): Promise<Map<string, string[]>> {
  const groups = await tx
    .select({ id: productGroups.id, parentId: productGroups.parentId })
    .from(productGroups)
    .where(eq(productGroups.organizationId, tx.organizationId))
  const parents = new Map(groups.map(({ id, parentId }) => [id, parentId]))
  const rows = await tx
    .select({ id: products.id, groupId: products.productGroupId })
    .from(products)
    .where(and(eq(products.organizationId, tx.organizationId), inArray(products.id, [...productIds])))
  return new Map(
    rows.map(({ id, groupId }) => {
      const path: string[] = []
      for (let at = groupId; at && !path.includes(at); at = parents.get(at) ?? null) path.push(at)
      return [id, path]
    }),
  )
}
