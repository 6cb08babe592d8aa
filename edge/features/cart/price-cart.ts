import { type Amount, amount, type Quantity, quantity } from '#shared/money/decimal.ts'
import { type LineDiscount, manualDiscounts, wholeDiscount } from '#shared/pricing/manual-discounts.ts'
import { returnedDiscount } from '#shared/pricing/returned-discount.ts'
import { type SaleTotals, saleTotals } from '#shared/pricing/sale.ts'
import { invalidField, Problem } from '#shared/problems/problem.ts'
import { must } from '#shared/std/must.ts'
import type { Cart, CartLine } from '../../journal/carts.ts'

/** What the messages to the hub can carry (shared/sync/sale.ts, shared/money/wire.ts). */
const MOST_LINES = 5_000
export const LARGEST_SUM: Amount = amount(1e10)
const LARGEST_QUANTITY = quantity(1e10)

export interface CartTotals extends SaleTotals {
  /** Of each line; in a return with a basis what the receipt had off is its own. */
  discounts: LineDiscount[]
}

/** The sums of a cart, before rounding. Throws Problem invalid_request when they are larger than a sale can be. */
export function priceCart(cart: Cart): CartTotals {
  const { lines } = cart
  if (lines.length > MOST_LINES) {
    throw new Problem('invalid_request', { detail: `A sale has at most ${MOST_LINES} lines` })
  }
  if (lines.some((line) => line.quantity > LARGEST_QUANTITY)) {
    throw invalidField(['quantity'], 'becomes too large')
  }
  const totals = totalsOf(cart)
  if (!totals || totals.sum > LARGEST_SUM) throw invalidField(['quantity'], 'the sum becomes too large')
  return totals
}

/** Null when they are past the exact range. */
function totalsOf(cart: Cart): CartTotals | null {
  const { lines, terms } = cart
  try {
    const discounts = discountsOf(cart)
    const priced = lines.map((line, index) => ({
      ...line,
      discountAmount: wholeDiscount(must(discounts[index], 'discount of the line')),
    }))
    return { ...saleTotals(priced, terms.vatIncluded), discounts }
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

function discountsOf({ original, lines, discount, terms }: Cart): LineDiscount[] {
  return original
    ? lines.map((line) => ({ own: discountBack(line), share: 0 as Amount }))
    : manualDiscounts(lines, discount, terms.maxDiscountPercent)
}

function discountBack({ sold, returnable, quantity, price }: CartLine): Amount {
  if (!sold) return 0 as Amount
  const before = (sold.quantity - (returnable ?? 0)) as Quantity
  return returnedDiscount(sold, { before, quantity, price })
}
