import { amountToNumber, percentToNumber, quantityToNumber } from '#shared/money/decimal.ts'
import type { ManualDiscount } from '#shared/pricing/manual-discounts.ts'
import type { TillEventBody } from '#shared/sync/shift.ts'
import type { CartLine } from '../../journal/carts.ts'
import type { JournalWriter } from '../../journal/journal.ts'
import { record } from '../../journal/record.ts'
import type { Actor } from '../session/actor.ts'
import { type TillRecordParts, tillRecord } from './till-record.ts'

type Details = TillEventBody['details']
type EventKind =
  | 'line_removed'
  | 'line_reduced'
  | 'line_restored'
  | 'cart_cleared'
  | 'price_changed'
  | 'discount_given'
  | 'drawer_opened'
  | 'drawer_differed'
  | 'limit_lifted'
  | 'copy_printed'
  | 'sold_beyond_stock'
  | 'training_begun'
  | 'training_ended'
  | 'till_taken_over'
  | 'age_confirmed'
  | 'age_refused'
  | 'receipt_emailed'

/**
 * Records a till event other than money movements for head office, in the transaction of the command. Returns
 * its time.
 */
export function recordEvent(
  agent: TillRecordParts,
  tx: JournalWriter,
  actor: Actor,
  kind: EventKind,
  details: Details,
): string {
  const now = agent.clock.now()
  const happenedAt = now.toISOString()
  const event: TillEventBody = { ...tillRecord(agent, actor, now), kind, happenedAt, details }
  record(tx, 'till_event', event, happenedAt)
  return happenedAt
}

/**
 * Marks events in a return. Removing a line there is not a void, because the cashier selects the returned
 * goods that way.
 */
export const ofReturn = ({ isReturn }: { isReturn: boolean }): Details => (isReturn ? { isReturn } : {})

/** Returns the discount as entered by the cashier, a percentage or an amount. */
export const discountDetails = (given: ManualDiscount): Details =>
  'percent' in given ? { percent: percentToNumber(given.percent) } : { amount: amountToNumber(given.amount) }

export function lineDetails({ productId, name, quantity, price }: CartLine): Details {
  return { productId, name, quantity: quantityToNumber(quantity), price: amountToNumber(price) }
}
