import type { Clock } from '../../clock.ts'
import type { JournalWriter } from '../../journal/journal.ts'
import type { Actor } from './actor.ts'

/**
 * The press of a button is one command: sent again, by a double press or because its answer was lost, it does nothing more
 * (docs/domain.md#commands). True when it was done before; else it is done with the transaction of `tx`.
 */
export function wasDone({ clock }: { clock: Clock }, tx: JournalWriter, { commandId }: Actor): boolean {
  if (!commandId) return false
  if (tx.commands.has(commandId)) return true
  tx.commands.add(commandId, clock.now())
  return false
}
