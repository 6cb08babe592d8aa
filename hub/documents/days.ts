import { eq, gte, lt, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { organizations } from '#hub/db/tables/platform.ts'
import type { Tx } from '#hub/db/transact.ts'
import { must } from '#shared/std/must.ts'

/**
 * From the first to the last day, both included: days in the time zone of the organization
 * (docs/domain.md#time-and-days).
 */
export function withinDays(
  column: AnyPgColumn,
  { from, to }: { from?: string | undefined; to?: string | undefined },
): SQL[] {
  return [...(from ? [gte(column, startOfDay(from))] : []), ...(to ? [lt(column, endOfDay(to))] : [])]
}

/**
 * The platform, which is no organization, counts days of UTC. `coalesce` stands within the query: outside, PostgreSQL would take it for
 * one that may tell of rows which row-level security hides, and look into no index by a moment that is made of it.
 */
const TIME_ZONE = sql`(SELECT coalesce(max(${organizations.timeZone}), 'UTC') FROM ${organizations})`

export function startOfDay(date: string, plusDays = 0): SQL {
  return sql`((${date}::date + ${plusDays}::int)::timestamp AT TIME ZONE ${TIME_ZONE})`
}

/** The moment at which the next day begins. */
export const endOfDay = (date: string): SQL => startOfDay(date, 1)

/** What clocks showed there at a moment. */
export const localTime = (column: SQLWrapper): SQL => sql`(${column} AT TIME ZONE ${TIME_ZONE})`

/** The day of a moment, there. */
export const localDay = (column: SQLWrapper): SQL => sql`${localTime(column)}::date`

/** Of the organization. */
export async function timeZoneOf(tx: Tx): Promise<string> {
  const [organization] = await tx
    .select({ timeZone: organizations.timeZone })
    .from(organizations)
    .where(eq(organizations.id, tx.organizationId))
  return must(organization, 'organization').timeZone
}

/** The day of a moment in the time zone, such as 2027-03-01. */
export function dayOf(moment: Date, timeZone: string): string {
  return moment.toLocaleDateString('sv-SE', { timeZone })
}
