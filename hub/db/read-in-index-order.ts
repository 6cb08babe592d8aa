import { sql } from 'drizzle-orm'
import type { Tx } from './transact.ts'

/**
 * Makes the rest of the transaction read in index order, where possible, instead of sorting. Use it for lists
 * that are read page by page. Without statistics, as in a table filled just before, PostgreSQL would sort all
 * remaining rows for each page.
 */
export async function readInIndexOrder(tx: Tx): Promise<void> {
  await tx.execute(sql`SET LOCAL enable_sort = off`)
}
