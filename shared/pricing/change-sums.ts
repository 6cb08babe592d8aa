import { spread } from '#shared/documents/spread.ts'
import type { Amount } from '#shared/money/decimal.ts'

/** The sums with `change` added to them in proportion, such as what points pay, or the rounding of a total. */
export function changeSums(sums: readonly Amount[], change: Amount): Amount[] {
  if (change === 0 || sums.length === 0) return [...sums]
  const parts = spread(Math.abs(change) as Amount, sums)
  return sums.map((sum, i) => (sum + Math.sign(change) * (parts[i] ?? 0)) as Amount)
}
