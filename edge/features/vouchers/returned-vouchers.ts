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
import type { ToldVouchers } from './told-vouchers.ts'

/** By the key of the number: whether all that the receipt has put on the voucher is still there; null: not known. */
export type Untouched = ReadonlyMap<string, boolean | null>

interface AskingParts {
  readonly journal: Journal
  readonly replica: Replica
  readonly sync: Sync | null
  readonly toldVouchers: ToldVouchers
}

/** For a return that is about to begin. */
export async function askReturned(
  agent: AskingParts,
  { receiptNumber, vouchers }: BeginReturn,
): Promise<Untouched> {
  const basis = receiptNumber ? findBasis(agent.journal.read, agent.replica, receiptNumber) : null
  return basis ? askUntouched(agent, basis.id, vouchersOf(basis.sale, vouchers)) : new Map()
}

/** Those at the places; of a receipt without goods all. */
const vouchersOf = ({ lines, vouchers = [] }: BasisSale, places: readonly number[] | undefined) =>
  vouchers.filter((_, index) => places?.includes(index + 1) ?? lines.length === 0)

/** For a return that is about to be paid back. */
export async function askOfReturn(agent: AskingParts, { tillId }: Pick<Actor, 'tillId'>): Promise<Untouched> {
  const cart = agent.journal.read.carts.findOpen(tillId)
  return cart?.isReturn && cart.original ? askUntouched(agent, cart.original.id, cart.vouchers) : new Map()
}

async function askUntouched(
  { sync, toldVouchers }: AskingParts,
  saleId: string,
  vouchers: readonly { number: string }[],
): Promise<Untouched> {
  const answers = vouchers.map(
    async ({ number }) =>
      [voucherKeyOf(number), await toldVouchers.askUntouched({ sync }, { number, saleId })] as const,
  )
  return new Map(await Promise.all(answers))
}

/**
 * A voucher comes back with all that the receipt has put on it, or not at all. As long as head office has not got the
 * receipt, this agent alone knows; afterwards head office has to be asked. Throws voucher_spent and voucher_not_checked.
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
        detail: 'Head office does not answer, and without it nobody knows whether the voucher was spent',
      })
    if (!known)
      throw new Problem('voucher_spent', { detail: 'What was spent of a voucher does not come back' })
  }
}
