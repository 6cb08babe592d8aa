import { sql } from 'drizzle-orm'
import type { Tx } from './transact.ts'

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
