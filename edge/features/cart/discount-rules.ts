import { type Amount, amountToNumber, type Percent, percent, percentToNumber } from '#shared/money/decimal.ts'
import { lineSum } from '#shared/pricing/line.ts'
import {
  discountableSum,
  discountLimit,
  type ManualDiscount,
  manualDiscounts,
  wholeDiscount,
} from '#shared/pricing/manual-discounts.ts'
import { Problem } from '#shared/problems/problem.ts'
import { must } from '#shared/std/must.ts'
import type { Cart, CartLine } from '../../journal/carts.ts'
import type { Actor } from '../session/actor.ts'

/** Throws not_allowed_here, or discount_too_large when it is more than the retail point allows. */
export function checkLineDiscount(cart: Cart, line: CartLine, discount: ManualDiscount): void {
  checkAllowed(cart)
  if (line.isDiscountProhibited) {
    throw new Problem('not_allowed_here', { detail: `${line.name} is sold without discounts` })
  }
  checkLimit(cart, lineSum(line.quantity, line.price), discount)
}

/** Throws not_allowed_here, or discount_too_large when it is more than the retail point allows. */
export function checkReceiptDiscount(cart: Cart, discount: ManualDiscount): void {
  checkAllowed(cart)
  const sum = discountableSum(cart.lines)
  if (sum === 0) {
    throw new Problem('not_allowed_here', { detail: 'Nothing in this cart is sold at a discount' })
  }
  checkLimit(cart, sum, discount)
}

/**
 * What a cashier gives brings no line beyond what their role may take off it, with all that it has already; what a colleague
 * has given stays. Throws forbidden, or discount_too_large.
 */
export function checkCashierDiscount({ cashier }: Actor, before: Cart, after: Cart): void {
  const most = percent(cashier.limits.maxDiscountPercent)
  if (most === 0) throw new Problem('forbidden', { detail: 'Your role gives no discounts' })
  const earlier = wholeDiscounts(before)
  const whole = wholeDiscounts(after)
  for (const { id, quantity, price } of after.lines) {
    const given = whole.get(id) ?? 0
    const limit = discountLimit(lineSum(quantity, price), most)
    if (given > limit && given > (earlier.get(id) ?? 0)) throw tooLarge(most, limit)
  }
}

/** By line, promotions aside. */
function wholeDiscounts(cart: Cart): Map<string, Amount> {
  const discounts = manualDiscounts(cart.lines, cart.discount, cart.terms.maxDiscountPercent)
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

function checkLimit({ terms: { maxDiscountPercent } }: Cart, of: Amount, discount: ManualDiscount): void {
  const most = discountLimit(of, maxDiscountPercent)
  const isTooLarge = 'percent' in discount ? discount.percent > maxDiscountPercent : discount.amount > most
  if (isTooLarge) throw tooLarge(maxDiscountPercent, most)
}

function tooLarge(percent: Percent, most: Amount): Problem {
  const [maxPercent, maxAmount] = [percentToNumber(percent), amountToNumber(most)]
  return new Problem('discount_too_large', {
    detail: `At most ${maxPercent} % are taken off here, which is ${maxAmount}`,
    errors: [{ pointer: '#/discount', detail: 'is more than is allowed', maxPercent, maxAmount }],
  })
}
