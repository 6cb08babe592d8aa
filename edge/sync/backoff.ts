import { backoffMs, sleep } from '#shared/std/retry.ts'
import { Pause } from './pause.ts'
import type { Timing } from './timing.ts'

/** Delays between the attempts of one side after failures: longer each time, and cut short when there is a reason. */
export class Backoff {
  readonly #timing: Pick<Timing, 'backoffBaseMs' | 'backoffMaxMs'>
  readonly #rest = new Pause()
  #requested = new AbortController()
  #failures = 0

  constructor(timing: Pick<Timing, 'backoffBaseMs' | 'backoffMaxMs'>) {
    this.#timing = timing
  }

  /** Resets after a successful attempt. */
  reset(): void {
    this.#failures = 0
  }

  /** Notes that the other side has reached the hub: no need to wait longer than the hub has requested. */
  hubAnswers(): void {
    this.#failures = 0
    this.#rest.end()
  }

  /** Starts the next attempt now because a user wants it, regardless of the hub's requested delay. */
  tryNow(): void {
    this.#failures = 0
    this.#requested.abort()
  }

  /**
   * Waits after one more failure. `atLeastMs`: the delay that the hub requested. `onWait` gets the delay in
   * milliseconds.
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
