import { backoffMs, sleep } from '#shared/std/retry.ts'
import { Pause } from './pause.ts'
import type { Timing } from './timing.ts'

/** Delays between attempts of one sync direction after failures. They grow with each failure and can be cut short. */
export class Backoff {
  readonly #timing: Pick<Timing, 'backoffBaseMs' | 'backoffMaxMs'>
  readonly #rest = new Pause()
  #requested = new AbortController()
  #failures = 0

  constructor(timing: Pick<Timing, 'backoffBaseMs' | 'backoffMaxMs'>) {
    this.#timing = timing
  }

  reset(): void {
    this.#failures = 0
  }

  /** Records that the other direction has reached the hub. Only a delay requested by the hub still applies. */
  hubAnswers(): void {
    this.#failures = 0
    this.#rest.end()
  }

  /** Starts the next attempt immediately at a user's request, even during a delay requested by the hub. */
  tryNow(): void {
    this.#failures = 0
    this.#requested.abort()
  }

  /**
   * Waits after a further failure. `atLeastMs` is the delay requested by the hub. `onWait` gets the actual
   * delay in ms.
   */
  async wait(atLeastMs: number, signal: AbortSignal, onWait: (ms: number) => void): Promise<void> {
    const { backoffBaseMs, backoffMaxMs } = this.#timing
    this.#failures++
    const waitMs = backoffMs(this.#failures, backoffBaseMs, backoffMaxMs)
    const restMs = Math.max(Math.random() * backoffBaseMs, waitMs - atLeastMs)
    this.#requested = new AbortController()
    const either = AbortSignal.any([signal, this.#requested.signal])
    onWait(atLeastMs + restMs)
    await sleep(atLeastMs, either)
    await this.#rest.wait(restMs, either)
  }
}
