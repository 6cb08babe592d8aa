import { type Amount, amountToNumber, percentToNumber } from '#shared/money/decimal.ts'
import { lineSum } from '#shared/pricing/line.ts'
import { discountableSum, discountLimit, type ManualDiscount } from '#shared/pricing/manual-discounts.ts'
import { Problem } from '#shared/problems/problem.ts'
import type { Cart, CartLine } from '../../journal/carts.ts'

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
  if (!isTooLarge) return
  const [maxPercent, maxAmount] = [percentToNumber(maxDiscountPercent), amountToNumber(most)]
  throw new Problem('discount_too_large', {
    detail: `At most ${maxPercent} % are taken off here, which is ${maxAmount}`,
    errors: [{ pointer: '#/discount', detail: 'is more than is allowed', maxPercent, maxAmount }],
  })
}
