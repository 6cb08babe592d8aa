import type { Amount, Percent } from '#shared/money/decimal.ts'

export interface PercentProgram {
  kind: 'DiscountPercent' | 'Accumulative' | 'Bonus'
  discountPercent: Percent
  /** Levels in ascending order of their amounts. */
  levels: readonly { fromAmount: Amount; percent: Percent }[]
}

/**
 * Returns the discount percentage of a program for a turnover (docs/domain.md#loyalty). A program with levels
 * gives the discount of the highest level reached, or 0 below the first level. A program without a discount
 * gives 0.
 */
export function programPercent({ kind, discountPercent, levels }: PercentProgram, turnover: Amount): Percent {
  if (kind === 'DiscountPercent') return discountPercent
  const reached = kind === 'Accumulative' && levels.findLast(({ fromAmount }) => turnover >= fromAmount)
  return reached ? reached.percent : (0 as Percent)
}
