import type { ZeroLines } from '#shared/contracts/catalog/retail-points.ts'
import type { Amount, Quantity } from '#shared/money/decimal.ts'
import { Problem } from '#shared/problems/problem.ts'
import { lineSum } from './line.ts'

/**
 * The least that discounts leave of a line: its minimum price, and 0.01 for each unit where no line may come to 0
 * (docs/domain.md#lines-of-nothing). Never less than 0.01 there, however small the quantity.
 */
export function lowestSum(
  { quantity, minPrice }: { quantity: Quantity; minPrice: Amount | null },
  zeroLines: ZeroLines,
): Amount {
  const least = zeroLines === 'Cent' ? 1 : 0
  return Math.max(lineSum(quantity, Math.max(minPrice ?? 0, least) as Amount), least) as Amount
}

/** In thousandths of a unit times hundredths: what is less rounds to 0. */
const HALF_A_CENT = 500

/** Goods with a price of which there is so little that it comes to nothing, such as 0.001 kg at 3.00. */
export const isSumTooSmall = ({ quantity, price }: { quantity: Quantity; price: Amount }): boolean =>
  price > 0 && quantity * price < HALF_A_CENT

/** Throws Problem sum_too_small: it is to be weighed again. */
export function refuseTooSmall(line: { quantity: Quantity; price: Amount }, pointer = '#/quantity'): void {
  if (!isSumTooSmall(line)) return
  const detail = 'comes to 0.00 at this price: weigh it again'
  throw new Problem('sum_too_small', { detail: `The line ${detail}`, errors: [{ pointer, detail }] })
}
