import { sql } from 'drizzle-orm'
import { statement } from './statement.ts'
import type { Tx } from './transact.ts'

/**
 * Makes the rest of the transaction find rows through indexes, which begin with the organization. Use it for
 * statements with LIMIT. When many rows seem to match, PostgreSQL would otherwise scan the table from its
 * start, through the rows of other organizations.
 */
export async function preferIndexes(tx: Tx): Promise<void> {
  await withoutScans(tx, {})
}

const withoutScans = statement('through-indexes', () => sql`SET LOCAL enable_seqscan = off`)

/**
 * Gives the rest of the transaction enough memory to group very many rows, and makes it find rows through
 * indexes, which begin with the organization. For a month, PostgreSQL would otherwise read the whole table,
 * including the rows of other organizations.
 */
export async function prepareForGrouping(tx: Tx): Promise<void> {
  await tx.execute(
    sql`SELECT set_config('work_mem', '64MB', true), set_config('enable_seqscan', 'off', true)`,
  )
}

/**
 * Makes the rest of the transaction read in index order, where possible, instead of sorting. Use it for lists
 * that are read page by page. Without statistics, as in a table filled just before, PostgreSQL would sort all
 * remaining rows for each page.
 */
export async function readInIndexOrder(tx: Tx): Promise<void> {
  await tx.execute(sql`SET LOCAL enable_sort = off`)
}
