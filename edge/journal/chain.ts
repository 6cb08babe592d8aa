import { createHash } from 'node:crypto'
import { hashInput } from '#shared/sync/upload.ts'
import type { ChainEntry } from './entries.ts'

/** Hash of an entry in hex, over its content and the hash of the entry before it. */
export function entryHash(entry: Omit<ChainEntry, 'hash'>): string {
  return createHash('sha256').update(hashInput(entry)).digest('hex')
}

/**
 * The first sequence number at which the chain is broken: an entry changed, removed or moved; null when it is sound.
 * `entries` follow each other in order; the first is trusted to continue what was before it unless its seq is 1.
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
