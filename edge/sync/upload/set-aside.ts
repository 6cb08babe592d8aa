import { backoffMs } from '#shared/std/retry.ts'
import type { UploadItem } from '#shared/sync/upload.ts'
import type { OutboxItem } from '../../journal/outbox.ts'
import { type HubFailureKind, TOLERATED_REFUSALS } from '../hub-link/hub-failure.ts'
import type { Timing } from '../timing.ts'

interface Aside {
  times: number
  /** Time of the next attempt, by the monotonic clock. */
  untilMs: number
  /** True when the item was just refused alone as a bad request. */
  isSuspect: boolean
  /** Number of refusals that the item itself caused. */
  refusals: number
  tooLarge: UploadItem | null
}

/** Items, by position, that failed alone or were not examined. They are retried after the others. */
export class SetAside {
  readonly #items = new Map<number, Aside>()
  readonly #timing: Timing
  #inARow = 0

  constructor(timing: Timing) {
    this.#timing = timing
  }

  /** Number of items set aside since the last success. With more than one, the items are not the cause. */
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

  /** Time when the next item is due, by the monotonic clock. Infinity when there is none. */
  get nextMs(): number {
    return Math.min(Number.POSITIVE_INFINITY, ...this.#items.values().map(({ untilMs }) => untilMs))
  }

  /** First item that is too large for the hub even when sent alone. */
  get tooLarge(): UploadItem | null {
    return this.#items.values().find(({ tooLarge }) => tooLarge)?.tooLarge ?? null
  }

  /** Returns true when the item was refused repeatedly while the hub accepted uploads without it. */
  isRefused({ position }: OutboxItem): boolean {
    return (this.#items.get(position)?.refusals ?? 0) > TOLERATED_REFUSALS
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

  /** Returns the positions of items just refused alone as bad requests. Each is returned only once. */
  takeSuspects(): number[] {
    const suspects = [...this.#items].filter(([, { isSuspect }]) => isSuspect)
    for (const [, suspect] of suspects) suspect.isSuspect = false
    return suspects.map(([position]) => position)
  }

  /** Counts the refusals of these items as caused by them, because the hub accepted an upload without them. */
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
