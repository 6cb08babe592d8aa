import { and, asc, eq, gt, inArray, sql } from 'drizzle-orm'
import { tillStock } from '#hub/db/tables/till-stock.ts'
import type { Tx } from '#hub/db/transact.ts'
import type { Bucket } from '#shared/sync/digest.ts'
import type { Scope } from './cursor.ts'
import type { ReplicaSource } from './selection.ts'

const ofStore = (tx: Tx, storeId: string) =>
  and(eq(tillStock.organizationId, tx.organizationId), eq(tillStock.storeId, storeId))

/** Loads the published stock of the scope's store, by product. */
export const loadStock: ReplicaSource = async (tx, { stockStoreId }, selection) => {
  if (stockStoreId === null) return []
  const rows = await tx
    .select({ id: tillStock.productId, quantity: tillStock.quantity })
    .from(tillStock)
    .where(
      and(
        ofStore(tx, stockStoreId),
        'ids' in selection
          ? inArray(tillStock.productId, selection.ids)
          : selection.afterId
            ? gt(tillStock.productId, selection.afterId)
            : undefined,
      ),
    )
    .orderBy(asc(tillStock.productId))
    .limit('ids' in selection ? selection.ids.length : selection.limit)
  return rows.map(({ id, quantity }) => ({ t: 'stock', op: 'put', id, v: { quantity } }))
}

/** Returns the ids of all products in the published stock, or of those in a bucket. */
export async function listStockIds(
  tx: Tx,
  { stockStoreId }: Scope,
  bucket: Bucket | null,
): Promise<string[]> {
  if (stockStoreId === null) return []
  const rows = await tx
    .select({ id: tillStock.productId })
    .from(tillStock)
    .where(
      and(
        ofStore(tx, stockStoreId),
        bucket === null ? undefined : sql`right(${tillStock.productId}::text, 2) = ${bucket}`,
      ),
    )
  return rows.map(({ id }) => id)
}
