import { sleep } from '#shared/std/retry.ts'

/** What is written down in one go comes closer together than this. */
const REST_MS = 20
/** With a till that never rests the download goes on beside it. */
const MOST_RESTS = 3

/** Lets sales go first: the download shares processors and the disk with them. */
export class GiveWay {
  readonly #pulse: Int32Array
  #seen: number

  /** `pulse`: that of the journal. */
  constructor(pulse: Int32Array) {
    this.#pulse = pulse
    this.#seen = Atomics.load(pulse, 0)
  }

  /** Resolves at once when the journal was not written to since the last time, else when it rests, or soon. */
  async toSales(signal: AbortSignal): Promise<void> {
    for (let rest = 0; rest < MOST_RESTS; rest++) {
      const now = Atomics.load(this.#pulse, 0)
      if (now === this.#seen) return
      this.#seen = now
      await sleep(REST_MS, signal)
    }
  }
}
