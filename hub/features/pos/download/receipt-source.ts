import { and, asc, eq, gt, isNotNull, sql } from 'drizzle-orm'
import { tillReceipts } from '#hub/db/tables/till-receipts.ts'
import type { Tx } from '#hub/db/transact.ts'
import type { Bucket } from '#shared/sync/digest.ts'
import type { ReplicaReceipt } from '#shared/sync/download.ts'
import type { Scope } from './cursor.ts'
import { limitOf, type ReplicaSource, selected } from './selection.ts'

const receiptsOfStore = (tx: Tx, storeId: string) =>
  and(eq(tillReceipts.organizationId, tx.organizationId), eq(tillReceipts.storeId, storeId))

/**
 * Loads the receipts of all tills of the store, with returns of these receipts made at any store
 * (docs/sync.md#receipts).
 */
export const loadReceipts: ReplicaSource = async (tx, { storeId }, selection) => {
  if (storeId === null) return []
  const rows = await tx
    .select({ id: tillReceipts.id, body: tillReceipts.body })
    .from(tillReceipts)
    .where(
      and(receiptsOfStore(tx, storeId), isNotNull(tillReceipts.body), selected(tillReceipts.id, selection)),
    )
    .orderBy(asc(tillReceipts.id))
    .limit(limitOf(selection))
  return rows.map(({ id, body }) => ({
    t: 'receipt',
    op: 'put',
    id,
    v: JSON.parse(body ?? '') as ReplicaReceipt,
  }))
}

/** Returns the ids of all receipts of the store, or of those in a bucket. */
export async function listReceiptIds(tx: Tx, { storeId }: Scope, bucket: Bucket | null): Promise<string[]> {
  if (storeId === null) return []
  const inBucket = bucket === null ? undefined : sql`right(${tillReceipts.id}::text, 2) = ${bucket}`
  const rows = await tx
    .select({ id: tillReceipts.id })
    .from(tillReceipts)
    .where(and(receiptsOfStore(tx, storeId), isNotNull(tillReceipts.body), inBucket))
  return rows.map(({ id }) => id)
}

/** Returns the ids of receipts changed or deleted after a feed number. */
export async function listChangedReceipts(tx: Tx, storeId: string, since: number): Promise<string[]> {
  const rows = await tx
    .select({ id: tillReceipts.id })
    .from(tillReceipts)
    .where(and(receiptsOfStore(tx, storeId), gt(tillReceipts.seq, since)))
  return rows.map(({ id }) => id)
}
