import { createHash } from 'node:crypto'

/** Returns a seeded generator of pseudo-random numbers in [0, 1) (mulberry32). */
export function randomFrom(seed: string): () => number {
  let state = createHash('sha256').update(seed).digest().readUInt32LE()
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Picks an index of `weights` with a probability proportional to its weight. `at` is a random number in [0, 1). */
export function pick(weights: readonly number[], at: number): number {
  let left = at * weights.reduce((sum, weight) => sum + weight, 0)
  const place = weights.findIndex((weight) => {
    left -= weight
    return left < 0
  })
  return place === -1 ? weights.length - 1 : place
}
