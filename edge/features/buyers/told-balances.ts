import type { Amount } from '#shared/money/decimal.ts'
import { ToldCardBalance } from '#shared/sync/card-balance.ts'
import type { Clock } from '../../clock.ts'
import type { Sync } from '../../sync/sync.ts'

/**
 * Time limit of the request to head office, because a customer waits; without an answer by then, the balance
 * is unknown.
 */
const ASK_TIMEOUT_MS = 1500
/** Time for which a received balance is trusted: another till may spend points meanwhile. */
const RELIED_ON_MS = 120_000

export interface ToldBalance {
  balance: Amount
  /** Time by the clock of head office. */
  at: string
}

/** Card balances received from head office a moment ago; kept in memory, for the sale that requested them. */
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

  /** Requests the balance from head office. After any failure, the till continues with the data it has. */
  async ask(sync: Pick<Sync, 'ask'> | null, cardId: string): Promise<void> {
    this.forget(cardId)
    const told = sync?.ask(`/api/pos/v1/cards/${cardId}`, { timeoutMs: ASK_TIMEOUT_MS })
    const answer = ToldCardBalance.safeParse(await told?.catch(() => null))
    if (answer.success)
      this.#told.set(cardId, { ...answer.data, untilMs: this.#clock.monotonicMs() + RELIED_ON_MS })
  }

  /** Forgets the balance of a card, because a sale has changed it. */
  forget(cardId: string): void {
    this.#told.delete(cardId)
    for (const [id, { untilMs }] of this.#told)
      if (untilMs <= this.#clock.monotonicMs()) this.#told.delete(id)
  }
}
