import type { Amount } from '#shared/money/decimal.ts'
import { CardBalanceIn } from '#shared/sync/card-balance.ts'
import type { Clock } from '../../clock.ts'
import type { Sync } from '../../sync/sync.ts'

/**
 * Time limit of the request to head office. It is short because a customer is waiting. After it, the balance
 * counts as unknown.
 */
const ASK_TIMEOUT_MS = 1500
/** Time for which a received balance is trusted. Another till may spend points in the meantime. */
const RELIED_ON_MS = 120_000

export interface OnlineBalance {
  balance: Amount
  /** Time of the balance, by the clock of head office. */
  at: string
}

/** Card balances just received from head office. They are kept in memory, for the sale that requested them. */
export class OnlineBalances {
  readonly #clock: Pick<Clock, 'monotonicMs'>
  readonly #online = new Map<string, OnlineBalance & { untilMs: number }>()

  constructor(clock: Pick<Clock, 'monotonicMs'>) {
    this.#clock = clock
  }

  find(cardId: string): OnlineBalance | null {
    const online = this.#online.get(cardId)
    return online && this.#clock.monotonicMs() < online.untilMs ? online : null
  }

  /** Requests the balance from head office. On any failure, the till continues with its local data. */
  async ask(sync: Pick<Sync, 'ask'> | null, cardId: string): Promise<void> {
    this.forget(cardId)
    const online = sync?.ask(`/api/pos/v1/cards/${cardId}`, { timeoutMs: ASK_TIMEOUT_MS })
    const answer = CardBalanceIn.safeParse(await online?.catch(() => null))
    if (answer.success)
      this.#online.set(cardId, { ...answer.data, untilMs: this.#clock.monotonicMs() + RELIED_ON_MS })
  }

  /** Forgets the balance of a card after a sale has changed it. */
  forget(cardId: string): void {
    this.#online.delete(cardId)
    for (const [id, { untilMs }] of this.#online)
      if (untilMs <= this.#clock.monotonicMs()) this.#online.delete(id)
  }
}
