import type { Clock } from '../../clock.ts'
import type { JournalWriter } from '../../journal/journal.ts'
import type { Actor } from './actor.ts'

/**
 * Returns true when the command was already done. One press of a button is one command: sent again, by a
 * double press or because its response was lost, it has no further effect (docs/domain.md#commands).
 * Otherwise the command is marked as done in the transaction of `tx`.
 */
export function isRepeated({ clock }: { clock: Clock }, tx: JournalWriter, { commandId }: Actor): boolean {
  if (!commandId) return false
  if (tx.commands.has(commandId)) return true
  tx.commands.add(commandId, clock.now())
  return false
}
