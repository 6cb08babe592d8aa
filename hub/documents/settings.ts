import { eq } from 'drizzle-orm'
import { organizationSettings } from '#hub/db/tables/organization.ts'
import { organizations } from '#hub/db/tables/platform.ts'
import type { Tx } from '#hub/db/transact.ts'
import { Problem } from '#shared/problems/problem.ts'
import { must } from '#shared/std/must.ts'

/** How the organization keeps its books. */
export async function loadSettings(tx: Tx) {
  const [row] = await tx
    .select({ settings: organizationSettings, timeZone: organizations.timeZone })
    .from(organizationSettings)
    .innerJoin(organizations, eq(organizations.id, organizationSettings.organizationId))
    .where(eq(organizationSettings.organizationId, tx.organizationId))
  const { settings, timeZone } = must(row, 'settings of the organization')
  return { ...settings, timeZone }
}
export type Settings = Awaited<ReturnType<typeof loadSettings>>

/** The day of a moment in the time zone, such as 2027-03-01. */
export function dayOf(moment: Date, timeZone: string): string {
  return moment.toLocaleDateString('sv-SE', { timeZone })
}

/** Throws period_closed for a moment up to the end of the day `closedUntil` (domain.md 2.3). */
export function refuseClosedPeriod({ closedUntil, timeZone }: Settings, ...moments: readonly Date[]): void {
  if (closedUntil === null) return
  for (const moment of moments) {
    if (dayOf(moment, timeZone) > closedUntil) continue
    throw new Problem('period_closed', {
      detail: `The books are closed up to ${closedUntil}`,
      extensions: { closedUntil },
    })
  }
}
