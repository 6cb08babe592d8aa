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

/** Throws `not_allowed_here`, or `discount_too_large` when the discount exceeds the retail point's limit. */
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

/** Throws `not_allowed_here`, or `discount_too_large` when the discount exceeds the retail point's limit. */
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

/** Returns the largest amount that its own discount can take off a line: the remainder after line promotions. */
export function mostOfLine({ original, terms }: Cart, line: CartLine): Amount {
  return original ? (0 as Amount) : must(mostByHand([discountable(line)], terms).ofLines[0])
}

/**
 * Returns the largest amount that a discount of the whole receipt can take off: the remainder of its lines
 * after all other discounts.
 */
export function mostOfReceipt({ lines, original, terms }: Cart): Amount {
  return original ? (0 as Amount) : mostByHand(lines.map(discountable), terms).ofReceipt
}

/**
 * Checks the discounts of a cart changed by a cashier, who may give a discount with the change (`isGiven`). A
 * line's total discount may not exceed the limit of their role. Where it already did before, it may not grow:
 * a discount that a colleague gave or a supervisor allowed stays, but does not grow with the cart. A
 * supervisor can allow more, up to their own limit. Returns the cart, with the approval. Throws `forbidden`,
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
  // As a cart grows, splitting the receipt discount may put one more smallest unit on a line.
  const spare = (isGiven ? 0 : 1) as Amount
  const exceeded = exceededLimit(before, after, most, spare)
  const discountSum = sumAmounts([...wholeDiscounts(after).values()])
  if (exceeded === null && (most > 0 || !isGiven)) {
    // An employee who needs no approval has given more than a supervisor allowed.
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
 * Returns the limit in money of the first line that a change discounts beyond the percentage and `spare`.
 * Null: no line.
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

/** Returns the discounts by line, without promotions. */
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
