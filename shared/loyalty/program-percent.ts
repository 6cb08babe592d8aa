import type { Amount, Percent } from '#shared/money/decimal.ts'

export interface PercentProgram {
  kind: 'DiscountPercent' | 'Accumulative' | 'Bonus'
  discountPercent: Percent
  /** Levels in the order of their amounts. */
  levels: readonly { fromAmount: Amount; percent: Percent }[]
}

/** Returns the discount of a program at a turnover: that of the highest level reached (docs/domain.md#loyalty). */
export function programPercent({ kind, discountPercent, levels }: PercentProgram, turnover: Amount): Percent {
  if (kind === 'DiscountPercent') return discountPercent
  const reached = kind === 'Accumulative' && levels.findLast(({ fromAmount }) => turnover >= fromAmount)
  return reached ? reached.percent : (0 as Percent)
}
