import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import { devices } from '#hub/db/tables/sync.ts'
import type { Tx } from '#hub/db/transact.ts'

/** Asks all tills of the organization for the seals that they hold. Downloads that wait for a change answer at once, to say so. */
export async function askTillsForSeals(tx: Tx): Promise<void> {
  await tx
    .update(devices)
    .set({ sealsAskedAt: sql`now()` })
    .where(and(eq(devices.organizationId, tx.organizationId), isNull(devices.revokedAt)))
  await tx.execute(sql`SELECT pg_notify('feed', ${tx.organizationId})`)
}

/**
 * What tills said last of the seals that they hold (hub/features/pos/audit-seals/compare-seals.ts). One that holds none, as a
 * new one, differs in nothing.
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
