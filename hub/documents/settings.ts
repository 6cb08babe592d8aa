import { eq, sql } from 'drizzle-orm'
import { type Given, statement } from '#hub/db/statement.ts'
import { organizationSettings } from '#hub/db/tables/organization.ts'
import { organizations } from '#hub/db/tables/platform.ts'
import type { Tx } from '#hub/db/transact.ts'
import { Problem } from '#shared/problems/problem.ts'
import { must } from '#shared/std/must.ts'

const settingsOf = statement('organization-settings', (given: Given<never>, db) =>
  db
    .select({
      settings: organizationSettings,
      timeZone: organizations.timeZone,
      openFrom: sql`
        extract(epoch FROM (${organizationSettings.closedUntil} + 1)::timestamp AT TIME ZONE ${organizations.timeZone})
      `.mapWith((seconds: string): Date | null => new Date(Number(seconds) * 1000)),
    })
    .from(organizationSettings)
    .innerJoin(organizations, eq(organizations.id, organizationSettings.organizationId))
    .where(eq(organizationSettings.organizationId, given.organizationId)),
)

/** How the organization keeps its books. */
export async function loadSettings(tx: Tx) {
  const [row] = await settingsOf(tx, {})
  const { settings, timeZone, openFrom } = must(row, 'settings of the organization')
  return {
    ...settings,
    timeZone,
    /** The first moment whose books are open; null when nothing is closed. */
    openFrom,
  }
}
export type Settings = Awaited<ReturnType<typeof loadSettings>>

/** The day of a moment in the time zone, such as 2027-03-01. */
export function dayOf(moment: Date, timeZone: string): string {
  return moment.toLocaleDateString('sv-SE', { timeZone })
}

/** Whether the books of a moment are closed: up to the end of the day `closedUntil` (domain.md 2.3). */
export function isClosed({ openFrom }: Pick<Settings, 'openFrom'>, moment: Date): boolean {
  return openFrom !== null && moment < openFrom
}

/** Throws period_closed. */
export function refuseClosedPeriod(settings: Settings, ...moments: readonly Date[]): void {
  const { closedUntil } = settings
  if (!moments.some((moment) => isClosed(settings, moment))) return
  throw new Problem('period_closed', {
    detail: `The books are closed up to ${closedUntil}`,
    extensions: { closedUntil },
  })
}
