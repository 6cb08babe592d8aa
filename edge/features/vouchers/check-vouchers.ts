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
 * Checks with head office a voucher number that is about to be sold or reloaded. The number of a new card is
 * unknown there, so many new cards count as guesses and the hub may refuse to answer. The sale then continues
 * as if offline. Throws `voucher_mistyped`.
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
 * Checks with head office the vouchers of a payment that were not checked just before. Without an answer from
 * head office, a voucher is accepted without a known balance. Refunds to vouchers need no balance. Throws
 * `voucher_mistyped`.
 */
export async function checkVouchersToPay(
  agent: CheckingParts,
  { tillId }: Pick<Actor, 'tillId'>,
  payments: readonly VoucherPayment[],
): Promise<void> {
  const { journal, onlineVouchers } = agent
  if (journal.read.carts.findOpen(tillId)?.isReturn) return
  // Repeat until all are checked: during one check, another till's sale can invalidate the answer about
  // another voucher.
  for (;;) {
    const unchecked = vouchersIn(payments).filter(({ number }) => !onlineVouchers.wasChecked(number))
    if (unchecked.length === 0) return
    for (const { number } of unchecked) refuseMistyped(number, agent)
    await Promise.all(unchecked.map(({ number }) => onlineVouchers.ask(agent, number)))
  }
}
