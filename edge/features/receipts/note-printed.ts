import type { Actor } from '../session/actor.ts'
import { wasDone } from '../session/was-done.ts'
import { recordEvent } from '../shifts/record-event.ts'
import type { RecordingParts } from '../shifts/till-record.ts'

/** The receipt has come out of the printer; every time after the first it was a copy. */
export function notePrinted(agent: RecordingParts, actor: Actor, receiptNumber: string): void {
  agent.journal.transact((tx) => {
    if (wasDone(agent, tx, actor)) return
    const printedCount = tx.receipts.notePrinted(receiptNumber, agent.clock.now().toISOString())
    if (printedCount > 1) recordEvent(agent, tx, actor, 'copy_printed', { receiptNumber, printedCount })
  })
}
