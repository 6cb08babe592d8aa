import type { TillStatus } from '#shared/contracts/till/till.ts'
import type { Clock } from '../../clock.ts'
import type { Troubles } from '../../troubles.ts'
import type { Counters } from '../counters.ts'
import type { Errand, Side } from '../errand.ts'
import { type HubFailure, troubleOf } from './hub-failure.ts'

/** Clock offset in ms above which a user must correct the computer's clock (docs/sync.md I-15). */
const NOTABLE_OFFSET_MS = 120_000

export interface HubLinkOptions {
  clock: Clock
  troubles: Troubles
  counters: Counters
  /** Called when one direction succeeds after either direction had lost the connection. */
  onBack: (side: Side) => void
}

/** State of the connection to the hub, shared by both directions. */
export class HubLink {
  readonly #clock: Clock
  readonly #troubles: Troubles
  readonly #counters: Counters
  readonly #onBack: (side: Side) => void
  readonly #hasTried = new Set<Errand>()
  /** Time of the next attempt in each direction, by the monotonic clock. */
  readonly #triesAtMs = new Map<Side, number>()
  lastContactAt: Date | null = null
  /** Hub time minus local time in ms at the last contact. Null before the first contact. */
  offsetMs: number | null = null
  #signAtMs = Number.NEGATIVE_INFINITY
  #watchedAtMs = Number.NEGATIVE_INFINITY
  #measured: { at: number; monotonicMs: number } | null = null

  constructor({ clock, troubles, counters, onBack }: HubLinkOptions) {
    this.#clock = clock
    this.#troubles = troubles
    this.#counters = counters
    this.#onBack = onBack
  }

  noteAnswer(): void {
    this.lastContactAt = this.#clock.now()
    this.noteSign()
  }

  /** Records that a part of a response has arrived, so the hub is alive. */
  noteSign(): void {
    this.#signAtMs = performance.now()
  }

  /** Time in ms since anything was received from the hub. */
  get silentMs(): number {
    return performance.now() - this.#signAtMs
  }

  /** Time in ms since the connection state was last requested. */
  get unwatchedMs(): number {
    return performance.now() - this.#watchedAtMs
  }

  lostHeartbeat(failure: HubFailure): void {
    this.#troubles.raise('heartbeat', troubleOf(failure))
  }

  hasHeartbeat(): void {
    this.#troubles.settle('heartbeat')
  }

  measureOffset(serverTime: string): void {
    const at = this.#clock.now().getTime()
    this.offsetMs = Date.parse(serverTime) - at
    this.#measured = { at, monotonicMs: this.#clock.monotonicMs() }
    if (Math.abs(this.offsetMs) < NOTABLE_OFFSET_MS) this.#troubles.settle('clock')
    else {
      const seconds = Math.round(this.offsetMs / 1000)
      const detail = `The clock of this computer is ${Math.abs(seconds)} s ${seconds > 0 ? 'behind' : 'ahead of'} the hub`
      this.#troubles.raise('clock', { code: 'clock_wrong', detail })
    }
  }

  /**
   * Time in ms since the offset was measured, or null when it never was. Negative when the clock was set back
   * since. Uses the longer time of the two clocks, because the monotonic clock may stop while the computer
   * sleeps.
   */
  get offsetAgeMs(): number | null {
    if (!this.#measured) return null
    const byWall = this.#clock.now().getTime() - this.#measured.at
    if (byWall < 0) return byWall
    return Math.max(byWall, Math.round(this.#clock.monotonicMs() - this.#measured.monotonicMs))
  }

  /** Records the delay until the next attempt of a direction after a failure. */
  waits(side: Side, forMs: number): void {
    this.#triesAtMs.set(side, this.#clock.monotonicMs() + forMs)
  }

  /** Clears all delays. */
  triesNow(): void {
    this.#triesAtMs.clear()
  }

  /** Time in ms until the next attempt, or null when none is scheduled. */
  get nextTryInMs(): number | null {
    const left = [...this.#triesAtMs.values()].map((at) => Math.ceil(at - this.#clock.monotonicMs()))
    const waited = left.filter((ms) => ms > 0)
    return waited.length === 0 ? null : Math.min(...waited)
  }

  succeeded(side: Side): void {
    this.noteAnswer()
    this.#triesAtMs.delete(side)
    this.#hasTried.add(side)
    const wasFailing = this.#troubles.settle(side)
    const other = this.#troubles.find(side === 'upload' ? 'download' : 'upload')
    if (!wasFailing && other?.code !== 'hub_unreachable') return
    this.triesNow()
    this.#onBack(side)
  }

  failed(errand: Errand, failure: Pick<HubFailure, 'kind' | 'message' | 'isRefusal'>): void {
    this.#hasTried.add(errand)
    if (failure.isRefusal) this.#counters.noteRefusal(errand)
    this.#troubles.raise(errand, troubleOf(failure))
  }

  /** Clears the recall problem, because earlier receipts are arriving or have all arrived. */
  recalled(): void {
    this.#troubles.settle('recall')
  }

  get connection(): TillStatus['connection'] {
    this.#watchedAtMs = performance.now()
    if (this.#hasTried.size === 0) return 'connecting'
    const failing = (['upload', 'download', 'heartbeat'] as const).flatMap(
      (side) => this.#troubles.find(side) ?? [],
    )
    if (failing.length === 0) return 'online'
    return failing.some(({ code }) => code === 'hub_unreachable') ? 'offline' : 'trouble'
  }
}
