import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Actor } from '#hub/auth/actor.ts'
import { employees } from '#hub/db/tables/organization.ts'
import { retailSales } from '#hub/db/tables/sales.ts'
import { devices, workItems } from '#hub/db/tables/sync.ts'
import type { Tx } from '#hub/db/transact.ts'
import type { SettleWorkItem } from '#shared/contracts/fleet/work-list.ts'
import { claimWorkItem } from './claim-work-item.ts'

type WorkItem = typeof workItems.$inferSelect

/**
 * Settles an item on behalf of a user. The item stays readable, with the user's name and note, and its upload
 * does not change. Settling also marks a flagged sale as reviewed. After a clone is settled, the device can
 * use its identity again until the next detection. Throws the errors of `claimWorkItem`.
 */
export async function settleWorkItem(
  tx: Tx,
  id: string,
  { version, note }: SettleWorkItem,
  actor: Actor,
): Promise<void> {
  await settle(tx, await claimWorkItem(tx, id, version), note, actor)
}

/** Settles the item of a flagged upload. Does nothing when the item is already settled. */
export async function settleFlagged(tx: Tx, uploadId: string, note: string, actor: Actor): Promise<void> {
  const [item] = await tx
    .select()
    .from(workItems)
    .where(
      and(
        eq(workItems.organizationId, tx.organizationId),
        eq(workItems.kind, 'flagged'),
        eq(workItems.subject, uploadId),
        isNull(workItems.settledAt),
      ),
    )
    .for('update')
  if (item) await settle(tx, item, note, actor)
}

async function settle(tx: Tx, item: WorkItem, note: string, actor: Actor): Promise<void> {
  const settledById = actor.employeeId ?? actor.id
  await tx
    .update(workItems)
    .set({
      settledAt: sql`now()`,
      settledById,
      settledByName: await nameOf(tx, actor),
      note,
      version: item.version + 1,
    })
    .where(and(eq(workItems.organizationId, tx.organizationId), eq(workItems.id, item.id)))
  if (item.kind === 'flagged') {
    await tx
      .update(retailSales)
      .set({
        reviewedAt: sql`now()`,
        reviewedById: settledById,
        reviewNote: note,
        version: sql`${retailSales.version} + 1`,
        updatedAt: sql`now()`,
      })
      .where(and(eq(retailSales.organizationId, tx.organizationId), eq(retailSales.id, item.subject)))
  }
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
