import { sql } from 'drizzle-orm'
import type { Tx } from '#hub/db/transact.ts'

/**
 * To be called first, before any row is held, by whatever counts documents by groups of products: it waits for the others of the
 * organization, to their commit. So countGroup, which takes away the marks of moves of products, replaces all rows that were
 * counted before those moves. A move that commits later has left a mark that stays.
 */
export async function holdSums(tx: Tx): Promise<void> {
  await tx.execute(
    sql`SELECT pg_advisory_xact_lock(hashtextextended(${`${tx.organizationId} group sums`}, 0))`,
  )
}
