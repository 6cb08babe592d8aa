import type { BeginReturn } from '#shared/contracts/till/till.ts'
import { voucherKeyOf } from '#shared/loyalty/voucher-number.ts'
import { Problem } from '#shared/problems/problem.ts'
import { must } from '#shared/std/must.ts'
import type { BasisSale, Cart } from '../../journal/carts.ts'
import type { Journal, JournalReader } from '../../journal/journal.ts'
import type { Replica } from '../../replica/replica.ts'
import type { Sync } from '../../sync/sync.ts'
import { findBasis } from '../receipts/basis.ts'
import type { Actor } from '../session/actor.ts'
import type { OnlineVouchers } from './online-vouchers.ts'

/**
 * True by key of the number when the full amount that the receipt put on the voucher is still there; null:
 * unknown.
 */
export type Untouched = ReadonlyMap<string, boolean | null>

interface CheckingParts {
  readonly journal: Journal
  readonly replica: Replica
  readonly sync: Sync | null
  readonly onlineVouchers: OnlineVouchers
}

/** Checks the vouchers of a return that is about to begin. */
export async function checkReturnedVouchers(
  agent: CheckingParts,
  { receiptNumber, vouchers }: BeginReturn,
): Promise<Untouched> {
  const basis = receiptNumber ? findBasis(agent.journal.read, agent.replica, receiptNumber) : null
  return basis ? checkUntouched(agent, basis.id, vouchersOf(basis.sale, vouchers)) : new Map()
}

/** Returns the vouchers at the places; for a receipt without goods, all. */
const vouchersOf = ({ lines, vouchers = [] }: BasisSale, places: readonly number[] | undefined) =>
  vouchers.filter((_, index) => places?.includes(index + 1) ?? lines.length === 0)

/** Checks the vouchers of a return that is about to be paid back. */
export async function checkVouchersOfReturn(
  agent: CheckingParts,
  { tillId }: Pick<Actor, 'tillId'>,
): Promise<Untouched> {
  const cart = agent.journal.read.carts.findOpen(tillId)
  return cart?.isReturn && cart.original ? checkUntouched(agent, cart.original.id, cart.vouchers) : new Map()
}

async function checkUntouched(
  { sync, onlineVouchers }: CheckingParts,
  saleId: string,
  vouchers: readonly { number: string }[],
): Promise<Untouched> {
  const answers = vouchers.map(
    async ({ number }) =>
      [voucherKeyOf(number), await onlineVouchers.checkUntouched({ sync }, { number, saleId })] as const,
  )
  return new Map(await Promise.all(answers))
}

/**
 * Refuses vouchers that were spent: a voucher is returned with the full amount that the receipt put on it, or
 * not at all. Until the receipt is uploaded, only this agent knows; afterwards head office must be asked.
 * Throws `voucher_spent` and `voucher_not_checked`.
 */
export function refuseSpentVouchers(
  { original, vouchers }: Pick<Cart, 'original' | 'vouchers'>,
  untouched: Untouched,
  { receipts, unsentVouchers }: Pick<JournalReader, 'receipts' | 'unsentVouchers'>,
): void {
  const isWaiting = receipts.findById(must(original).id)?.uploadState === 'waiting'
  for (const { number } of vouchers) {
    const key = voucherKeyOf(number)
    const isSpentHere = (unsentVouchers.sums().get(key) ?? 0) > 0
    const known = isSpentHere ? false : (untouched.get(key) ?? (isWaiting ? true : null))
    if (known === null)
      throw new Problem('voucher_not_checked', {
        detail: 'Head office is not responding; without it, nobody knows if the voucher was spent',
      })
    if (!known) throw new Problem('voucher_spent', { detail: 'A voucher that was spent cannot be returned' })
  }
}
