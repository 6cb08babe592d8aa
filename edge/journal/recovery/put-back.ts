import type { Device } from '../../device/device.ts'
import type { JournalEntry } from '../entries.ts'
import type { Journal, JournalWriter } from '../journal.ts'
import { refile } from './refile.ts'
import { type Salvaged, salvage } from './salvage.ts'

/**
 * Adds the readable entries of damaged files behind those of the journal. All of them are offered to the hub,
 * for which repeats are harmless. Returns the number of entries.
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
  // The return of an unsaved receipt waits until that receipt is recalled.
  for (const entry of placed) refile(tx, entry, { cartId: cartIds.get(entry.id) })
  // A cart of the backup may have been paid after the backup.
  for (const { id } of placed) tx.carts.remove(cartIds.get(id) ?? id)
}
