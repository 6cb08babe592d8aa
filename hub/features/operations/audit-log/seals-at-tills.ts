import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import { devices } from '#hub/db/tables/sync.ts'
import type { Tx } from '#hub/db/transact.ts'

/**
 * Requests the seals held by all tills of the organization. Wakes waiting downloads, so that tills receive
 * the request at once.
 */
export async function requestSealsOfTills(tx: Tx): Promise<void> {
  await tx
    .update(devices)
    .set({ sealsAskedAt: sql`now()` })
    .where(and(eq(devices.organizationId, tx.organizationId), isNull(devices.revokedAt)))
  await tx.execute(sql`SELECT pg_notify('feed', ${tx.organizationId})`)
}

/**
 * Returns the last result of comparing each till's seals (hub/features/pos/audit-seals/compare-seals.ts). A
 * till without seals, such as a new one, has no difference.
 */
export async function sealsAtTills(tx: Tx) {
  return tx
    .select({
      name: devices.name,
      series: devices.series,
      hasAnswered: sql<boolean>`coalesce(${devices.sealsToldAt} >= ${devices.sealsAskedAt}, false)`,
      held: devices.sealsHeld,
      difference: devices.sealDifference,
    })
    .from(devices)
    .where(and(eq(devices.organizationId, tx.organizationId), isNull(devices.revokedAt)))
    .orderBy(asc(devices.series))
}
export type SealsAtTill = Awaited<ReturnType<typeof sealsAtTills>>[number]
