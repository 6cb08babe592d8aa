import { createHash } from 'node:crypto'

/** A generator of random numbers from a seed (sfc32). */
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

  /** Returns another generator with numbers of its own. */
  fork(): Random {
    return new Random(`fork ${this.#next()} ${this.#next()}`)
  }

  /** Returns a number from 0 to below 1. */
  real(): number {
    return this.#next() / 2 ** 32
  }

  /** Returns a whole number from 0 to below `limit`. */
  below(limit: number): number {
    return Math.floor(this.real() * limit)
  }

  /** Returns a whole number, both ends included. */
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

  /** Picks by weight; weights of 0 are never picked. */
  weighted<T>(items: readonly (readonly [item: T, weight: number])[]): T {
    let left = this.real() * items.reduce((sum, [, weight]) => sum + weight, 0)
    for (const [item, weight] of items) {
      left -= weight
      if (weight > 0 && left < 0) return item
    }
    throw new Error('nothing to pick from')
  }

  /** Returns a number that is mostly near the lower end: as often around 10 as around 100. */
  spread(least: number, most: number): number {
    return Math.round(least * (most / least) ** this.real())
  }
}
