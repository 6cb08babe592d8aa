import { backoffMs, sleep } from '#shared/std/retry.ts'
import { Pause } from './pause.ts'
import type { Timing } from './timing.ts'

/** How one side waits between attempts after failures: longer each time, and early when there is a reason to. */
export class Backoff {
  readonly #timing: Pick<Timing, 'backoffBaseMs' | 'backoffMaxMs'>
  readonly #rest = new Pause()
  #asked = new AbortController()
  #failures = 0

  constructor(timing: Pick<Timing, 'backoffBaseMs' | 'backoffMaxMs'>) {
    this.#timing = timing
  }

  /** An attempt went well. */
  reset(): void {
    this.#failures = 0
  }

  /** The other side has got through to the hub: there is no need to wait longer than the hub has asked for. */
  hubAnswers(): void {
    this.#failures = 0
    this.#rest.end()
  }

  /** A person wants the next attempt now, whatever the hub has asked for. */
  tryNow(): void {
    this.#failures = 0
    this.#asked.abort()
  }

  /** After one more failure. `atLeastMs`: what the hub asked for. `onWait` is told how long it will be, in milliseconds. */
  async wait(atLeastMs: number, signal: AbortSignal, onWait: (ms: number) => void): Promise<void> {
    const { backoffBaseMs, backoffMaxMs } = this.#timing
    this.#failures++
    const waitMs = backoffMs(this.#failures, backoffBaseMs, backoffMaxMs)
    const restMs = Math.max(Math.random() * backoffBaseMs, waitMs - atLeastMs)
    this.#asked = new AbortController()
    const either = AbortSignal.any([signal, this.#asked.signal])
    onWait(atLeastMs + restMs)
    await sleep(atLeastMs, either)
    await this.#rest.wait(restMs, either)
  }
}
