import type { TillLimits } from '#shared/domain/till-limits.ts'
import {
  type Amount,
  amountToNumber,
  type Percent,
  percent,
  percentToNumber,
  sumAmounts,
} from '#shared/money/decimal.ts'
import { lineSum } from '#shared/pricing/line.ts'
import {
  discountableSum,
  discountLimit,
  type ManualDiscount,
  manualDiscounts,
  mostByHand,
  wholeDiscount,
} from '#shared/pricing/manual-discounts.ts'
import { Problem } from '#shared/problems/problem.ts'
import { must } from '#shared/std/must.ts'
import type { Cart, CartLine } from '../../journal/carts.ts'
import type { JournalWriter } from '../../journal/journal.ts'
import type { Actor } from '../session/actor.ts'
import { liftLimit } from '../session/require-limit.ts'
import type { RecordingParts } from '../shifts/till-record.ts'
import { discountable, refuseTooLarge } from './price-cart.ts'

/**
 * Throws `not_allowed_here` when the line cannot be discounted, or `discount_too_large` when the discount
 * exceeds the retail point's limit.
 */
export function checkLineDiscount(cart: Cart, line: CartLine, discount: ManualDiscount): void {
  checkAllowed(cart)
  if (line.isDiscountProhibited) {
    throw new Problem('not_allowed_here', { detail: `${line.name} cannot be discounted` })
  }
  const { maxDiscountPercent } = cart.terms
  const most = mostOfLine(cart, line)
  const isTooLarge = 'percent' in discount ? discount.percent > maxDiscountPercent : discount.amount > most
  if (isTooLarge) throw tooLarge(maxDiscountPercent, most)
}

/**
 * Throws `not_allowed_here` when nothing in the cart can be discounted, or `discount_too_large` when the
 * discount exceeds the retail point's limit.
 */
export function checkReceiptDiscount(cart: Cart, discount: ManualDiscount): void {
  checkAllowed(cart)
  if (discountableSum(cart.lines) === 0) {
    throw new Problem('not_allowed_here', { detail: 'Nothing in this cart can be discounted' })
  }
  const { maxDiscountPercent } = cart.terms
  const most = mostOfReceipt(cart)
  const isTooLarge = 'percent' in discount ? discount.percent > maxDiscountPercent : discount.amount > most
  if (isTooLarge) throw tooLarge(maxDiscountPercent, most)
}

/**
 * Returns the maximum manual discount of a line: the sum that remains after line promotions, capped by the
 * retail point's limit.
 */
export function mostOfLine({ original, terms }: Cart, line: CartLine): Amount {
  return original ? (0 as Amount) : must(mostByHand([discountable(line)], terms).ofLines[0])
}

/**
 * Returns the maximum manual discount on the whole receipt: the sum of its lines after all other discounts,
 * capped by the retail point's limit.
 */
export function mostOfReceipt({ lines, original, terms }: Cart): Amount {
  return original ? (0 as Amount) : mostByHand(lines.map(discountable), terms).ofReceipt
}

/**
 * Checks the discounts after a cashier's change to a cart. `isGiven` is true when the change itself gives a
 * discount. A line's total discount must not exceed the limit of the cashier's role. A discount above the
 * limit, given by a colleague or approved by a supervisor, can stay but must not grow with the cart. A
 * supervisor can approve more, up to their own limit. Returns the cart, with the approval. Throws `forbidden`
 * or `discount_too_large`.
 */
export function checkCashierDiscount(
  agent: RecordingParts,
  tx: JournalWriter,
  actor: Actor,
  { before, after, isGiven }: { before: Cart; after: Cart; isGiven: boolean },
): Cart {
  if (!after.discount && after.lines.every(({ discount }) => !discount)) return after
  refuseTooLarge(after)
  const most = percent(actor.cashier.limits.maxDiscountPercent)
  // When lines are added, splitting the receipt discount again can shift one more minor unit onto a line.
  const spare = (isGiven ? 0 : 1) as Amount
  const exceeded = exceededLimit(before, after, most, spare)
  const discountSum = sumAmounts([...wholeDiscounts(after).values()])
  if (exceeded === null && (most > 0 || !isGiven)) {
    // The cashier gave more discount than the supervisor approved, within the cashier's limit. The approval
    // no longer applies.
    const isOwn = isGiven && discountSum > (after.discountApproval?.discountSum ?? 0)
    return isOwn ? { ...after, discountApproval: null } : after
  }
  const isEnough = ({ maxDiscountPercent }: TillLimits) =>
    exceededLimit(before, after, percent(maxDiscountPercent), spare) === null
  const supervisor = liftLimit(agent, tx, actor, 'maxDiscountPercent', isEnough)
  if (supervisor) {
    const { id: supervisorId, name: supervisorName } = supervisor
    return { ...after, discountApproval: { supervisorId, supervisorName, discountSum } }
  }
  const extensions = { limit: 'maxDiscountPercent' }
  if (most === 0) throw new Problem('forbidden', { detail: 'Your role may not give discounts', extensions })
  throw tooLarge(most, exceeded ?? (0 as Amount), extensions)
}

/**
 * Returns the limit of the first line on which the change raises the discount above the percentage plus
 * `spare`, as an amount. Returns null when there is none.
 */
function exceededLimit(before: Cart, after: Cart, most: Percent, spare: Amount): Amount | null {
  const earlier = wholeDiscounts(before)
  const whole = wholeDiscounts(after)
  for (const { id, quantity, price } of after.lines) {
    const given = whole.get(id) ?? 0
    const limit = discountLimit(lineSum(quantity, price), most)
    if (given > limit + spare && given > (earlier.get(id) ?? 0)) return limit
  }
  return null
}

/** Returns the manual discounts by line id. */
function wholeDiscounts(cart: Cart): Map<string, Amount> {
  const discounts = manualDiscounts(cart.lines.map(discountable), cart.discount, cart.terms)
  return new Map(cart.lines.map(({ id }, index) => [id, wholeDiscount(must(discounts[index], 'discount'))]))
}

function checkAllowed({ original, terms }: Cart): void {
  if (original) {
    throw new Problem('not_allowed_here', { detail: 'Goods are returned at the price of their receipt' })
  }
  if (terms.maxDiscountPercent === 0) {
    throw new Problem('not_allowed_here', { detail: 'No discounts are given at this retail point' })
  }
}

function tooLarge(percent: Percent, most: Amount, extensions: Record<string, unknown> = {}): Problem {
  const [maxPercent, maxAmount] = [percentToNumber(percent), amountToNumber(most)]
  return new Problem('discount_too_large', {
    detail: `The largest discount here is ${maxPercent} % (${maxAmount})`,
    errors: [{ pointer: '#/discount', detail: 'is more than is allowed', maxPercent, maxAmount }],
    extensions,
  })
}
