import { sql } from 'drizzle-orm'
import type { Tx } from './transact.ts'

/**
 * Makes the rest of the transaction read in the order of an index, where there is one, instead of sorting.
 * For lists that are read page by page: without statistics, as in a table filled a moment ago, PostgreSQL
 * would sort all remaining rows for each page.
 */
export async function readInIndexOrder(tx: Tx): Promise<void> {
  await tx.execute(sql`SET LOCAL enable_sort = off`)
}
