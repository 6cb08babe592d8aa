import type { TillStatus } from '#shared/contracts/till/till.ts'
import type { Clock } from '../../clock.ts'
import type { Troubles } from '../../troubles.ts'
import type { Counters } from '../counters.ts'
import { type HubFailure, troubleOf } from './hub-failure.ts'

export type Side = 'upload' | 'download'
/** What the agent asks the hub for by itself. */
export type Errand = Side | 'recall'

/** Beyond this the clock of the computer wants a person (docs/sync.md I-15). */
const NOTABLE_OFFSET_MS = 120_000

export interface HubLinkOptions {
  clock: Clock
  troubles: Troubles
  counters: Counters
  /** A side gets through while it, or the other one, had no connection. */
  onBack: (side: Side) => void
}

/** What both directions together know about the line to the hub. */
export class HubLink {
  readonly #clock: Clock
  readonly #troubles: Troubles
  readonly #counters: Counters
  readonly #onBack: (side: Side) => void
  readonly #hasTried = new Set<Errand>()
  /** By the monotonic clock. */
  readonly #triesAtMs = new Map<Side, number>()
  lastContactAt: Date | null = null
  /** Hub time minus local time at the last contact. */
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

  /** A part of an answer: the hub is alive. */
  noteSign(): void {
    this.#signAtMs = performance.now()
  }

  /** How long nothing was heard of the hub. */
  get silentMs(): number {
    return performance.now() - this.#signAtMs
  }

  /** How long nobody asked for the connection. */
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
   * How long ago the offset was measured; null: never. Below 0 when the clock was set back since. The longer of two
   * times: the monotonic one may stand still while the computer sleeps.
   */
  get offsetAgeMs(): number | null {
    if (!this.#measured) return null
    const byWall = this.#clock.now().getTime() - this.#measured.at
    if (byWall < 0) return byWall
    return Math.max(byWall, Math.round(this.#clock.monotonicMs() - this.#measured.monotonicMs))
  }

  /** After a failure the side makes its next attempt then. */
  waits(side: Side, forMs: number): void {
    this.#triesAtMs.set(side, this.#clock.monotonicMs() + forMs)
  }

  /** Nothing is waited for any more. */
  triesNow(): void {
    this.#triesAtMs.clear()
  }

  /** How long it is until the next attempt; null: no side waits for one. */
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

  /** The receipts of before are on their way, or are all here. */
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
