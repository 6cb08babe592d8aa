import type { EmailReceipt } from '#shared/contracts/till/till.ts'
import type { StoredReceipt } from '../../journal/receipts.ts'
import type { Actor } from '../session/actor.ts'
import { isRepeated } from '../session/is-repeated.ts'
import { recordEvent } from '../shifts/record-event.ts'
import type { RecordingParts } from '../shifts/till-record.ts'

/**
 * Records the request to email the receipt. The hub sends the email when it receives the event, which always
 * follows the sale. Offline, this waits for the connection.
 */
export function emailReceipt(
  agent: RecordingParts,
  actor: Actor,
  { id, sale }: StoredReceipt,
  { email }: EmailReceipt,
): void {
  const { receiptNumber } = sale
  agent.journal.transact((tx) => {
    if (isRepeated(agent, tx, actor)) return
    recordEvent(agent, tx, actor, 'receipt_emailed', { saleId: id, receiptNumber, email })
  })
}
