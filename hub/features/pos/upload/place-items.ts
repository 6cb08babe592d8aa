import { type Flag, flag } from '#shared/flags/flag.ts'
import type { ChainRow } from './chains.ts'
import type { ReceivedItem } from './read-upload.ts'

/** An item for custody, in a chain of its device. */
export interface PlacedItem extends ReceivedItem {
  chain: string
  /** Remarks for users on an item that can be booked nevertheless. */
  notes: Flag[]
}

export const CHAIN_OF_ANOTHER = 'chain_of_another'

/**
 * Puts each item into its chain. An item that names a chain of another device is kept without a number under
 * the first chain of its own device: a device never writes into the chain of another.
 */
export function placeItems(
  deviceId: string,
  own: readonly ChainRow[],
  items: readonly ReceivedItem[],
): PlacedItem[] {
  const known = new Set(own.map(({ id }) => id))
  return items.map((item) => {
    const chain = item.chain ?? deviceId
    if (known.has(chain)) return { ...item, chain, notes: [] }
    return { ...item, chain: deviceId, seq: null, notes: [flag(CHAIN_OF_ANOTHER, { chain })] }
  })
}
