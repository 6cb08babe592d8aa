import { type Flag, flag } from '#shared/flags/flag.ts'
import type { ChainRow } from './chains.ts'
import type { ReceivedItem } from './read-upload.ts'

/** A received item, assigned to a chain of its device. */
export interface PlacedItem extends ReceivedItem {
  chain: string
  /** Flags for users. The item can be booked nevertheless. */
  notes: Flag[]
}

export const CHAIN_OF_ANOTHER = 'chain_of_another'

/**
 * Assigns each item to a chain. An item that names a chain of another device is kept without a number in the
 * first chain of its own device, because a device must not write to another device's chain.
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
