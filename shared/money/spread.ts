import type { Amount } from '#shared/money/decimal.ts'

/**
 * Splits a total by weights so that the parts add up to it exactly. Each share is rounded down. The remainder
 * is distributed in minor units to the shares with the largest fractions, and among equal fractions to the
 * first. When all weights are 0, they count as equal.
 */
export function spread(total: Amount, weights: readonly number[]): Amount[] {
  const all = weights.some((weight) => weight > 0) ? weights : weights.map(() => 1)
  const whole = all.reduce((sum, weight) => sum + BigInt(weight), 0n)
  const shares = all.map((weight) => {
    const product = BigInt(total) * BigInt(weight)
    return { part: product / whole, rest: product % whole }
  })
  let left = BigInt(total) - shares.reduce((sum, { part }) => sum + part, 0n)
  for (const share of shares.toSorted((a, b) => Number(b.rest - a.rest))) {
    if (left === 0n) break
    share.part += 1n
    left -= 1n
  }
  return shares.map(({ part }) => Number(part) as Amount)
}

/**
 * Splits a total like `spread`, with a maximum for each part. An excess is distributed to the other parts by
 * their weights. When the maximums add up to less than the total, each part gets its maximum.
 */
export function spreadWithin(total: Amount, weights: readonly number[], most: readonly Amount[]): Amount[] {
  const parts = weights.map(() => 0)
  let left = Math.min(
    total,
    most.reduce<number>((sum, each) => sum + each, 0),
  )
  while (left > 0) {
    const open = parts.flatMap((part, at) => (part < (most[at] ?? 0) ? [at] : []))
    const shares = spread(
      left as Amount,
      open.map((at) => weights[at] ?? 0),
    )
    for (const [i, at] of open.entries()) {
      const part = parts[at] ?? 0
      parts[at] = Math.min(part + (shares[i] ?? 0), most[at] ?? 0)
      left -= (parts[at] ?? 0) - part
    }
  }
  return parts as Amount[]
}

/**
 * Returns the amounts changed by `change` in total, distributed in proportion, for example a payment in
 * points or the rounding of a total.
 */
export function changeSums(sums: readonly Amount[], change: Amount): Amount[] {
  if (change === 0 || sums.length === 0) return [...sums]
  const parts = spread(Math.abs(change) as Amount, sums)
  return sums.map((sum, i) => (sum + Math.sign(change) * (parts[i] ?? 0)) as Amount)
}
