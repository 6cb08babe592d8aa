import { gte, lt, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { organizations } from '#hub/db/tables/platform.ts'

/** From the first to the last day, both included: days in the time zone of the organization (domain.md, section 0). */
export function withinDays(
  column: AnyPgColumn,
  { from, to }: { from?: string | undefined; to?: string | undefined },
): SQL[] {
  return [...(from ? [gte(column, startOfDay(from, 0))] : []), ...(to ? [lt(column, startOfDay(to, 1))] : [])]
}

function startOfDay(date: string, plusDays: number): SQL {
  return sql`((${date}::date + ${plusDays}::int)::timestamp AT TIME ZONE (SELECT ${organizations.timeZone} FROM ${organizations}))`
}
