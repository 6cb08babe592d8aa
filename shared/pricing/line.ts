import { type Amount, multiplyDivide, type Percent, type Quantity } from '#shared/money/decimal.ts'

/** quantity × price − discount, rounded per line (docs/domain.md#numbers). */
export function lineSum(quantity: Quantity, price: Amount, discount: Amount = 0 as Amount): Amount {
  return (multiplyDivide(quantity, price, 1000) - discount) as Amount
}

/**
 * VAT of a line. `rate` null is "without VAT", 0 is "0 %". When prices include VAT the tax is the part of the sum;
 * otherwise it comes on top.
 */
export function lineVat(sum: Amount, rate: Percent | null, isVatIncluded: boolean): Amount {
  if (rate === null || rate === 0) return 0 as Amount
  return multiplyDivide(sum, rate, isVatIncluded ? 10_000 + rate : 10_000) as Amount
}
