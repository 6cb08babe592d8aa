import type { EmailReceipt } from '#shared/contracts/till/till.ts'
import type { StoredReceipt } from '../../journal/receipts.ts'
import type { Actor } from '../session/actor.ts'
import { isRepeated } from '../session/is-repeated.ts'
import { recordEvent } from '../shifts/record-event.ts'
import type { RecordingParts } from '../shifts/till-record.ts'

/**
 * Records that the receipt is to be mailed. The hub mails it when the event reaches it, which is after its
 * sale: at once, or when the connection is back.
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
