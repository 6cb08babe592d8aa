import { type Amount, type Cost, multiplyDivide, type Percent, type Quantity } from '#shared/money/decimal.ts'

export interface PricedLine {
  quantity: Quantity
  price: Cost
  discountPercent: Percent
  /** null: without VAT. */
  vatRate: Percent | null
}

/** What a document says of VAT. */
export interface VatTerms {
  vatEnabled: boolean
  vatIncluded: boolean
}

const WHOLE = 100_00

/**
 * quantity × price × (1 − discount), rounded to money half away from zero, and the VAT in it or on it
 * (docs/domain.md#lines). Throws RangeError past the exact range.
 */
export function lineSums(
  { quantity, price, discountPercent, vatRate }: PricedLine,
  { vatEnabled, vatIncluded }: VatTerms,
): { sum: Amount; vatSum: Amount } {
  const full = BigInt(quantity) * BigInt(price) * BigInt(WHOLE - discountPercent)
  // Thousandths × ten-thousandths × hundredths of a percent, to hundredths.
  const sum = toSafe(roundedQuotient(full, (1_000n * 10_000n * 10_000n) / 100n)) as Amount
  const rate = vatEnabled ? (vatRate ?? 0) : 0
  const vatSum = multiplyDivide(sum, rate, vatIncluded ? WHOLE + rate : WHOLE) as Amount
  return { sum, vatSum }
}

/** Neither is negative. */
function roundedQuotient(numerator: bigint, denominator: bigint): bigint {
  return (2n * numerator + denominator) / (2n * denominator)
}

function toSafe(value: bigint): number {
  const number = Number(value)
  if (!Number.isSafeInteger(number)) throw new RangeError('the sum is too large to be exact')
  return number
}
