import { sql } from 'drizzle-orm'
import type { Tx } from './transact.ts'

/**
 * From here on the transaction has memory to group very many rows in, and finds them through indexes, which begin with the
 * organization: for a month PostgreSQL would otherwise read the whole table, with the rows of other organizations.
 */
export async function toSumUp(tx: Tx): Promise<void> {
  await tx.execute(
    sql`SELECT set_config('work_mem', '64MB', true), set_config('enable_seqscan', 'off', true)`,
  )
}
