import { eq } from 'drizzle-orm'
import { dayOf } from '#hub/db/days.ts'
import { organizations } from '#hub/db/tables/platform.ts'
import type { Tx } from '#hub/db/transact.ts'
import { invalidField } from '#shared/problems/problem.ts'
import { must } from '#shared/std/must.ts'

/** First and last day, both inclusive, such as 2027-03-01, in the time zone of the organization. */
export interface Period {
  from: string
  to: string
}

/** Maximum length of a period in days: three years, including any leap years. */
const MOST_DAYS = 1_096
/** Length in days of a period without a first day (docs/domain.md#time-and-days). */
const USUAL_DAYS = 30
const DAY_MS = 86_400_000

/**
 * Returns the requested period. The last day defaults to today, and the first day to 30 days in total. Throws
 * `invalid_request` naming `field` for an empty period or one of more than 1096 days.
 */
export async function readPeriod(
  tx: Tx,
  query: { from?: string | undefined; to?: string | undefined },
  field = 'from',
): Promise<Period> {
  const to = query.to ?? (await today(tx))
  const from = query.from ?? daysBefore(to, USUAL_DAYS - 1)
  const count = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1
  if (count < 1) throw invalidField(['query', field], `is after ${to}, the last day`)
  if (count > MOST_DAYS)
    throw invalidField(['query', field], `is ${count} days before the end: ${MOST_DAYS} at most`)
  return { from, to }
}

/** Returns the period of the same length that ends the day before. */
export function periodBefore({ from, to }: Period): Period {
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1
  return { from: daysBefore(from, days), to: daysBefore(from, 1) }
}

async function today(tx: Tx): Promise<string> {
  const [row] = await tx
    .select({ timeZone: organizations.timeZone })
    .from(organizations)
    .where(eq(organizations.id, tx.organizationId))
  return dayOf(new Date(), must(row, 'organization').timeZone)
}

/** Returns the day `count` days earlier, but not before the year 1, the first of the database's calendar. */
function daysBefore(day: string, count: number): string {
  const ms = Math.max(Date.parse(day) - count * DAY_MS, Date.parse('0001-01-01'))
  return new Date(ms).toISOString().slice(0, 10)
}
