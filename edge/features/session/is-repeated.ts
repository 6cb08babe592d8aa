import type { Clock } from '../../clock.ts'
import type { JournalWriter } from '../../journal/journal.ts'
import type { Actor } from './actor.ts'

/**
 * Returns true when the command was already executed. Each button press is one command. If it is sent again,
 * by a double press or after a lost response, it has no further effect (docs/domain.md#commands). Otherwise
 * marks the command as executed in the transaction of `tx`.
 */
export function isRepeated({ clock }: { clock: Clock }, tx: JournalWriter, { commandId }: Actor): boolean {
  if (!commandId) return false
  if (tx.commands.has(commandId)) return true
  tx.commands.add(commandId, clock.now())
  return false
}
