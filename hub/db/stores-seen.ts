import { getTableName, sql } from 'drizzle-orm'
import { invalidField } from '#shared/problems/problem.ts'
import { notFound, type RecordTable } from './records.ts'
import type { Tx } from './transact.ts'

/**
 * For a transaction that writes: it works with the rows of all stores, as the ledger must. Throws not_found for a row
 * that the person who asks is not shown (hub/db/sql/stores.sql).
 */
export async function refuseUnseen(tx: Tx, table: RecordTable, noun: string, id: string): Promise<void> {
  if (!tx.storeIds) return
  const { rows } = await tx.execute<{ is_seen: boolean }>(
    sql`SELECT is_seen(${getTableName(table)}::regclass, ${tx.organizationId}, ${id})`,
  )
  if (!rows[0]?.is_seen) throw notFound(noun, id)
}

/** Throws invalid_request naming the field: the person who asks works with other stores. */
export function refuseOtherStore(
  { storeIds }: Tx,
  storeId: string | null | undefined,
  path: readonly PropertyKey[],
): void {
  if (storeId && storeIds && !storeIds.includes(storeId))
    throw invalidField(path, 'is not one of the stores that you work with')
}
