import { carveRows } from '../../sqlite/carve.ts'
import { entryHash } from '../chain.ts'
import type { JournalEntry } from '../entries.ts'
import type { JournalReader } from '../journal.ts'

export interface Salvaged {
  /** In the order of writing. */
  entries: JournalEntry[]
  /** The carts that receipts were made of, by the id of the receipt. */
  cartIds: Map<string, string>
}

const ENTRY_VALUES = 9
/** Before there were several chains. */
const OLD_ENTRY_VALUES = 7
const RECEIPT_VALUES = 10

/**
 * The entries of the given chains that damaged files still hold and the journal does not. Each is what was written
 * down, to the letter: its own hash says so.
 */
export function salvage(
  paths: readonly string[],
  { read, chainIds }: { read: JournalReader; chainIds: readonly [string, ...string[]] },
): Salvaged {
  const entries = new Map<string, JournalEntry>()
  const cartIds = new Map<string, string>()
  for (const path of paths) {
    for (const { rowid, values } of carveRows(path)) {
      if (values.length === ENTRY_VALUES || values.length === OLD_ENTRY_VALUES) {
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

/** Null for a row of another table, of another chain or with a hash that is not its own. */
function entryIn(
  position: number,
  values: readonly unknown[],
  chainIds: readonly [string, ...string[]],
): JournalEntry | null {
  const [, id, type, body, prevHash, hash, recordedAt, chainId = chainIds[0], seq = position] = values
  if (typeof chainId !== 'string' || !chainIds.includes(chainId) || typeof seq !== 'number') return null
  if (typeof id !== 'string' || typeof type !== 'string' || typeof body !== 'string') return null
  if (typeof prevHash !== 'string' || typeof hash !== 'string' || typeof recordedAt !== 'string') return null
  const entry = { position, chainId, seq, id, type, body, prevHash, hash, recordedAt }
  return entryHash(entry) === hash ? entry : null
}
