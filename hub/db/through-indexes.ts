import { sql } from 'drizzle-orm'
import { statement } from './statement.ts'
import type { Tx } from './transact.ts'

/**
 * From here on the transaction finds rows through indexes, which begin with the organization. For statements that stop
 * after so many rows: where many seem to fit, PostgreSQL would else read the table from its beginning, through the rows
 * of other organizations.
 */
export async function throughIndexes(tx: Tx): Promise<void> {
  await withoutScans(tx, {})
}

const withoutScans = statement('through-indexes', () => sql`SET LOCAL enable_seqscan = off`)
