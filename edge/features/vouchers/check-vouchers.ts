import { type VoucherPayment, vouchersIn } from '#shared/pricing/voucher-payments.ts'
import { Problem } from '#shared/problems/problem.ts'
import type { Journal } from '../../journal/journal.ts'
import type { Sync } from '../../sync/sync.ts'
import type { Actor } from '../session/actor.ts'
import { type HoldingParts, refuseMistyped } from './held-vouchers.ts'
import type { OnlineVouchers } from './online-vouchers.ts'

interface CheckingParts extends HoldingParts {
  readonly journal: Journal
  readonly sync: Sync | null
  readonly onlineVouchers: OnlineVouchers
}

/**
 * Checks a number that is about to be sold or reloaded with head office. Each new card is an unknown number;
 * after too many of them the hub refuses to answer, and a sale continues as if offline. Throws
 * `voucher_mistyped`.
 */
export async function checkVoucherToSell(
  agent: CheckingParts,
  { number, isReload }: { number?: string | undefined; isReload: boolean },
): Promise<void> {
  if (number === undefined) return
  refuseMistyped(number, agent)
  try {
    await agent.onlineVouchers.ask(agent, number)
  } catch (error) {
    if (isReload || !(error instanceof Problem && error.code === 'too_many_attempts')) throw error
  }
}

/**
 * Checks the vouchers that are about to pay and were not checked a moment ago: a voucher is taken without its
 * balance only when head office does not answer. A return gives back to vouchers no matter their balance.
 * Throws `voucher_mistyped`.
 */
export async function checkVouchersToPay(
  agent: CheckingParts,
  { tillId }: Pick<Actor, 'tillId'>,
  payments: readonly VoucherPayment[],
): Promise<void> {
  const { journal, onlineVouchers } = agent
  if (journal.read.carts.findOpen(tillId)?.isReturn) return
  // While one voucher is checked, another till may sell and so invalidate the answer about another one.
  for (;;) {
    const unchecked = vouchersIn(payments).filter(({ number }) => !onlineVouchers.wasChecked(number))
    if (unchecked.length === 0) return
    for (const { number } of unchecked) refuseMistyped(number, agent)
    await Promise.all(unchecked.map(({ number }) => onlineVouchers.ask(agent, number)))
  }
}
