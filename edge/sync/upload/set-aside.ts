import { backoffMs } from '#shared/std/retry.ts'
import type { UploadItem } from '#shared/sync/upload.ts'
import type { OutboxItem } from '../../journal/outbox.ts'
import { type HubFailureKind, REFUSALS_BORNE } from '../hub-link/hub-failure.ts'
import type { Timing } from '../timing.ts'

interface Aside {
  times: number
  /** Not to be tried before, by the monotonic clock. */
  untilMs: number
  /** It was just refused alone as a bad request. */
  isSuspect: boolean
  /** How often that was its own fault. */
  refusals: number
  tooLarge: UploadItem | null
}

/** Items that failed alone or were not looked at, by position: they are tried again when the others are through. */
export class SetAside {
  readonly #items = new Map<number, Aside>()
  readonly #timing: Timing
  #inARow = 0

  constructor(timing: Timing) {
    this.#timing = timing
  }

  /** How many have stepped aside since anything went well: when it is more than one, it is not the item. */
  get inARow(): number {
    return this.#inARow
  }

  get isEmpty(): boolean {
    return this.#items.size === 0
  }

  has({ position }: OutboxItem): boolean {
    return this.#items.has(position)
  }

  isDue({ position }: OutboxItem, nowMs: number): boolean {
    return (this.#items.get(position)?.untilMs ?? 0) <= nowMs
  }

  /** When the next of them is due, by the monotonic clock; infinite when there is none. */
  get nextMs(): number {
    return Math.min(Number.POSITIVE_INFINITY, ...this.#items.values().map(({ untilMs }) => untilMs))
  }

  /** The first of those that are too large for the hub even alone. */
  get tooLarge(): UploadItem | null {
    return this.#items.values().find(({ tooLarge }) => tooLarge)?.tooLarge ?? null
  }

  /** It was refused again and again, as it stands, when the hub took an upload without it. */
  isRefused({ position }: OutboxItem): boolean {
    return (this.#items.get(position)?.refusals ?? 0) > REFUSALS_BORNE
  }

  add(kind: HubFailureKind, batch: readonly OutboxItem[], nowMs: number): void {
    const { backoffBaseMs, backoffMaxMs } = this.#timing
    this.#inARow++
    for (const { position, item } of batch) {
      const before = this.#items.get(position)
      const times = (before?.times ?? 0) + 1
      this.#items.set(position, {
        times,
        untilMs: nowMs + backoffMs(times, backoffBaseMs, backoffMaxMs),
        isSuspect: kind === 'bad_request',
        refusals: before?.refusals ?? 0,
        tooLarge: kind === 'too_large' ? item : null,
      })
    }
  }

  /** The positions of those that were just refused alone as bad requests; each is answered once. */
  takeSuspects(): number[] {
    const suspects = [...this.#items].filter(([, { isSuspect }]) => isSuspect)
    for (const [, suspect] of suspects) suspect.isSuspect = false
    return suspects.map(([position]) => position)
  }

  /** The hub took an upload without them: they are to blame for their refusal. */
  blame(positions: readonly number[]): void {
    for (const position of positions) {
      const aside = this.#items.get(position)
      if (aside) aside.refusals++
    }
  }

  delete(position: number): void {
    this.#items.delete(position)
  }

  wentWell(): void {
    this.#inARow = 0
  }
}
