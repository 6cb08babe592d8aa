import type { Device } from '../../device/device.ts'
import type { JournalEntry } from '../entries.ts'
import type { Journal, JournalWriter } from '../journal.ts'
import { refile } from './refile.ts'
import { type Salvaged, salvage } from './salvage.ts'

/**
 * Appends the readable entries of damaged files to the journal. All of them are queued for upload, which is
 * harmless because the hub ignores duplicates. Returns the number of entries.
 */
export function putBack(journal: Journal, device: Device, paths: readonly string[], at: string): number {
  return journal.transact((tx) => {
    for (const chain of [...tx.chains.list(), ...device.chains]) tx.chains.expectGaps(chain, at)
    const salvaged = salvage(paths, { read: tx, chainIds: tx.chains.list().map(({ id }) => id) })
    putBackEntries(tx, salvaged)
    return salvaged.entries.length
  })
}

function putBackEntries(tx: JournalWriter, { entries, cartIds }: Salvaged): void {
  const placed = entries.map((entry): JournalEntry => ({ ...entry, position: tx.entries.putBack(entry) }))
  for (const { position } of placed) tx.outbox.add(position)
  // A return whose receipt was not recovered waits until that receipt is recalled from the hub.
  for (const entry of placed) refile(tx, entry, { cartId: cartIds.get(entry.id) })
  // A cart from the backup may have been paid after the backup was made.
  for (const { id } of placed) tx.carts.remove(cartIds.get(id) ?? id)
}
