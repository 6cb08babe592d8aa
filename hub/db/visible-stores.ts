import { getTableName, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { invalidField } from '#shared/problems/problem.ts'
import { notFound } from './records.ts'
import type { Tx } from './transact.ts'

/**
 * Throws `not_found` for a row that the user cannot see (hub/db/sql/stores.sql). Use it in transactions that
 * write, because they work with the rows of all stores, as the ledger requires.
 */
export async function refuseUnseen(tx: Tx, table: PgTable, noun: string, id: string): Promise<void> {
  if (!(await isSeen(tx, table, id))) throw notFound(noun, id)
}

/** False for a row of a store that the user cannot access. */
export async function isSeen(tx: Tx, table: PgTable, id: string): Promise<boolean> {
  if (!tx.storeIds) return true
  const { rows } = await tx.execute<{ is_seen: boolean }>(
    sql`SELECT is_seen(${getTableName(table)}::regclass, ${tx.organizationId}, ${id})`,
  )
  return rows[0]?.is_seen === true
}

/** Throws `invalid_request` naming the field when the user cannot access the store. */
export function refuseOtherStore(
  { storeIds }: Tx,
  storeId: string | null | undefined,
  path: readonly PropertyKey[],
): void {
  if (storeId && storeIds && !storeIds.includes(storeId))
    throw invalidField(path, 'is not one of the stores that you work with')
}
