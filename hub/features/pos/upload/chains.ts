import { and, asc, eq, sql } from 'drizzle-orm'
import { awaitAll } from '#hub/db/await-all.ts'
import { type Given, statement } from '#hub/db/statement.ts'
import { deviceChains } from '#hub/db/tables/sync.ts'
import type { Tx } from '#hub/db/transact.ts'
import type { Chain } from '#shared/sync/upload.ts'
import type { ReceivedUpload } from './read-upload.ts'

export type ChainRow = typeof deviceChains.$inferSelect

/**
 * Returns the chains of a device, oldest first, after locking the first one. This serializes custody of
 * concurrent uploads from one device (a repeat, a cloned disk, two hub processes), so that each sees the
 * state left by the previous one. Posting does not wait for this lock.
 */
export async function lockChains(tx: Tx, deviceId: string): Promise<ChainRow[]> {
  // A separate statement after the lock, because a statement that waits for a lock does not see rows added
  // meanwhile.
  const [, chains] = await awaitAll(lockFirst(tx, { deviceId }), chainsOf(tx, { deviceId }))
  return chains
}

const lockFirst = statement('device-chains.lock-first', (given: Given<'deviceId'>, db) =>
  db
    .select({ id: deviceChains.id })
    .from(deviceChains)
    .where(and(eq(deviceChains.organizationId, given.organizationId), eq(deviceChains.id, given.deviceId)))
    .for('no key update'),
)

/** Finds the chains of a device, oldest first. */
export const chainsOf = statement('device-chains.of-device', (given: Given<'deviceId'>, db) =>
  db
    .select()
    .from(deviceChains)
    .where(
      and(eq(deviceChains.organizationId, given.organizationId), eq(deviceChains.deviceId, given.deviceId)),
    )
    .orderBy(asc(deviceChains.createdAt), asc(deviceChains.id)),
)

/**
 * Adds to `own` the chains that the device has started itself: those listed in the upload, and those named
 * only by items. A chain of another device stays with that device.
 */
export async function registerChains(
  tx: Tx,
  deviceId: string,
  own: ChainRow[],
  upload: ReceivedUpload,
): Promise<void> {
  const wanted = new Map<string, Chain>()
  for (const { chain } of upload.items)
    if (chain) wanted.set(chain, { id: chain, series: '', reason: 'journal_restored' })
  for (const { id, series, reason } of upload.chains) wanted.set(id, { id, series, reason })
  for (const { id, series } of own) {
    const listed = wanted.get(id)
    // The chain was registered from an item before the list gave its series.
    if (series === '' && listed?.series) await nameSeries(tx, listed)
    wanted.delete(id)
  }
  if (wanted.size === 0) return
  // Sorted by id, so that two devices that name the same chains do not deadlock.
  const rows = [...wanted.values()].sort((a, b) => (a.id < b.id ? -1 : 1))
  const made = await tx
    .insert(deviceChains)
    .values(rows.map((chain) => ({ ...chain, organizationId: tx.organizationId, deviceId })))
    .onConflictDoNothing()
    .returning()
  own.push(...made)
}

async function nameSeries(tx: Tx, { id, series }: Chain): Promise<void> {
  await tx
    .update(deviceChains)
    .set({ series })
    .where(and(eq(deviceChains.organizationId, tx.organizationId), eq(deviceChains.id, id)))
}

export type Head = Pick<ChainRow, 'watermark' | 'highest' | 'headHash'>

export async function saveHead(tx: Tx, chainId: string, head: Head): Promise<void> {
  const { watermark, highest, headHash } = head
  await moveHead(tx, { chainId, watermark, highest, headHash })
}

const moveHead = statement(
  'device-chains.move-head',
  (given: Given<'chainId' | 'watermark' | 'highest' | 'headHash'>) => sql`
    UPDATE device_chains
    SET watermark = ${given.watermark}, highest = ${given.highest}, head_hash = ${given.headHash}
    WHERE organization_id = ${given.organizationId} AND id = ${given.chainId}`,
)
