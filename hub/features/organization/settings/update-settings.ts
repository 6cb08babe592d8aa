import { and, eq, inArray, lt, sql } from 'drizzle-orm'
import { dayOf } from '#hub/db/days.ts'
import { staleVersion } from '#hub/db/records.ts'
import { employeeRoles, organizationSettings } from '#hub/db/tables/organization.ts'
import { costRecalculations } from '#hub/db/tables/stock.ts'
import type { Tx } from '#hub/db/transact.ts'
import { loadSettings, type Settings } from '#hub/documents/settings.ts'
import type { OrganizationSettingsUpdate } from '#shared/contracts/organization/settings.ts'
import { faultyFields, invalidField, Problem } from '#shared/problems/problem.ts'

/**
 * Updates the settings. Throws `concurrency_conflict`. Throws `invalid_request` for closing a future day and
 * for an unknown role. Throws `costs_pending` while costs in the period to be closed are being recalculated.
 */
export async function updateSettings(
  tx: Tx,
  { version, ...values }: OrganizationSettingsUpdate,
): Promise<Settings> {
  const current = await loadSettings(tx)
  const today = dayOf(new Date(), current.timeZone)
  if (values.closedUntil !== null && values.closedUntil > today)
    throw invalidField(['closedUntil'], `is in the future: today is ${today}`)
  await refuseUnknownRoles(tx, values.secondFactorRoleIds)
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
  await refusePending(tx, settings)
  return settings
}

async function refuseUnknownRoles(tx: Tx, ids: readonly string[]): Promise<void> {
  const found = await tx
    .select({ id: employeeRoles.id })
    .from(employeeRoles)
    .where(and(eq(employeeRoles.organizationId, tx.organizationId), inArray(employeeRoles.id, [...ids])))
  const known = new Set(found.map(({ id }) => id))
  const faults = ids.flatMap((id, index) =>
    known.has(id)
      ? []
      : [{ path: ['secondFactorRoleIds', index], detail: 'is not a role of the organization' }],
  )
  if (faults.length > 0) throw faultyFields('invalid_request', faults)
}

async function refusePending(tx: Tx, { closedUntil, openFrom }: Settings): Promise<void> {
  if (!openFrom) return
  const pending = await tx.$count(
    costRecalculations,
    and(
      eq(costRecalculations.organizationId, tx.organizationId),
      lt(costRecalculations.fromMoment, openFrom),
    ),
  )
  if (pending === 0) return
  const detail = `Costs of ${pending} products up to ${closedUntil} are being recalculated: try again in a moment`
  throw new Problem('costs_pending', { detail, errors: [{ pointer: '#/closedUntil', detail }] })
}
