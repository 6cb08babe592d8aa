import type { TillVoucher } from '#shared/contracts/till/vouchers.ts'
import { voucherKeyOf } from '#shared/loyalty/voucher-number.ts'
import { type Amount, amountToNumber, sumAmounts } from '#shared/money/decimal.ts'
import { isPrepaid } from '#shared/pricing/tenders.ts'
import { Problem } from '#shared/problems/problem.ts'
import { must } from '#shared/std/must.ts'
import type { VoucherState } from '#shared/sync/voucher-balance.ts'
import type { Cart } from '../../journal/carts.ts'
import type { JournalReader } from '../../journal/journal.ts'
import { type HoldingParts, heldBalance } from './held-vouchers.ts'
import type { OnlineVoucher, OnlineVouchers } from './online-vouchers.ts'

export interface VoucherSources extends HoldingParts {
  /** Source of unsent sales, and of sales that head office has accepted. */
  journal: { readonly read: Pick<JournalReader, 'unsentVouchers' | 'unsentLoads' | 'sentVouchers'> }
  onlineVouchers: Pick<OnlineVouchers, 'find'>
}

export interface VoucherPayment {
  type: string
  amount: Amount
  reference?: string | undefined
}

export const OBSTACLES = {
  Blocked: 'voucher_blocked',
  Expired: 'voucher_expired',
  Unknown: 'voucher_unknown',
} as const satisfies Partial<Record<VoucherState, string>>

/**
 * Returns the maximum payment by a voucher, and head office's recent answer, or null when it did not answer.
 * Throws `voucher_unknown`, `voucher_blocked`, `voucher_expired`, `voucher_empty` and, offline,
 * `voucher_not_held` and `voucher_offline_limit` when the voucher cannot pay anything.
 */
function usable(
  number: string,
  { terms }: Cart,
  sources: VoucherSources,
): { most: Amount; online: OnlineVoucher | null } {
  const online = sources.onlineVouchers.find(number)
  if (!online) return { most: mostOffline(number, terms.offlineVoucherLimit, sources), online }
  if (online.state !== 'Active') throw new Problem(OBSTACLES[online.state])
  if (online.balance <= 0) throw new Problem('voucher_empty')
  return { most: online.balance, online }
}

/**
 * Returns the maximum payment by a voucher offline. It is limited by the known balance and by the loads in
 * unsent sales of this agent. Without such loads, the limit of the retail point applies instead. Payments in
 * unsent sales are deducted from each (docs/domain.md#vouchers-at-tills).
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
  if (most <= 0) throw tooMuch(0 as Amount, null)
  return most
}

function tooMuch(most: Amount, online: OnlineVoucher | null, index?: number): Problem {
  const available = amountToNumber(most)
  const detail = online
    ? `The voucher has ${available} left`
    : `Head office is not responding; without it, the voucher may pay ${available}`
  return new Problem(online ? 'voucher_not_enough' : 'voucher_offline_limit', {
    detail,
    extensions: { available },
    ...(index !== undefined && { errors: [{ pointer: `#/payments/${index}/amount`, detail, available }] }),
  })
}

/** Presents a voucher to the cashier before payment. Throws the reason why it cannot pay. */
export function presentVoucher(number: string, cart: Cart, sources: VoucherSources): TillVoucher {
  const { most, online } = usable(number, cart, sources)
  return {
    number,
    maxPaid: amountToNumber(most),
    isOnline: online !== null,
    balance: online && amountToNumber(online.balance),
    asOf: online?.at ?? null,
  }
}

/**
 * Throws the reason why a voucher cannot pay, or cannot pay this much. Several payments with one voucher are
 * added up.
 */
export function refuseVouchers(
  cart: Cart,
  payments: readonly VoucherPayment[],
  sources: VoucherSources,
): void {
  if (cart.isReturn) return
  for (const { number, amount, index } of vouchersIn(payments)) {
    const { most, online } = usable(number, cart, sources)
    if (amount > most) throw tooMuch(most, online, index)
  }
}

/**
 * Throws `voucher_pays_voucher` when vouchers or points pay for vouchers, because they can pay only for goods
 * (docs/domain.md#vouchers-sold-at-tills).
 */
export function refuseVoucherForVoucher(
  { isReturn, vouchers }: Cart,
  goods: Amount,
  payments: readonly VoucherPayment[],
): void {
  const prepaid = payments.filter(isPrepaid)
  if (isReturn || vouchers.length === 0) return
  if (sumAmounts(prepaid.map(({ amount }) => amount)) <= goods) return
  throw new Problem('voucher_pays_voucher', { extensions: { available: amountToNumber(goods) } })
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

/** Lists each voucher once, with its total payment and the index of its first payment. */
export function vouchersIn(
  payments: readonly VoucherPayment[],
): { number: string; amount: Amount; index: number }[] {
  const rows = payments
    .map(({ type, amount, reference = '' }, index) => ({ type, amount, number: reference, index }))
    .filter(({ type, number }) => type === 'GiftCard' && number !== '')
  return [...Map.groupBy(rows, ({ number }) => voucherKeyOf(number)).values()].map((own) => ({
    ...must(own[0]),
    amount: sumAmounts(own.map(({ amount }) => amount)),
  }))
}
