import { and, eq, sql } from 'drizzle-orm'
import { employees } from '#hub/db/tables/organization.ts'
import { devices, workItems } from '#hub/db/tables/sync.ts'
import type { Tx } from '#hub/db/transact.ts'
import type { Actor } from '#hub/http/actor.ts'
import type { SettleWorkItem } from '#shared/contracts/work-list.ts'
import { claimWorkItem } from './claim-work-item.ts'

/**
 * A person takes an item off the list; it stays to be read, with the name and the note. What was uploaded does not
 * change. A settled clone may show its device's identity again, until two agents are seen to do so anew.
 */
export async function settleWorkItem(
  tx: Tx,
  id: string,
  { version, note }: SettleWorkItem,
  actor: Actor,
): Promise<void> {
  const item = await claimWorkItem(tx, id, version)
  await tx
    .update(workItems)
    .set({
      settledAt: sql`now()`,
      settledById: actor.employeeId ?? actor.id,
      settledByName: await nameOf(tx, actor),
      note,
      version: version + 1,
    })
    .where(and(eq(workItems.organizationId, tx.organizationId), eq(workItems.id, id)))
  if (item.kind === 'clone' && item.deviceId) {
    await tx
      .update(devices)
      .set({ clonedAt: null })
      .where(and(eq(devices.organizationId, tx.organizationId), eq(devices.id, item.deviceId)))
  }
}

async function nameOf(tx: Tx, { employeeId }: Actor): Promise<string> {
  if (!employeeId) return 'SuperAdmin'
  const [employee] = await tx
    .select({ lastName: employees.lastName, firstName: employees.firstName })
    .from(employees)
    .where(and(eq(employees.organizationId, tx.organizationId), eq(employees.id, employeeId)))
  return [employee?.lastName, employee?.firstName].filter(Boolean).join(' ')
}
