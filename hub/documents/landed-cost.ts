import { type Cost, multiplyDivide } from '#shared/money/decimal.ts'
import type { LineRow } from './kind.ts'
import type { Settings } from './settings.ts'

/**
 * What a piece of a line cost to get: its sum, without the VAT that the organization recovers, and its share of the
 * overhead costs (docs/domain.md#landed-cost).
 */
export function landedCost(
  { sum, vatSum, overheadShare, quantity }: LineRow,
  { recoversVat }: Pick<Settings, 'recoversVat'>,
): Cost {
  if (quantity === 0) return 0 as Cost
  // Hundredths over thousandths, to ten-thousandths.
  return multiplyDivide(sum - (recoversVat ? vatSum : 0) + overheadShare, 100_000, quantity) as Cost
}
