import { and, eq, sql } from 'drizzle-orm'
import { staleVersion } from '#hub/db/records.ts'
import { organizationSettings } from '#hub/db/tables/organization.ts'
import type { Tx } from '#hub/db/transact.ts'
import { dayOf, loadSettings, type Settings } from '#hub/documents/settings.ts'
import type { OrganizationSettingsUpdate } from '#shared/contracts/organization-settings.ts'
import { invalidField } from '#shared/problems/problem.ts'

/** Throws concurrency_conflict, and invalid_request when a day is to be closed that is still to come. */
export async function updateSettings(
  tx: Tx,
  { version, ...values }: OrganizationSettingsUpdate,
): Promise<Settings> {
  const current = await loadSettings(tx)
  const today = dayOf(new Date(), current.timeZone)
  if (values.closedUntil !== null && values.closedUntil > today)
    throw invalidField(['closedUntil'], `is in the future: today is ${today}`)
  const updated = await tx
    .update(organizationSettings)
    .set({ ...values, version: sql`${organizationSettings.version} + 1` })
    .where(
      and(
        eq(organizationSettings.organizationId, tx.organizationId),
        eq(organizationSettings.version, version),
      ),
    )
    .returning({ version: organizationSettings.version })
  const settings = await loadSettings(tx)
  if (updated.length === 0) throw staleVersion(version, settings.version)
  return settings
}
