import { and, asc, eq, sql } from 'drizzle-orm'
import { awaitAll } from '#hub/db/await-all.ts'
import { type Given, statement } from '#hub/db/statement.ts'
import { deviceChains } from '#hub/db/tables/sync.ts'
import type { Tx } from '#hub/db/transact.ts'
import type { Chain } from '#shared/sync/upload.ts'
import type { ReceivedUpload } from './read-upload.ts'

export type ChainRow = typeof deviceChains.$inferSelect

/**
 * Returns the chains of a device, oldest first, and locks the first one. Concurrent uploads of one device (a
 * repeat, a cloned disk, two hub processes) are taken into custody one after another, and each sees the state
 * that the other left. Posting does not wait for it.
 */
export async function lockChains(tx: Tx, deviceId: string): Promise<ChainRow[]> {
  // A separate statement after the lock: the statement that waited has not seen what was added meanwhile.
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

/** Finds the chains, oldest first. */
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
 * Adds to `own` the chains that the device has begun by itself: those it lists, and those that only its items
 * name. A chain of another device stays with that device.
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
    // An item had named the chain before the list did.
    if (series === '' && listed?.series) await nameSeries(tx, listed)
    wanted.delete(id)
  }
  if (wanted.size === 0) return
  // In the order of ids, so that two devices that name the same chains do not deadlock.
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
