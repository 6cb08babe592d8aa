import type { Amount } from '#shared/money/decimal.ts'
import { ToldCardBalance } from '#shared/sync/card-balance.ts'
import type { Clock } from '../../clock.ts'
import type { Sync } from '../../sync/sync.ts'

/** A customer waits: what head office does not answer by then is not known. */
const ASK_TIMEOUT_MS = 1500
/** So long what it has told is relied on: another till may spend meanwhile. */
const RELIED_ON_MS = 120_000

export interface ToldBalance {
  balance: Amount
  /** By the clock of head office. */
  at: string
}

/** What head office has told of the points of cards a moment ago; kept in memory, for the sale that asked. */
export class ToldBalances {
  readonly #clock: Pick<Clock, 'monotonicMs'>
  readonly #told = new Map<string, ToldBalance & { untilMs: number }>()

  constructor(clock: Pick<Clock, 'monotonicMs'>) {
    this.#clock = clock
  }

  find(cardId: string): ToldBalance | null {
    const told = this.#told.get(cardId)
    return told && this.#clock.monotonicMs() < told.untilMs ? told : null
  }

  /** Asks head office. Whatever goes wrong, the till goes on with what it knows. */
  async ask(sync: Pick<Sync, 'ask'> | null, cardId: string): Promise<void> {
    this.forget(cardId)
    const told = sync?.ask(`/api/pos/v1/cards/${cardId}`, { timeoutMs: ASK_TIMEOUT_MS })
    const answer = ToldCardBalance.safeParse(await told?.catch(() => null))
    if (answer.success)
      this.#told.set(cardId, { ...answer.data, untilMs: this.#clock.monotonicMs() + RELIED_ON_MS })
  }

  /** A sale has changed it. */
  forget(cardId: string): void {
    this.#told.delete(cardId)
    for (const [id, { untilMs }] of this.#told)
      if (untilMs <= this.#clock.monotonicMs()) this.#told.delete(id)
  }
}
