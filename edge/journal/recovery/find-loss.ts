import { findBreak } from '../chain.ts'
import type { JournalReader } from '../journal.ts'

/** How many of the newest entries of a chain are checked; the hub checks them all as they arrive. */
const CHECKED_ENTRIES = 1_000

/** What is missing or wrong in the chains that must be whole, in words; null when nothing is. */
export function findLoss({ chains, entries }: Pick<JournalReader, 'chains' | 'entries'>): string | null {
  for (const { id, series } of chains.listWhole()) {
    const last = chains.lastSeq(id)
    const count = entries.count(id)
    if (count !== last) return `it has ${count} entries of ${series} and should have ${last}`
    const brokenAt = findBreak(entries.iterateFrom(id, Math.max(1, last - CHECKED_ENTRIES)))
    if (brokenAt !== null) return `entry ${brokenAt} of ${series} is not what was written down`
  }
  return null
}
