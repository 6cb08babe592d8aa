import { type Amount, type Cost, multiplyDivide } from '#shared/money/decimal.ts'
import { type ExchangeRate, exchanged } from '#shared/money/exchange.ts'
import type { LineRow } from './kind.ts'
import type { Settings } from './settings.ts'

/**
 * Returns the cost of one piece of a line in the currency of the organization. The cost consists of the total
 * of the line, without the VAT that the organization recovers, and the line's share of the overhead costs
 * (docs/domain.md#landed-cost).
 */
export function landedCost(
  { sum, vatSum, overheadShare, quantity }: LineRow,
  rate: ExchangeRate,
  { recoversVat }: Pick<Settings, 'recoversVat'>,
): Cost {
  if (quantity === 0) return 0 as Cost
  const own = (value: Amount) => exchanged(value, rate)
  const paid = own(sum) - (recoversVat ? own(vatSum) : 0) + own(overheadShare)
  // Hundredths divided by thousandths give ten-thousandths, hence the factor.
  return multiplyDivide(paid, 100_000, quantity) as Cost
}
