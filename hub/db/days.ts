import { eq, gte, lt, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { organizations } from '#hub/db/tables/platform.ts'
import type { Tx } from '#hub/db/transact.ts'
import { must } from '#shared/std/must.ts'

/**
 * Returns the conditions for a range of days, both inclusive, in the time zone of the organization
 * (docs/domain.md#time-and-days).
 */
export function withinDays(
  column: AnyPgColumn,
  { from, to }: { from?: string | undefined; to?: string | undefined },
): SQL[] {
  return [...(from ? [gte(column, startOfDay(from))] : []), ...(to ? [lt(column, endOfDay(to))] : [])]
}

/**
 * Time zone of the organization. The platform, which is not an organization, uses UTC. `coalesce` is inside
 * the subquery, because outside it PostgreSQL would assume that it could reveal rows hidden by row-level
 * security, and would use no index for times calculated from it.
 */
const TIME_ZONE = sql`(SELECT coalesce(max(${organizations.timeZone}), 'UTC') FROM ${organizations})`

export function startOfDay(date: string, plusDays = 0): SQL {
  return sql`((${date}::date + ${plusDays}::int)::timestamp AT TIME ZONE ${TIME_ZONE})`
}

/** Returns the time at which the next day begins. */
export const endOfDay = (date: string): SQL => startOfDay(date, 1)

/** Converts a time to local time in the time zone of the organization. */
export const localTime = (column: SQLWrapper): SQL => sql`(${column} AT TIME ZONE ${TIME_ZONE})`

/** Returns the day of a time in the time zone of the organization. */
export const localDay = (column: SQLWrapper): SQL => sql`${localTime(column)}::date`

/** Returns the time zone of the organization. */
export async function timeZoneOf(tx: Tx): Promise<string> {
  const [organization] = await tx
    .select({ timeZone: organizations.timeZone })
    .from(organizations)
    .where(eq(organizations.id, tx.organizationId))
  return must(organization, 'organization').timeZone
}

/** Returns the day of a time in the time zone, such as 2027-03-01. */
export function dayOf(moment: Date, timeZone: string): string {
  return moment.toLocaleDateString('sv-SE', { timeZone })
}
