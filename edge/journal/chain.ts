import { createHash } from 'node:crypto'
import { hashInput, type UploadItem } from '#shared/sync/upload.ts'

/** An entry within its chain, without the chain id. */
export type ChainEntry = Omit<UploadItem, 'chain'>

/** Returns the hex hash of an entry, over its content and the hash of the previous entry. */
export function entryHash(entry: Omit<ChainEntry, 'hash'>): string {
  return createHash('sha256').update(hashInput(entry)).digest('hex')
}

/**
 * Returns the first sequence number at which the chain is broken, because an entry was changed, removed or
 * moved. Returns null for an intact chain. `entries` must be consecutive. The first entry is trusted to
 * continue the chain unless its seq is 1.
 */
export function findBreak(entries: Iterable<ChainEntry>): number | null {
  let last: ChainEntry | undefined
  for (const entry of entries) {
    const expectedSeq = last ? last.seq + 1 : entry.seq
    const expectedPrevHash = last ? last.hash : entry.seq === 1 ? '' : entry.prevHash
    const isSound =
      entry.seq === expectedSeq && entry.prevHash === expectedPrevHash && entry.hash === entryHash(entry)
    if (!isSound) return expectedSeq
    last = entry
  }
  return null
}
