import { spread } from '#shared/documents/spread.ts'
import type { Amount } from '#shared/money/decimal.ts'

/** Distributes `change` over the sums in proportion, for example a payment in points or the rounding of a total. */
export function changeSums(sums: readonly Amount[], change: Amount): Amount[] {
  if (change === 0 || sums.length === 0) return [...sums]
  const parts = spread(Math.abs(change) as Amount, sums)
  return sums.map((sum, i) => (sum + Math.sign(change) * (parts[i] ?? 0)) as Amount)
}
