import { sql } from 'drizzle-orm'
import { PERIOD_UNITS } from '#hub/db/tables/day-sums.ts'
import type { Tx } from '#hub/db/transact.ts'
import { DAY_TABLES } from './day-tables.ts'

/** What this version sums up, in the words of hub/db/sql/sums-of-version.sql. */
const SUMS = [...DAY_TABLES.map(({ name }) => name), 'by', ...PERIOD_UNITS].join(' ')

/**
 * To be called first, before any row is held, by whatever sums up days or periods, or counts documents by groups of products: it waits
 * for the others of the organization, to their commit. So countGroup, which takes away the marks of moves of products, replaces all
 * rows that were counted before those moves. A move that commits later has left a mark that stays. Only after it are marks
 * taken away and periods summed up: a process of another version may not.
 */
export async function holdSums(tx: Tx): Promise<void> {
  await tx.execute(sql`
    SELECT pg_advisory_xact_lock(hashtextextended(${`${tx.organizationId} group sums`}, 0)), set_config('app.sums', ${SUMS}, true)`)
}
