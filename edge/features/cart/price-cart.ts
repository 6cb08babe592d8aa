import { type Amount, amount, quantity } from '#shared/money/decimal.ts'
import { type SaleTotals, saleTotals } from '#shared/pricing/sale.ts'
import { invalidField, Problem } from '#shared/problems/problem.ts'
import type { Cart } from '../../journal/carts.ts'

/** What the messages to the hub can carry (shared/sync/sale.ts, shared/money/wire.ts). */
const MOST_LINES = 5_000
export const LARGEST_SUM: Amount = amount(1e10)
const LARGEST_QUANTITY = quantity(1e10)

/** The sums of a cart. Throws Problem invalid_request when they are larger than a sale can be. */
export function priceCart({ lines, terms }: Cart): SaleTotals {
  if (lines.length > MOST_LINES) {
    throw new Problem('invalid_request', { detail: `A sale has at most ${MOST_LINES} lines` })
  }
  if (lines.some((line) => line.quantity > LARGEST_QUANTITY)) {
    throw invalidField(['quantity'], 'becomes too large')
  }
  const totals = totalsOf(lines, terms.vatIncluded)
  if (!totals || totals.sum > LARGEST_SUM) throw invalidField(['quantity'], 'the sum becomes too large')
  return totals
}

/** Null when they are past the exact range. */
function totalsOf(lines: Cart['lines'], vatIncluded: boolean): SaleTotals | null {
  try {
    return saleTotals(lines, vatIncluded)
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}
