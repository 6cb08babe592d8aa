import {
  type Amount,
  type Cost,
  multiplyDivide,
  type Percent,
  type Quantity,
  roundedQuotient,
} from '#shared/money/decimal.ts'

const WHOLE = 100_00

/** Returns quantity × price − discount, rounded per line (docs/domain.md#numbers). */
export function lineSum(quantity: Quantity, price: Amount, discount: Amount = 0 as Amount): Amount {
  return (multiplyDivide(quantity, price, 1000) - discount) as Amount
}

/**
 * Returns the sum of a line with a percentage off, for documents and receipts: quantity × price × (1 −
 * percent), rounded once, half away from zero (docs/domain.md#lines). Throws `RangeError` beyond the exact
 * range.
 */
export function reducedSum(quantity: Quantity, price: Cost, off: Percent): Amount {
  return reduced(quantity, price, off, 10_000n)
}

/** Returns the amount that a percentage takes off a receipt line. The line then has the sum of `reducedSum`. */
export function percentOff(quantity: Quantity, price: Amount, off: Percent): Amount {
  return (lineSum(quantity, price) - reduced(quantity, price, off, 100n)) as Amount
}

/**
 * Calculates a reduced sum in hundredths, from a quantity in thousandths and a percentage in hundredths.
 * `steps` is the number of price steps in one major unit.
 */
function reduced(quantity: Quantity, price: number, off: Percent, steps: bigint): Amount {
  const full = BigInt(quantity) * BigInt(price) * BigInt(WHOLE - off)
  return roundedQuotient(full, (1_000n * steps * BigInt(WHOLE)) / 100n) as Amount
}

/**
 * Returns the VAT of a line. A null `rate` means "without VAT", 0 means "0 %". When prices include VAT, the
 * tax is part of the sum; otherwise it is added.
 */
export function lineVat(sum: Amount, rate: Percent | null, isVatIncluded: boolean): Amount {
  if (rate === null || rate === 0) return 0 as Amount
  return multiplyDivide(sum, rate, isVatIncluded ? 10_000 + rate : 10_000) as Amount
}
