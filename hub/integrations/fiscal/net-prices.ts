import { type Amount, multiplyDivide, type Quantity } from '#shared/money/decimal.ts'
import type { FiscalLine } from './receipt.ts'

const UNIT = 1000

/**
 * Returns lines whose prices include discounts, as some providers require. A line without an exact price is
 * split: 3 for 100.00 becomes 2 × 33.33 and 1 × 33.34, and 2.5 for 10.01 becomes 1.5 × 4.00 and 1 × 4.01. A
 * line with a marking code stays whole and gets the nearest price.
 */
export function withNetPrices(lines: readonly FiscalLine[]): FiscalLine[] {
  return lines.flatMap((line) => {
    const { quantity, sum, vatSum } = line
    const price = multiplyDivide(sum, UNIT, quantity)
    const missing = sum - multiplyDivide(price, quantity, UNIT)
    if (missing === 0 || line.markingCode !== null) return [{ ...line, price: price as Amount }]
    const lower = missing < 0 ? price - 1 : price
    // Number of whole units priced a hundredth higher. The remaining quantity is never negative.
    const dearer = sum - multiplyDivide(lower, quantity, UNIT)
    const part = (count: number, each: number, total: number, vat: number): FiscalLine => ({
      ...line,
      quantity: count as Quantity,
      price: each as Amount,
      sum: total as Amount,
      vatSum: vat as Amount,
    })
    const sumOfDearer = dearer * (lower + 1)
    const vatOfDearer = multiplyDivide(vatSum, sumOfDearer, sum)
    return [
      part(quantity - dearer * UNIT, lower, sum - sumOfDearer, vatSum - vatOfDearer),
      part(dearer * UNIT, lower + 1, sumOfDearer, vatOfDearer),
    ]
  })
}
