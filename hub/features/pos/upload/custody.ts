import { and, eq, inArray } from 'drizzle-orm'
import { awaitAll } from '#hub/db/await-all.ts'
import { type CustodyStatus, type Reason, uploadConflicts, uploads } from '#hub/db/tables/sync.ts'
import type { Database, Tx } from '#hub/db/transact.ts'
import { openWorkItems, settleByItself } from '#hub/features/work-items/open-work-item.ts'
import { flag } from '#shared/flags/flag.ts'
import { must } from '#shared/std/must.ts'
import type { ChainCustody, Directive } from '#shared/sync/upload.ts'
import { type ChainRow, lockChains, registerChains, saveHead } from './chains.ts'
import { noteContact } from './contact.ts'
import { direct, requestLostItems } from './directives.ts'
import { followChain } from './follow-chain.ts'
import { type PlacedItem, placeItems } from './place-items.ts'
import type { ReceivedUpload } from './read-upload.ts'
import { chainCustody } from './watermark.ts'

/** Outcome of custody for an item: stored now, stored earlier, or stored as a second body of a known id. */
export interface Kept {
  item: PlacedItem
  outcome: 'new' | 'duplicate' | 'conflict'
  /** Status before this upload. */
  status: CustodyStatus
}

export interface Custody {
  kept: Kept[]
  /** Current custody of all chains of the device. */
  custody: ChainCustody[]
  directives: Directive[]
}

/**
 * Stores the bytes of every item durably, in a short transaction of its own, before any item is judged. After
 * the commit the till may release all of them (docs/sync.md I-11).
 */
export function takeIntoCustody(
  db: Database,
  organizationId: string,
  deviceId: string,
  upload: ReceivedUpload,
): Promise<Custody> {
  return db.transact(organizationId, async (tx) => {
    const chains = await lockChains(tx, deviceId)
    await registerChains(tx, deviceId, chains, upload)
    const kept = await keepItems(tx, deviceId, placeItems(deviceId, chains, upload.items))
    await putFaultyOnWorkList(tx, deviceId, kept)
    const [forked, { isClone }, lost] = await awaitAll(
      followChains(tx, deviceId, chains, kept),
      noteContact(tx, deviceId, upload),
      requestLostItems(tx, upload),
    )
    const directives = [...(await direct(tx, deviceId, chains, upload, { forked, isClone })), ...lost]
    // An upload without items requests the state of the chains, so whole chains are checked.
    const custody = await chainCustody(tx, chains, { isThorough: upload.items.length === 0 })
    return { kept, custody, directives }
  })
}

async function keepItems(tx: Tx, deviceId: string, items: readonly PlacedItem[]): Promise<Kept[]> {
  if (items.length === 0) return []
  const isNew = await insertNew(tx, deviceId, items)
  const known = await findKnown(tx, items, isNew)
  const seen = new Set<string>()
  return items.map((item) => {
    const { hash, status } = must(known.get(item.id), 'upload')
    const isFirst = isNew.has(item.id) && !seen.has(item.id)
    seen.add(item.id)
    return { item, outcome: hash !== item.hash ? 'conflict' : isFirst ? 'new' : 'duplicate', status }
  })
}

async function insertNew(tx: Tx, deviceId: string, items: readonly PlacedItem[]): Promise<Set<string>> {
  const rows = await tx
    .insert(uploads)
    .values(
      // Rows are inserted in id order, so that the same batch in two concurrent requests does not deadlock.
      items
        .map(({ id, chain, seq, type, prevHash, hash, bytes, faults, notes }) => ({
          organizationId: tx.organizationId,
          deviceId,
          chainId: chain,
          id,
          seq,
          type,
          prevHash,
          hash,
          bytes,
          status: statusOf(faults),
          reasons: [...faults, ...notes],
        }))
        .sort((a, b) => (a.id === b.id ? 0 : a.id < b.id ? -1 : 1)),
    )
    .onConflictDoNothing()
    .returning({ id: uploads.id })
  return new Set(rows.map((row) => row.id))
}

const statusOf = (faults: readonly Reason[]): CustodyStatus =>
  faults.length > 0 ? 'quarantined' : 'received'

type KnownUpload = { hash: string; status: CustodyStatus }

/**
 * Returns the hash and the status of the stored item for each id. If a batch contains an id twice, the first
 * one counts.
 */
async function findKnown(
  tx: Tx,
  items: readonly PlacedItem[],
  isNew: ReadonlySet<string>,
): Promise<Map<string, KnownUpload>> {
  const known = new Map<string, KnownUpload>()
  for (const { id, hash, faults } of items)
    if (isNew.has(id) && !known.has(id)) known.set(id, { hash, status: statusOf(faults) })
  const others = items.flatMap(({ id }) => (isNew.has(id) ? [] : [id]))
  if (others.length === 0) return known
  const rows = await tx
    .select({ id: uploads.id, hash: uploads.hash, status: uploads.status })
    .from(uploads)
    .where(and(eq(uploads.organizationId, tx.organizationId), inArray(uploads.id, others)))
  for (const { id, ...rest } of rows) known.set(id, rest)
  return known
}

/** Stores conflicting bodies, and adds them and unreadable items to the work list. */
async function putFaultyOnWorkList(tx: Tx, deviceId: string, kept: readonly Kept[]): Promise<void> {
  const conflicts = kept.filter(({ outcome }) => outcome === 'conflict').map(({ item }) => item)
  if (conflicts.length > 0) {
    await tx
      .insert(uploadConflicts)
      .values(
        conflicts.map(({ id, hash, seq, bytes }) => ({
          organizationId: tx.organizationId,
          deviceId,
          id,
          hash,
          seq,
          bytes,
        })),
      )
      .onConflictDoNothing()
  }
  const quarantined = kept.filter(({ outcome, item }) => outcome === 'new' && item.faults.length > 0)
  if (conflicts.length + quarantined.length === 0) return
  await openWorkItems(tx, [
    ...conflicts.map(({ id, hash }) => ({
      kind: 'conflict' as const,
      subject: `${id}:${hash}`,
      deviceId,
      uploadId: id,
      conflictHash: hash,
      reasons: [OTHER_BODY],
    })),
    ...quarantined.map(({ item: { id, faults } }) => ({
      kind: 'quarantined' as const,
      subject: id,
      deviceId,
      uploadId: id,
      reasons: faults,
    })),
  ])
}

export const OTHER_BODY = flag('other_body')

/** Advances the heads of the chains. Returns the ids of chains that forked. */
async function followChains(
  tx: Tx,
  deviceId: string,
  chains: ChainRow[],
  kept: readonly Kept[],
): Promise<Set<string>> {
  const forked = new Set<string>()
  const added = kept.flatMap(({ outcome, item }) => (outcome === 'new' ? [item] : []))
  for (const [chainId, items] of Map.groupBy(added, (item) => item.chain)) {
    const chain = must(chains.find(({ id }) => id === chainId))
    const { head, forks } = await followChain(tx, chain, items)
    await saveHead(tx, chainId, head)
    if (chain.watermark < chain.highest && head.watermark === head.highest)
      await settleByItself(tx, { kind: 'hole', subject: chainId })
    Object.assign(chain, head)
    if (forks.length === 0) continue
    forked.add(chainId)
    const reasons = forks.slice(0, 20).map(({ seq, id }) => flag('fork', { item: id, number: seq }))
    await openWorkItems(tx, [{ kind: 'fork', subject: chainId, deviceId, reasons }])
  }
  return forked
}
