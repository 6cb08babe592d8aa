import { type Amount, type Quantity, quantity, sumAmounts } from '#shared/money/decimal.ts'
import { lineSum, lineVat } from '#shared/pricing/line.ts'
import {
  type DiscountableLine,
  type LineDiscount,
  manualDiscounts,
  wholeDiscount,
} from '#shared/pricing/manual-discounts.ts'
import type { LineCut } from '#shared/pricing/promotions/model.ts'
import { returnedLine } from '#shared/pricing/returned-line.ts'
import { LARGEST_SUM, type SaleTotals, saleTotals } from '#shared/pricing/sale.ts'
import { invalidField, Problem } from '#shared/problems/problem.ts'
import { must } from '#shared/std/must.ts'
import type { Cart, CartLine } from '../../journal/carts.ts'

/** Limits of the hub's sync messages (shared/sync/sale.ts, shared/money/wire.ts). */
const MOST_LINES = 5_000
const LARGEST_QUANTITY = quantity(1e10)

export interface CartTotals extends SaleTotals {
  /** Discounts by line. A return with a basis has the discounts of its receipt. */
  discounts: CartDiscount[]
}

/** Manual and promotion discounts of a line. */
export interface CartDiscount extends LineDiscount {
  promotions: readonly LineCut[]
}

export const wholeCartDiscount = ({ promotions, ...manual }: CartDiscount): Amount =>
  (wholeDiscount(manual) + sumAmounts(promotions.map((cut) => cut.amount))) as Amount

/** Returns the sum of the gift vouchers in a cart, which are sold or refunded. */
export const voucherSumOf = ({ vouchers }: Pick<Cart, 'vouchers'>): Amount =>
  sumAmounts(vouchers.map(({ amount }) => amount))

/**
 * Returns the totals of the products in a cart, before rounding. Throws `invalid_request` when they exceed
 * the limits of a sale.
 */
export function priceCart(cart: Cart): CartTotals {
  const { lines } = cart
  if (lines.length > MOST_LINES) {
    throw new Problem('invalid_request', { detail: `A sale has at most ${MOST_LINES} lines` })
  }
  if (lines.some((line) => line.quantity > LARGEST_QUANTITY)) {
    throw invalidField(['quantity'], 'is too large')
  }
  const totals = totalsOf(cart)
  if (!totals || totals.sum + voucherSumOf(cart) > LARGEST_SUM)
    throw invalidField(['quantity'], 'the sum is too large')
  return totals
}

/** Returns the totals of a cart, or null when they exceed the exact range. */
function totalsOf(cart: Cart): CartTotals | null {
  const { lines, terms } = cart
  try {
    if (cart.original) return totalsOfReturn(cart)
    const discounts = discountsOf(cart)
    const priced = lines.map((line, index) => ({
      ...line,
      discountAmount: wholeCartDiscount(must(discounts[index], 'discount of the line')),
    }))
    return { ...saleTotals(priced, terms.vatIncluded), discounts }
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

function discountsOf({ lines, discount, terms }: Cart): CartDiscount[] {
  const manual = manualDiscounts(lines.map(discountable), discount, terms)
  return lines.map(({ cuts }, index) => besidesPromotions(must(manual[index]), cuts))
}

/**
 * Combines manual and promotion discounts. Line promotions apply first, so the cashier's discount is capped
 * by the remaining amount.
 */
function besidesPromotions(manual: LineDiscount, cuts: readonly LineCut[] | null): CartDiscount {
  if (cuts === null) return { ...manual, promotions: [] }
  const given = cuts.find(({ kind }) => kind === 'Manual')?.amount ?? 0
  const own = Math.min(manual.own, given) as Amount
  return {
    own,
    share: (given - own) as Amount,
    promotions: cuts.filter(({ kind }) => kind !== 'Manual'),
  }
}

/** Returns the line as input for manual discounts. Line promotions apply before them. */
export const discountable = (line: CartLine): DiscountableLine => ({
  ...line,
  promoted: sumAmounts(
    (line.cuts ?? [])
      .filter(({ kind, scope }) => kind !== 'Manual' && scope === 'Line')
      .map(({ amount }) => amount),
  ),
})

/** Returns the totals of a return. Each line gets its share of the amount paid for it. */
function totalsOfReturn({ lines, terms: { vatIncluded } }: Cart): CartTotals {
  const parts = lines.map((line) => partBack(line, vatIncluded))
  return {
    lines: parts.map(({ net, vatSum }) => ({ sum: (vatIncluded ? net : net + vatSum) as Amount, vatSum })),
    sum: sumAmounts(parts.map(({ net, vatSum }) => (vatIncluded ? net : net + vatSum) as Amount)),
    vatSum: sumAmounts(parts.map(({ vatSum }) => vatSum)),
    discountSum: sumAmounts(parts.map(({ discountAmount }) => discountAmount)),
    discounts: parts.map(({ discountAmount }) => ({
      own: discountAmount,
      share: 0 as Amount,
      promotions: [],
    })),
  }
}

/** Throws `invalid_request` when the cart, without promotions, exceeds the limits of a sale. */
export function refuseTooLarge(cart: Cart): void {
  priceCart({ ...cart, lines: cart.lines.map((line) => ({ ...line, cuts: null })) })
}

function partBack({ sold, returnable, quantity, price, vatRate }: CartLine, vatIncluded: boolean) {
  const whole = sold ?? { quantity, net: lineSum(quantity, price), vatSum: 0 as Amount }
  const before = (whole.quantity - (returnable ?? whole.quantity)) as Quantity
  const part = returnedLine(whole, { before, quantity, price })
  return sold ? part : { ...part, vatSum: lineVat(part.net, vatRate, vatIncluded) }
}

/** True when everything that was still returnable on the receipt is returned. */
export const isLastReturn = ({ original, goodsLeft, lines }: Cart): boolean =>
  original !== null &&
  lines.length > 0 &&
  lines.reduce((sum, { quantity }) => sum + quantity, 0) === goodsLeft
