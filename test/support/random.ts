import { createHash } from 'node:crypto'

/** A seeded generator of random numbers (sfc32). */
export class Random {
  #a: number
  #b: number
  #c: number
  #counter = 1

  constructor(seed: string) {
    const hash = createHash('sha256').update(seed).digest()
    this.#a = hash.readInt32LE(0)
    this.#b = hash.readInt32LE(4)
    this.#c = hash.readInt32LE(8)
    for (let i = 0; i < 12; i++) this.#next()
  }

  #next(): number {
    const sum = (this.#a + this.#b + this.#counter) | 0
    this.#counter = (this.#counter + 1) | 0
    this.#a = this.#b ^ (this.#b >>> 9)
    this.#b = (this.#c + (this.#c << 3)) | 0
    this.#c = ((this.#c << 21) | (this.#c >>> 11)) + sum
    this.#c |= 0
    return sum >>> 0
  }

  /** Returns a new generator with independent numbers. */
  fork(): Random {
    return new Random(`fork ${this.#next()} ${this.#next()}`)
  }

  /** Returns a number from 0 up to but excluding 1. */
  real(): number {
    return this.#next() / 2 ** 32
  }

  /** Returns an integer from 0 up to but excluding `limit`. */
  below(limit: number): number {
    return Math.floor(this.real() * limit)
  }

  /** Returns an integer from `least` to `most`, both included. */
  between(least: number, most: number): number {
    return least + this.below(most - least + 1)
  }

  chance(share: number): boolean {
    return this.real() < share
  }

  pick<T>(items: readonly T[]): T {
    const item = items[this.below(items.length)]
    if (item === undefined) throw new Error('nothing to pick from')
    return item
  }

  /** Picks an item with a probability proportional to its weight. Items with weight 0 are never picked. */
  weighted<T>(items: readonly (readonly [item: T, weight: number])[]): T {
    let left = this.real() * items.reduce((sum, [, weight]) => sum + weight, 0)
    for (const [item, weight] of items) {
      left -= weight
      if (weight > 0 && left < 0) return item
    }
    throw new Error('nothing to pick from')
  }

  /** Returns a log-uniformly distributed integer: values around 10 are as likely as values around 100. */
  spread(least: number, most: number): number {
    return Math.round(least * (most / least) ** this.real())
  }
}
