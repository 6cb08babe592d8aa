import type { Amount, Percent } from '#shared/money/decimal.ts'

export interface PercentProgram {
  kind: 'DiscountPercent' | 'Accumulative' | 'Bonus'
  discountPercent: Percent
  /** In the order of their amounts. */
  levels: readonly { fromAmount: Amount; percent: Percent }[]
}

/** What a program takes off at a turnover: that of the highest level it has reached (docs/domain.md#loyalty). */
export function programPercent({ kind, discountPercent, levels }: PercentProgram, turnover: Amount): Percent {
  if (kind === 'DiscountPercent') return discountPercent
  const reached = kind === 'Accumulative' && levels.findLast(({ fromAmount }) => turnover >= fromAmount)
  return reached ? reached.percent : (0 as Percent)
}
