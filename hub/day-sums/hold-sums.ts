import { sql } from 'drizzle-orm'
import type { Tx } from '#hub/db/transact.ts'

/**
 * Before anything else of the sums is held: whoever counts documents by groups of products waits for the others that do, to
 * their commit. So who counts a group of which the marks were there knows all rows that were counted before its products
 * moved. A move that commits after they were read has left a mark that stays.
 */
export async function holdSums(tx: Tx): Promise<void> {
  await tx.execute(
    sql`SELECT pg_advisory_xact_lock(hashtextextended(${`${tx.organizationId} group sums`}, 0))`,
  )
}
