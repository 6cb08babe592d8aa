import { voucherKeyOf } from '#shared/loyalty/voucher-number.ts'
import type { Amount } from '#shared/money/decimal.ts'
import { Problem } from '#shared/problems/problem.ts'
import { ToldVoucherBalance, type VoucherState } from '#shared/sync/voucher-balance.ts'
import type { Clock } from '../../clock.ts'
import type { JournalReader } from '../../journal/journal.ts'
import { HubFailure } from '../../sync/hub-link/hub-failure.ts'
import type { Sync } from '../../sync/sync.ts'

/** A customer waits: what head office does not answer by then is not known. */
const ASK_TIMEOUT_MS = 1500
/** So long what it has told is relied on: another till may spend meanwhile. */
const RELIED_ON_MS = 120_000

export interface ToldVoucher {
  state: VoucherState
  /** What sales of this agent that were on their way have spent is off it, what they have loaded is on it. */
  balance: Amount
  /** By the clock of head office. */
  at: string
}

interface Asking {
  readonly sync: Pick<Sync, 'ask'> | null
  readonly journal: { readonly read: Pick<JournalReader, 'unsentVouchers' | 'unsentLoads'> }
}

/** A receipt that has sold or reloaded a voucher. */
export interface VoucherLoad {
  number: string
  saleId: string
}

interface Asked {
  /** null: head office has not answered. */
  answer: ToldVoucher | null
  untilMs: number
}

/** What head office has told of gift vouchers a moment ago; kept in memory, for the sale that asked. */
export class ToldVouchers {
  readonly #clock: Pick<Clock, 'monotonicMs'>
  /** By the key of the number. */
  readonly #asked = new Map<string, Asked>()
  /** Questions that head office has not answered yet; `isOvertaken`: a sale has changed the voucher meanwhile. */
  readonly #open = new Set<{ key: string; isOvertaken: boolean }>()

  constructor(clock: Pick<Clock, 'monotonicMs'>) {
    this.#clock = clock
  }

  /** null: it was not asked for, or head office does not answer. */
  find(number: string): ToldVoucher | null {
    return this.#find(voucherKeyOf(number))?.answer ?? null
  }

  /** It was asked for a moment ago, whether head office has answered or not. */
  wasAsked(number: string): boolean {
    return this.#find(voucherKeyOf(number)) !== undefined
  }

  /** Asks head office. Without an answer the till goes on offline. Throws too_many_attempts when the device has guessed too often. */
  async ask(asking: Asking, number: string): Promise<void> {
    const key = voucherKeyOf(number)
    const question = { key, isOvertaken: false }
    this.#open.add(question)
    try {
      let asked: Asked
      // Whether the answer is of before or after a sale of another till is not known: it is asked for again.
      do {
        question.isOvertaken = false
        const untilMs = this.#clock.monotonicMs() + RELIED_ON_MS
        asked = { answer: await this.#answer(asking, number), untilMs }
      } while (question.isOvertaken)
      this.#asked.set(key, asked)
    } finally {
      this.#open.delete(question)
    }
  }

  async #answer({ sync, journal }: Asking, number: string): Promise<ToldVoucher | null> {
    const key = voucherKeyOf(number)
    const unsent = (sums: 'unsentVouchers' | 'unsentLoads'): number => journal.read[sums].sums().get(key) ?? 0
    const before = { spent: unsent('unsentVouchers'), loaded: unsent('unsentLoads') }
    const told = ToldVoucherBalance.safeParse(await this.#told(sync, { number }))
    if (!told.success) return null
    const { balance, state, at } = told.data
    // Whether the answer counts what was handed over meanwhile is not known.
    const spent = Math.max(before.spent, unsent('unsentVouchers'))
    const loaded = Math.min(before.loaded, unsent('unsentLoads'))
    return {
      ...{ at, balance: (balance - spent + loaded) as Amount },
      state: state === 'Unknown' && loaded > 0 ? 'Active' : state,
    }
  }

  /**
   * Asks head office whether all that a receipt has put on a voucher is still there. null: it does not answer, or has not got
   * the receipt. Throws as `ask`.
   */
  async askUntouched({ sync }: Pick<Asking, 'sync'>, load: VoucherLoad): Promise<boolean | null> {
    const told = ToldVoucherBalance.safeParse(await this.#told(sync, load))
    return told.success ? told.data.isUntouched : null
  }

  async #told(sync: Asking['sync'], question: { number: string; saleId?: string }): Promise<unknown> {
    try {
      const asked = { timeoutMs: ASK_TIMEOUT_MS, body: question }
      return await sync?.ask('/api/pos/v1/vouchers/balance', asked)
    } catch (error) {
      if (!(error instanceof HubFailure && error.status === 429)) return null
      // Not to go on offline, which would be another guess.
      this.forget(question.number)
      throw new Problem('too_many_attempts', { detail: 'Too many numbers of no voucher were asked for' })
    }
  }

  /** A sale has changed it. */
  forget(number: string): void {
    const changed = voucherKeyOf(number)
    this.#asked.delete(changed)
    for (const question of this.#open) question.isOvertaken ||= question.key === changed
    for (const [key, { untilMs }] of this.#asked)
      if (untilMs <= this.#clock.monotonicMs()) this.#asked.delete(key)
  }

  #find(key: string): Asked | undefined {
    const asked = this.#asked.get(key)
    return asked && this.#clock.monotonicMs() < asked.untilMs ? asked : undefined
  }
}
