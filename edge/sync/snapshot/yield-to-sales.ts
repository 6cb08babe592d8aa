import { sleep } from '#shared/std/retry.ts'

/** Longest gap between writes that belong together. */
const REST_MS = 20
/** Number of rests after which the download continues beside a busy till. */
const MOST_RESTS = 3

/** Yields to sales: the download shares processors and the disk with them. */
export class YieldToSales {
  readonly #pulse: Int32Array
  #seen: number

  /** Creates it with the `pulse` of the journal. */
  constructor(pulse: Int32Array) {
    this.#pulse = pulse
    this.#seen = Atomics.load(pulse, 0)
  }

  /**
   * Resolves at once when the journal was not written to since the last call; otherwise when it rests, or
   * after a short time.
   */
  async toSales(signal: AbortSignal): Promise<void> {
    for (let rest = 0; rest < MOST_RESTS; rest++) {
      const now = Atomics.load(this.#pulse, 0)
      if (now === this.#seen) return
      this.#seen = now
      await sleep(REST_MS, signal)
    }
  }
}
