import { findBreak } from '../chain.ts'
import type { ChainsReader } from '../chains.ts'
import type { EntriesReader } from '../entries.ts'

/** Number of newest entries checked in each chain. The hub checks all entries when they arrive. */
const CHECKED_ENTRIES = 1_000

/** Describes missing or wrong entries of the chains that must be complete. Returns null when there are none. */
export function findLoss({
  chains,
  entries,
}: {
  chains: ChainsReader
  entries: EntriesReader
}): string | null {
  for (const { id, series } of chains.listWhole()) {
    const last = chains.lastSeq(id)
    const count = entries.count(id)
    if (count !== last) return `it has ${count} entries of ${series} and should have ${last}`
    const brokenAt = findBreak(entries.iterateFrom(id, Math.max(1, last - CHECKED_ENTRIES)))
    if (brokenAt !== null) return `entry ${brokenAt} of ${series} is not as it was recorded`
  }
  return null
}
