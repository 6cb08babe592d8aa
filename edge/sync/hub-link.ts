import type { TillStatus } from '#shared/contracts/till.ts'
import type { Clock } from '../clock.ts'
import { type HubFailure, troubleOf } from './hub-failure.ts'
import type { Troubles } from './troubles.ts'

export type Side = 'upload' | 'download'

/** Beyond this the clock of the computer wants a person (offline.md, I-15). */
const NOTABLE_OFFSET_MS = 120_000

/** What both directions together know about the line to the hub. */
export class HubLink {
  readonly #clock: Clock
  readonly #troubles: Troubles
  readonly #onBack: (side: Side) => void
  readonly #hasTried = new Set<Side>()
  lastContactAt: Date | null = null
  /** Hub time minus local time at the last contact. */
  offsetMs: number | null = null

  /** `onBack` is called when a side gets through while it, or the other one, had no connection. */
  constructor(clock: Clock, troubles: Troubles, onBack: (side: Side) => void) {
    this.#clock = clock
    this.#troubles = troubles
    this.#onBack = onBack
  }

  noteAnswer(): void {
    this.lastContactAt = this.#clock.now()
  }

  measureOffset(serverTime: string): void {
    this.offsetMs = Date.parse(serverTime) - this.#clock.now().getTime()
    if (Math.abs(this.offsetMs) < NOTABLE_OFFSET_MS) this.#troubles.settle('clock')
    else {
      const seconds = Math.round(this.offsetMs / 1000)
      const detail = `The clock of this computer is ${Math.abs(seconds)} s ${seconds > 0 ? 'behind' : 'ahead of'} the hub`
      this.#troubles.raise('clock', { code: 'clock_wrong', detail })
    }
  }

  succeeded(side: Side): void {
    this.noteAnswer()
    this.#hasTried.add(side)
    const wasFailing = this.#troubles.settle(side)
    const other = this.#troubles.find(side === 'upload' ? 'download' : 'upload')
    if (wasFailing || other?.code === 'hub_unreachable') this.#onBack(side)
  }

  failed(side: Side, failure: Pick<HubFailure, 'kind' | 'message'>): void {
    this.#hasTried.add(side)
    this.#troubles.raise(side, troubleOf(failure))
  }

  get connection(): TillStatus['connection'] {
    if (this.#hasTried.size === 0) return 'connecting'
    const failing = (['upload', 'download'] as const).flatMap((side) => this.#troubles.find(side) ?? [])
    if (failing.length === 0) return 'online'
    return failing.some(({ code }) => code === 'hub_unreachable') ? 'offline' : 'trouble'
  }
}
