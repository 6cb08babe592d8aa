import { carveRows } from '../../sqlite/carve.ts'
import { entryHash } from '../chain.ts'
import type { JournalEntry } from '../entries.ts'
import type { JournalReader } from '../journal.ts'

export interface Salvaged {
  /** Entries in the order in which they were written. */
  entries: JournalEntry[]
  /** Cart ids by receipt id. */
  cartIds: Map<string, string>
}

const ENTRY_VALUES = 9
const RECEIPT_VALUES = 10

/**
 * Returns the entries of the given chains that are in the damaged files but not in the journal. The hash of
 * each entry proves that it is unchanged.
 */
export function salvage(
  paths: readonly string[],
  { read, chainIds }: { read: JournalReader; chainIds: readonly string[] },
): Salvaged {
  const entries = new Map<string, JournalEntry>()
  const cartIds = new Map<string, string>()
  for (const path of paths) {
    for (const { rowid, values } of carveRows(path)) {
      if (values.length === ENTRY_VALUES) {
        const entry = entryIn(rowid, values, chainIds)
        if (entry && !read.entries.has(entry.id)) entries.set(entry.id, entry)
      }
      const [receiptId, , , cartId] = values
      if (values.length === RECEIPT_VALUES && typeof receiptId === 'string' && typeof cartId === 'string') {
        cartIds.set(receiptId, cartId)
      }
    }
  }
  return { entries: [...entries.values()].toSorted((a, b) => a.position - b.position), cartIds }
}

/** Returns the entry in a row, or null for a row of another table, of another chain or with a wrong hash. */
function entryIn(
  position: number,
  values: readonly unknown[],
  chainIds: readonly string[],
): JournalEntry | null {
  const [, id, type, body, prevHash, hash, recordedAt, chainId, seq] = values
  if (typeof chainId !== 'string' || !chainIds.includes(chainId) || typeof seq !== 'number') return null
  if (typeof id !== 'string' || typeof type !== 'string' || typeof body !== 'string') return null
  if (typeof prevHash !== 'string' || typeof hash !== 'string' || typeof recordedAt !== 'string') return null
  const entry = { position, chainId, seq, id, type, body, prevHash, hash, recordedAt }
  return entryHash(entry) === hash ? entry : null
}
