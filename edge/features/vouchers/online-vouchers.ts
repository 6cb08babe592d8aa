import { voucherKeyOf } from '#shared/loyalty/voucher-number.ts'
import type { Amount } from '#shared/money/decimal.ts'
import { Problem } from '#shared/problems/problem.ts'
import { VoucherBalanceIn, type VoucherState } from '#shared/sync/voucher-balance.ts'
import type { Clock } from '../../clock.ts'
import type { JournalReader } from '../../journal/journal.ts'
import { HubFailure } from '../../sync/hub-link/hub-failure.ts'
import type { Sync } from '../../sync/sync.ts'

/**
 * Time limit of the request to head office in ms, short because a customer is waiting. After it, the balance
 * counts as unknown.
 */
const ASK_TIMEOUT_MS = 1500
/** Time in ms for which a received balance is trusted. Another till may spend from the voucher in the meantime. */
const RELIED_ON_MS = 120_000

export interface OnlineVoucher {
  state: VoucherState
  /** Balance from head office, adjusted by unsent sales of this agent: spending is deducted, loads are added. */
  balance: Amount
  /** Time of the balance, by the clock of head office. */
  at: string
}

interface BalanceSources {
  readonly sync: Pick<Sync, 'ask'> | null
  readonly journal: { readonly read: Pick<JournalReader, 'unsentVouchers' | 'unsentLoads'> }
}

/** Identifies a voucher and the receipt that sold or reloaded it. */
export interface VoucherLoad {
  number: string
  saleId: string
}

interface Requested {
  /** Null when head office has not answered. */
  answer: OnlineVoucher | null
  untilMs: number
}

/** Voucher balances just received from head office. They are kept in memory, for the sale that requested them. */
export class OnlineVouchers {
  readonly #clock: Pick<Clock, 'monotonicMs'>
  /** Answers by voucher key. */
  readonly #requested = new Map<string, Requested>()
  /** Requests in progress. `isOvertaken` is set when a sale changes the voucher during the request. */
  readonly #open = new Set<{ key: string; isOvertaken: boolean }>()

  constructor(clock: Pick<Clock, 'monotonicMs'>) {
    this.#clock = clock
  }

  /** Returns the received balance. Null when it was not requested, or when head office did not answer. */
  find(number: string): OnlineVoucher | null {
    return this.#find(voucherKeyOf(number))?.answer ?? null
  }

  /** Returns true when the voucher was requested recently, with or without an answer. */
  wasChecked(number: string): boolean {
    return this.#find(voucherKeyOf(number)) !== undefined
  }

  /**
   * Requests the balance from head office. Without an answer, the till continues offline. Throws
   * `too_many_attempts` when the device has requested too many unknown numbers.
   */
  async ask(sources: BalanceSources, number: string): Promise<void> {
    const key = voucherKeyOf(number)
    const question = { key, isOvertaken: false }
    this.#open.add(question)
    try {
      let requested: Requested
      // If another till's sale overtook the request, the answer may be from before or after that sale, so
      // request it again.
      do {
        question.isOvertaken = false
        const untilMs = this.#clock.monotonicMs() + RELIED_ON_MS
        requested = { answer: await this.#answer(sources, number), untilMs }
      } while (question.isOvertaken)
      this.#requested.set(key, requested)
    } finally {
      this.#open.delete(question)
    }
  }

  async #answer({ sync, journal }: BalanceSources, number: string): Promise<OnlineVoucher | null> {
    const key = voucherKeyOf(number)
    const unsent = (sums: 'unsentVouchers' | 'unsentLoads'): number => journal.read[sums].sums().get(key) ?? 0
    const before = { spent: unsent('unsentVouchers'), loaded: unsent('unsentLoads') }
    const fetched = VoucherBalanceIn.safeParse(await this.#fetched(sync, { number }))
    if (!fetched.success) return null
    const { balance, state, at } = fetched.data
    // The answer may or may not include uploads made during the request. Assume the lower balance.
    const spent = Math.max(before.spent, unsent('unsentVouchers'))
    const loaded = Math.min(before.loaded, unsent('unsentLoads'))
    return {
      at,
      balance: (balance - spent + loaded) as Amount,
      state: state === 'Unknown' && loaded > 0 ? 'Active' : state,
    }
  }

  /**
   * Checks with head office whether the full amount loaded by a receipt is still on the voucher. Returns null
   * without an answer, or when head office does not have the receipt. Throws the errors of `ask`.
   */
  async checkUntouched({ sync }: Pick<BalanceSources, 'sync'>, load: VoucherLoad): Promise<boolean | null> {
    const fetched = VoucherBalanceIn.safeParse(await this.#fetched(sync, load))
    return fetched.success ? fetched.data.isUntouched : null
  }

  async #fetched(
    sync: BalanceSources['sync'],
    question: { number: string; saleId?: string },
  ): Promise<unknown> {
    try {
      const requested = { timeoutMs: ASK_TIMEOUT_MS, body: question }
      return await sync?.ask('/api/pos/v1/vouchers/balance', requested)
    } catch (error) {
      if (!(error instanceof HubFailure && error.status === 429)) return null
      // Do not continue offline: a sale would be another guess.
      this.forget(question.number)
      throw new Problem('too_many_attempts', { detail: 'Too many unknown voucher numbers were requested' })
    }
  }

  /** Forgets the answer about a voucher after a sale has changed it. */
  forget(number: string): void {
    const changed = voucherKeyOf(number)
    this.#requested.delete(changed)
    for (const question of this.#open) question.isOvertaken ||= question.key === changed
    for (const [key, { untilMs }] of this.#requested)
      if (untilMs <= this.#clock.monotonicMs()) this.#requested.delete(key)
  }

  #find(key: string): Requested | undefined {
    const requested = this.#requested.get(key)
    return requested && this.#clock.monotonicMs() < requested.untilMs ? requested : undefined
  }
}
