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
