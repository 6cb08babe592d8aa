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
 * State of each returned voucher by its key: true when the full amount loaded by the receipt is still on it,
 * null when unknown.
 */
export type Untouched = ReadonlyMap<string, boolean | null>

interface CheckingParts {
  readonly journal: Journal
  readonly replica: Replica
  readonly sync: Sync | null
  readonly onlineVouchers: OnlineVouchers
}

/** Checks with head office the vouchers of a return before it begins. */
export async function checkReturnedVouchers(
  agent: CheckingParts,
  { receiptNumber, vouchers }: BeginReturn,
): Promise<Untouched> {
  const basis = receiptNumber ? findBasis(agent.journal.read, agent.replica, receiptNumber) : null
  return basis ? checkUntouched(agent, basis.id, vouchersOf(basis.sale, vouchers)) : new Map()
}

/**
 * Returns the vouchers at the given positions. Without positions, returns all vouchers of a receipt that has
 * no goods.
 */
const vouchersOf = ({ lines, vouchers = [] }: BasisSale, places: readonly number[] | undefined) =>
  vouchers.filter((_, index) => places?.includes(index + 1) ?? lines.length === 0)

/** Checks with head office the vouchers of a return before it is refunded. */
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
 * Throws for vouchers that were partly spent. A voucher can only be returned with the full amount loaded by
 * the receipt. Before the receipt is uploaded, the local journal has the answer. Afterward head office must
 * be asked. Throws `voucher_spent` and `voucher_not_checked`.
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
