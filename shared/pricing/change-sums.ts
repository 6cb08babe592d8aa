import type { Amount } from '#shared/money/decimal.ts'
import { spread } from '#shared/money/spread.ts'

/** Returns the sums with `change` added in proportion, such as a payment in points, or the rounding of a total. */
export function changeSums(sums: readonly Amount[], change: Amount): Amount[] {
  if (change === 0 || sums.length === 0) return [...sums]
  const parts = spread(Math.abs(change) as Amount, sums)
  return sums.map((sum, i) => (sum + Math.sign(change) * (parts[i] ?? 0)) as Amount)
}
