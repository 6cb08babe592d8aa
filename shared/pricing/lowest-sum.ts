import type { ZeroLines } from '#shared/domain/zero-lines.ts'
import type { Amount, Quantity } from '#shared/money/decimal.ts'
import { Problem } from '#shared/problems/problem.ts'
import { lineSum } from './line.ts'

/**
 * Returns the minimum sum of a line after discounts: its minimum price, or 0.01 for each unit where zero
 * lines are not allowed (docs/domain.md#zero-lines). In the latter case the sum is at least 0.01, however
 * small the quantity.
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

/** True for priced goods whose quantity is so small that the sum is 0, such as 0.001 kg at 3.00. */
export const isSumTooSmall = ({ quantity, price }: { quantity: Quantity; price: Amount }): boolean =>
  price > 0 && quantity * price < HALF_A_CENT

/** Throws `sum_too_small` when the sum of a line is 0 and the goods must be weighed again. */
export function refuseTooSmall(line: { quantity: Quantity; price: Amount }, pointer = '#/quantity'): void {
  if (!isSumTooSmall(line)) return
  const detail = 'comes to 0.00 at this price: weigh it again'
  throw new Problem('sum_too_small', { detail: `The line ${detail}`, errors: [{ pointer, detail }] })
}
