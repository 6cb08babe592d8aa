import { Problem } from '#shared/problems/problem.ts'
import type { Journal } from '../../journal/journal.ts'
import type { Sync } from '../../sync/sync.ts'
import type { Actor } from '../session/actor.ts'
import { type HoldingParts, refuseMistyped } from './held-vouchers.ts'
import type { ToldVouchers } from './told-vouchers.ts'
import { type VoucherPayment, vouchersIn } from './vouchers.ts'

interface AskingParts extends HoldingParts {
  readonly journal: Journal
  readonly sync: Sync | null
  readonly toldVouchers: ToldVouchers
}

/**
 * Asks for a number that is about to be sold or reloaded. A device that has asked for too many numbers of no voucher goes on as
 * without head office: each new card is such a number. Throws voucher_mistyped.
 */
export async function askBeforeSale(
  agent: AskingParts,
  { number, isReload }: { number?: string | undefined; isReload: boolean },
): Promise<void> {
  if (number === undefined) return
  refuseMistyped(number, agent)
  try {
    await agent.toldVouchers.ask(agent, number)
  } catch (error) {
    if (isReload || !(error instanceof Problem && error.code === 'too_many_attempts')) throw error
  }
}

/**
 * Asks for the vouchers that are about to pay and that nobody has asked for a moment ago: only when head office does not
 * answer is one taken without its balance. A return gives back to vouchers whatever their balance is. Throws
 * voucher_mistyped.
 */
export async function askUnasked(
  agent: AskingParts,
  { tillId }: Pick<Actor, 'tillId'>,
  payments: readonly VoucherPayment[],
): Promise<void> {
  const { journal, toldVouchers } = agent
  if (journal.read.carts.findOpen(tillId)?.isReturn) return
  // While one is asked for, another till may sell and so change what was told of the other.
  for (;;) {
    const unasked = vouchersIn(payments).filter(({ number }) => !toldVouchers.wasAsked(number))
    if (unasked.length === 0) return
    for (const { number } of unasked) refuseMistyped(number, agent)
    await Promise.all(unasked.map(({ number }) => toldVouchers.ask(agent, number)))
  }
}
