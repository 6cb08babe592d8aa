import { sql } from 'drizzle-orm'
import type { Tx } from './transact.ts'

/**
 * From here on the transaction reads in the order of an index where there is one, instead of sorting. For lists that
 * are read page by page: of a table that was filled a moment ago, before PostgreSQL has counted it, all the rows that
 * are left would be sorted again for each page.
 */
export async function alongIndex(tx: Tx): Promise<void> {
  await tx.execute(sql`SET LOCAL enable_sort = off`)
}
