import type { Amount, Cost, Percent, Quantity } from '#shared/money/decimal.ts'
import { lineVat, reducedSum } from '#shared/pricing/line.ts'

export interface PricedLine {
  quantity: Quantity
  price: Cost
  discountPercent: Percent
  /** VAT rate in percent, or null without VAT. */
  vatRate: Percent | null
}

/** VAT settings of a document. */
export interface VatTerms {
  vatEnabled: boolean
  vatIncluded: boolean
}

/**
 * Returns the total of a line including VAT, and the VAT in it (docs/domain.md#lines). The total is quantity
 * × price × (1 − discount), rounded to minor units, half away from zero. VAT is added when prices exclude it.
 * Throws `RangeError` beyond the exact range.
 */
export function lineSums(
  { quantity, price, discountPercent, vatRate }: PricedLine,
  { vatEnabled, vatIncluded }: VatTerms,
): { sum: Amount; vatSum: Amount } {
  const priced = reducedSum(quantity, price, discountPercent)
  const vatSum = lineVat(priced, vatEnabled ? vatRate : null, vatIncluded)
  return { sum: vatIncluded ? priced : (toSafe(BigInt(priced) + BigInt(vatSum)) as Amount), vatSum }
}

function toSafe(value: bigint): number {
  const number = Number(value)
  if (!Number.isSafeInteger(number)) throw new RangeError('the sum is too large to be exact')
  return number
}
