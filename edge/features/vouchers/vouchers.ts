import type { TillVoucher } from '#shared/contracts/till/vouchers.ts'
import { voucherKeyOf } from '#shared/loyalty/voucher-number.ts'
import { type Amount, amountToNumber } from '#shared/money/decimal.ts'
import {
  type VoucherLimit,
  type VoucherPayment,
  voucherExceeded,
  vouchersIn,
} from '#shared/pricing/voucher-payments.ts'
import { Problem } from '#shared/problems/problem.ts'
import { must } from '#shared/std/must.ts'
import type { VoucherState } from '#shared/sync/voucher-balance.ts'
import type { Cart } from '../../journal/carts.ts'
import type { JournalReader } from '../../journal/journal.ts'
import { type HoldingParts, heldBalance } from './held-vouchers.ts'
import type { OnlineVouchers } from './online-vouchers.ts'

export interface VoucherSources extends HoldingParts {
  /** Source of unsent sales, and of sales that head office has accepted. */
  journal: { readonly read: Pick<JournalReader, 'unsentVouchers' | 'unsentLoads' | 'sentVouchers'> }
  onlineVouchers: Pick<OnlineVouchers, 'find'>
}

export const OBSTACLES = {
  Blocked: 'voucher_blocked',
  Expired: 'voucher_expired',
  Unknown: 'voucher_unknown',
} as const satisfies Partial<Record<VoucherState, string>>

/**
 * Returns the largest payment by a voucher, by the recent answer of head office or, without one, offline.
 * Throws `voucher_unknown`, `voucher_blocked`, `voucher_expired`, `voucher_empty` and, offline,
 * `voucher_not_held` and `voucher_offline_limit` when the voucher cannot pay anything.
 */
export function limitOfVoucher(number: string, { terms }: Cart, sources: VoucherSources): VoucherLimit {
  const online = sources.onlineVouchers.find(number)
  if (!online) return { most: mostOffline(number, terms.offlineVoucherLimit, sources), isOnline: false }
  if (online.state !== 'Active') throw new Problem(OBSTACLES[online.state])
  if (online.balance <= 0) throw new Problem('voucher_empty')
  return { most: online.balance, isOnline: true }
}

/**
 * Returns the maximum payment by a voucher offline. This is the known balance plus the loads in unsent sales
 * of this agent, capped by these loads, or by the limit of the retail point when there are none. Payments in
 * unsent sales are deducted from both (docs/domain.md#vouchers-at-tills). Throws the offline errors of
 * `limitOfVoucher`.
 */
function mostOffline(number: string, limit: Amount, sources: VoucherSources): Amount {
  const { unsentVouchers, unsentLoads } = sources.journal.read
  const key = voucherKeyOf(number)
  const taken = unsentVouchers.sums().get(key) ?? 0
  const loaded = unsentLoads.sums().get(key) ?? 0
  const held = heldBalance(number, sources, sources.journal.read)
  if (held === null && loaded === 0)
    throw new Problem('voucher_not_held', {
      detail: 'Head office is not responding, and this till knows no voucher with this number',
    })
  const left = (held ?? 0) + loaded - taken
  if (left <= 0) throw new Problem('voucher_empty')
  const most = Math.min(left, (loaded > 0 ? loaded : limit) - taken) as Amount
  if (most <= 0) throw voucherExceeded({ most: 0 as Amount, isOnline: false })
  return most
}

/** Presents a voucher to the cashier before payment. Throws the reason why it cannot pay. */
export function presentVoucher(number: string, cart: Cart, sources: VoucherSources): TillVoucher {
  const { most, isOnline } = limitOfVoucher(number, cart, sources)
  const online = sources.onlineVouchers.find(number)
  return {
    number,
    maxPaid: amountToNumber(most),
    isOnline,
    balance: online && amountToNumber(online.balance),
    asOf: online?.at ?? null,
  }
}

/** Returns the remaining balance of each payment's voucher after the payment, or null where it is unknown. */
export function voucherRests(
  { isReturn }: Cart,
  payments: readonly VoucherPayment[],
  { onlineVouchers }: Pick<VoucherSources, 'onlineVouchers'>,
): (Amount | null)[] {
  const paid = new Map(vouchersIn(payments).map(({ number, amount }) => [voucherKeyOf(number), amount]))
  return payments.map(({ type, reference = '' }) => {
    const online = isReturn || type !== 'GiftCard' ? null : onlineVouchers.find(reference)
    return online && ((online.balance - must(paid.get(voucherKeyOf(reference)))) as Amount)
  })
}
