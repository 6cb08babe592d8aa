import { and, eq } from 'drizzle-orm'
import { notFound, staleVersion } from '#hub/db/records.ts'
import { workItems } from '#hub/db/tables/sync.ts'
import type { Tx } from '#hub/db/transact.ts'
import { refuseUnseen } from '#hub/db/visible-stores.ts'
import { Problem } from '#shared/problems/problem.ts'

/**
 * Locks an open item. Throws `not_found`, `work_item_settled`, and `concurrency_conflict` when `version` is
 * stale.
 */
export async function claimWorkItem(
  tx: Tx,
  id: string,
  version: number,
): Promise<typeof workItems.$inferSelect> {
  await refuseUnseen(tx, workItems, 'work item', id)
  const [item] = await tx
    .select()
    .from(workItems)
    .where(and(eq(workItems.organizationId, tx.organizationId), eq(workItems.id, id)))
    .for('update')
  if (!item) throw notFound('work item', id)
  if (item.version !== version) throw staleVersion(version, item.version)
  if (item.settledAt) {
    const by = item.settledByName ?? 'itself'
    throw new Problem('work_item_settled', {
      detail: `Resolved by ${by} at ${item.settledAt.toISOString()}`,
    })
  }
  return item
}
