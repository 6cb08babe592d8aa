import type { Amount } from '#shared/money/decimal.ts'

/**
 * Splits a sum by weights so that the parts add up to it. Each part gets its share rounded down; the
 * remainder goes, one smallest step each, to the largest fractions, and to the first of equal ones. Without
 * any weight all parts count alike.
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
 * Splits a sum like `spread` with a maximum for each part: an excess goes to the other parts, by their
 * weights. When the maximums are too small together, each part gets its maximum.
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
