import { sleep } from '#shared/std/retry.ts'

/** Maximum gap in ms between writes that belong together. */
const REST_MS = 20
/** Number of waits after which the download continues even if the till is busy. */
const MOST_RESTS = 3

/** Lets sales go first, because the download shares the processors and the disk with them. */
export class YieldToSales {
  readonly #pulse: Int32Array
  #seen: number

  /** Takes the `pulse` of the journal. */
  constructor(pulse: Int32Array) {
    this.#pulse = pulse
    this.#seen = Atomics.load(pulse, 0)
  }

  /**
   * Resolves immediately when the journal was not written since the last call. Otherwise waits for a gap
   * between writes, or for a short time.
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
