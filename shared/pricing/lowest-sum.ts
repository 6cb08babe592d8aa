import type { ZeroLines } from '#shared/domain/zero-lines.ts'
import type { Amount, Quantity } from '#shared/money/decimal.ts'
import { Problem } from '#shared/problems/problem.ts'
import { lineSum } from './line.ts'

/**
 * Returns the minimum sum of a line after discounts: the quantity at its minimum price. Where zero lines are
 * not allowed, that price is at least 0.01, and the sum is at least 0.01, however small the quantity
 * (docs/domain.md#zero-lines).
 */
export function lowestSum(
  { quantity, minPrice }: { quantity: Quantity; minPrice: Amount | null },
  zeroLines: ZeroLines,
): Amount {
  const least = zeroLines === 'Cent' ? 1 : 0
  return Math.max(lineSum(quantity, Math.max(minPrice ?? 0, least) as Amount), least) as Amount
}

/** Half a hundredth, in thousandths of a unit × hundredths. Smaller products are rounded to 0. */
const HALF_A_CENT = 500

/** True for a line with a price whose quantity is so small that the sum is 0, such as 0.001 kg at 3.00. */
export const isSumTooSmall = ({ quantity, price }: { quantity: Quantity; price: Amount }): boolean =>
  price > 0 && quantity * price < HALF_A_CENT

/** Throws `sum_too_small` when a line with a price has the sum 0, so that the product must be weighed again. */
export function refuseTooSmall(line: { quantity: Quantity; price: Amount }, pointer = '#/quantity'): void {
  if (!isSumTooSmall(line)) return
  const detail = 'comes to 0.00 at this price: weigh it again'
  throw new Problem('sum_too_small', { detail: `The line ${detail}`, errors: [{ pointer, detail }] })
}
