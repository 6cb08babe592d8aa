import type { TillLimits } from '#shared/contracts/till-limits.ts'
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

/** Throws not_allowed_here, or discount_too_large when it is more than the retail point allows. */
export function checkLineDiscount(cart: Cart, line: CartLine, discount: ManualDiscount): void {
  checkAllowed(cart)
  if (line.isDiscountProhibited) {
    throw new Problem('not_allowed_here', { detail: `${line.name} is sold without discounts` })
  }
  const { maxDiscountPercent } = cart.terms
  const most = mostOfLine(cart, line)
  const isTooLarge = 'percent' in discount ? discount.percent > maxDiscountPercent : discount.amount > most
  if (isTooLarge) throw tooLarge(maxDiscountPercent, most)
}

/** Throws not_allowed_here, or discount_too_large when it is more than the retail point allows. */
export function checkReceiptDiscount(cart: Cart, discount: ManualDiscount): void {
  checkAllowed(cart)
  if (discountableSum(cart.lines) === 0) {
    throw new Problem('not_allowed_here', { detail: 'Nothing in this cart is sold at a discount' })
  }
  const { maxDiscountPercent } = cart.terms
  const most = mostOfReceipt(cart)
  const isTooLarge = 'percent' in discount ? discount.percent > maxDiscountPercent : discount.amount > most
  if (isTooLarge) throw tooLarge(maxDiscountPercent, most)
}

/** The most that its own discount can take off a line of the cart: what promotions of lines leave of it. */
export function mostOfLine({ original, terms }: Cart, line: CartLine): Amount {
  return original ? (0 as Amount) : must(mostByHand([discountable(line)], terms).ofLines[0])
}

/** The most that a discount of the whole receipt can take off: what its lines have left after all other discounts. */
export function mostOfReceipt({ lines, original, terms }: Cart): Amount {
  return original ? (0 as Amount) : mostByHand(lines.map(discountable), terms).ofReceipt
}

/**
 * A change of the cart by a cashier, who may give a discount with it (`isGiven`). It takes no more off a line than their
 * role may, with all that the line has already, and no more off than before where it has more: what a colleague has given or a
 * supervisor allowed stays, and does not grow with the cart. A supervisor can allow more, up to what they may give themselves.
 * Returns the cart after it, with the approval. Throws forbidden, or discount_too_large.
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
  // As a cart grows, splitting the discount of the receipt may put the least step more on a line.
  const spare = (isGiven ? 0 : 1) as Amount
  const exceeded = exceededLimit(before, after, most, spare)
  const discountSum = sumAmounts([...wholeDiscounts(after).values()])
  if (exceeded === null && (most > 0 || !isGiven)) {
    // More than a supervisor allowed is now given by somebody who needs no approval.
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
  if (most === 0) throw new Problem('forbidden', { detail: 'Your role gives no discounts', extensions })
  throw tooLarge(most, exceeded ?? (0 as Amount), extensions)
}

/** Of the first line that a change takes beyond so many percent and `spare`: what they come to. Null when it takes none. */
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

/** By line, promotions aside. */
function wholeDiscounts(cart: Cart): Map<string, Amount> {
  const discounts = manualDiscounts(cart.lines.map(discountable), cart.discount, cart.terms)
  return new Map(cart.lines.map(({ id }, index) => [id, wholeDiscount(must(discounts[index], 'discount'))]))
}

function checkAllowed({ original, terms }: Cart): void {
  if (original) {
    throw new Problem('not_allowed_here', { detail: 'What was sold is returned at the price of its receipt' })
  }
  if (terms.maxDiscountPercent === 0) {
    throw new Problem('not_allowed_here', { detail: 'No discounts are given at this retail point' })
  }
}

function tooLarge(percent: Percent, most: Amount, extensions: Record<string, unknown> = {}): Problem {
  const [maxPercent, maxAmount] = [percentToNumber(percent), amountToNumber(most)]
  return new Problem('discount_too_large', {
    detail: `At most ${maxPercent} % are taken off here, which is ${maxAmount}`,
    errors: [{ pointer: '#/discount', detail: 'is more than is allowed', maxPercent, maxAmount }],
    extensions,
  })
}
