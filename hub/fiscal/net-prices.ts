import { type Amount, multiplyDivide, type Quantity } from '#shared/money/decimal.ts'
import type { FiscalLine } from './receipt.ts'

const UNIT = 1000

/**
 * Lines whose price has the discounts in it, for providers that want it so. A line that no price gives exactly is split when
 * its units are whole: 3 for 100.00 are 2 × 33.33 and 1 × 33.34. A weighed one keeps the nearest price beside its exact sum.
 */
export function withNetPrices(lines: readonly FiscalLine[]): FiscalLine[] {
  return lines.flatMap((line) => {
    const { quantity, sum, vatSum } = line
    const price = multiplyDivide(sum, UNIT, quantity)
    if (multiplyDivide(price, quantity, UNIT) === sum || quantity % UNIT !== 0 || line.markingCode !== null)
      return [{ ...line, price: price as Amount }]
    const units = quantity / UNIT
    const lower = Math.floor(sum / units)
    const dearer = sum - lower * units
    const part = (count: number, each: number, vat: number): FiscalLine => ({
      ...line,
      quantity: (count * UNIT) as Quantity,
      price: each as Amount,
      sum: (count * each) as Amount,
      vatSum: vat as Amount,
    })
    const vatOfDearer = multiplyDivide(vatSum, dearer * (lower + 1), sum)
    return [part(units - dearer, lower, vatSum - vatOfDearer), part(dearer, lower + 1, vatOfDearer)]
  })
}
