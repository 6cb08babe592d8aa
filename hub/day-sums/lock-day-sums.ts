import { sql } from 'drizzle-orm'
import { PERIOD_UNITS } from '#hub/db/tables/day-sums.ts'
import type { Tx } from '#hub/db/transact.ts'
import { DAY_TABLES } from './day-tables.ts'

/** Names of the sums that this version calculates, as in hub/db/sql/sums-of-version.sql. */
const SUMS = [...DAY_TABLES.map(({ name }) => name), 'by', ...PERIOD_UNITS].join(' ')

/**
 * Locks the sums of the organization until the commit. Every transaction that sums up days or periods, or
 * counts documents by product group, must call it first, before it locks any row. The lock lets countGroup,
 * which removes the marks of moved products, replace all rows counted before those moves. A move that commits
 * later leaves a mark that stays. The call also permits removing marks and summing up periods, which a
 * process of another version must not do.
 */
export async function lockDaySums(tx: Tx): Promise<void> {
  await tx.execute(sql`
    SELECT pg_advisory_xact_lock(hashtextextended(${`${tx.organizationId} group sums`}, 0)), set_config('app.sums', ${SUMS}, true)`)
}
