import type { Cart, CartLine, TillDiscount } from '#shared/contracts/till/till.ts'
import { type Amount, amount, percent, quantity, sumAmounts } from '#shared/money/decimal.ts'
import { lineSum } from '#shared/pricing/line.ts'
import {
  type DiscountableLine,
  type ManualDiscount,
  manualDiscounts,
  mostByHand,
} from '#shared/pricing/manual-discounts.ts'

/** What a discount is off: a line of the cart by its id, or with null the whole receipt. */
export type DiscountTarget = string | null

/** The cart as the agent would work it out with a discount. */
export interface Discounted {
  /** What it is off, before it. */
  full: Amount
  /** The most that may come off. */
  most: Amount
  /** What comes off. */
  off: Amount
}

/** What a discount comes to in a cart, by the arithmetic with which the agent gives it. */
export function discounted(cart: Cart, target: DiscountTarget, discount: TillDiscount | null): Discounted {
  const terms = { maxDiscountPercent: percent(cart.maxDiscountPercent), zeroLines: cart.zeroLines }
  const lines = cart.lines.map((line) =>
    line.id === target ? { ...discountable(line), discount: read(discount) } : discountable(line),
  )
  const given = manualDiscounts(lines, read(target === null ? discount : cart.discount), terms)
  if (target === null) {
    const owns = sumAmounts(given.map(({ own }) => own))
    const sums = sumAmounts(lines.map((line) => lineSum(line.quantity, line.price)))
    const most = amount(cart.maxReceiptDiscount)
    // Promotions may have used up what the lowest prices leave: only the agent's limit counts them.
    const off = Math.min(most, sumAmounts(given.map(({ share }) => share))) as Amount
    return { full: (sums - owns - promoted(cart.lines)) as Amount, most, off }
  }
  const at = cart.lines.findIndex(({ id }) => id === target)
  const line = lines[at]
  const full = line ? lineSum(line.quantity, line.price) : amount(0)
  const promotions = promoted(cart.lines.slice(at, at + 1))
  const most =
    mostByHand(
      lines.map((line, i) => ({ ...line, promoted: i === at ? promotions : amount(0) })),
      terms,
    ).ofLines[at] ?? amount(0)
  return { full: (full - promotions) as Amount, most, off: given[at]?.own ?? amount(0) }
}

/** What promotions have taken off already. */
const promoted = (lines: readonly CartLine[]): Amount =>
  sumAmounts(lines.flatMap((line) => line.promotions.map((cut) => amount(cut.amount))))

/** Why no discount is given, as the name of a text; null when one may be. */
export function whyNoDiscount(cart: Cart, line: CartLine | null) {
  if (cart.originalReceiptNumber) return 'discount.asOnReceipt'
  if (cart.maxDiscountPercent === 0) return 'discount.notHere'
  const isProhibited = line ? line.isDiscountProhibited : cart.lines.every((one) => one.isDiscountProhibited)
  return isProhibited ? 'discount.notForThis' : null
}

function discountable(line: CartLine): DiscountableLine {
  return {
    quantity: quantity(line.quantity),
    price: amount(line.price),
    minPrice: line.minPrice === null ? null : amount(line.minPrice),
    isDiscountProhibited: line.isDiscountProhibited,
    discount: read(line.discount),
  }
}

function read(discount: TillDiscount | null): ManualDiscount | null {
  if (!discount) return null
  return 'percent' in discount ? { percent: percent(discount.percent) } : { amount: amount(discount.amount) }
}
