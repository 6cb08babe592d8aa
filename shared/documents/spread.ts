import type { Amount } from '#shared/money/decimal.ts'

/**
 * Splits a sum by weights so that the parts add up to it again: each gets its share rounded down, and what is left goes,
 * a smallest step each, to the largest remainders, of equal ones to the first. Without any weight all parts count alike.
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
