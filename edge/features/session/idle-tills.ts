import type { Clock } from '../../clock.ts'

const IDLE_MS = 12 * 60 * 60_000

/**
 * Tracks tills that have been idle for 12 hours. Commands of the cashier count as activity, reads by the page
 * do not. The state is in memory, so the start of the agent counts as activity. Uses the monotonic clock.
 */
export class IdleTills {
  readonly #clock: Clock
  readonly #startedAt: number
  readonly #workedAt = new Map<string, number>()

  constructor(clock: Clock) {
    this.#clock = clock
    this.#startedAt = clock.monotonicMs()
  }

  noteWork(tillId: string): void {
    this.#workedAt.set(tillId, this.#clock.monotonicMs())
  }

  isIdle(tillId: string): boolean {
    return this.#clock.monotonicMs() - (this.#workedAt.get(tillId) ?? this.#startedAt) > IDLE_MS
  }
}
