import type { Actor } from '../session/actor.ts'
import { isRepeated } from '../session/is-repeated.ts'
import { recordEvent } from '../shifts/record-event.ts'
import type { RecordingParts } from '../shifts/till-record.ts'

/** Records that the receipt was printed. Every print after the first counts as a copy. */
export function notePrinted(agent: RecordingParts, actor: Actor, receiptNumber: string): void {
  agent.journal.transact((tx) => {
    if (isRepeated(agent, tx, actor)) return
    const printedCount = tx.receipts.notePrinted(receiptNumber, agent.clock.now().toISOString())
    if (printedCount > 1) recordEvent(agent, tx, actor, 'copy_printed', { receiptNumber, printedCount })
  })
}
