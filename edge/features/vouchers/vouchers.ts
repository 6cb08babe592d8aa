import type { TillVoucher } from '#shared/contracts/till/vouchers.ts'
import { isPrepaid } from '#shared/domain/tenders.ts'
import { voucherKeyOf } from '#shared/loyalty/voucher-number.ts'
import { type Amount, amountToNumber, sumAmounts } from '#shared/money/decimal.ts'
import { Problem } from '#shared/problems/problem.ts'
import { must } from '#shared/std/must.ts'
import type { VoucherState } from '#shared/sync/voucher-balance.ts'
import type { Cart } from '../../journal/carts.ts'
import type { JournalReader } from '../../journal/journal.ts'
import { type HoldingParts, heldBalance } from './held-vouchers.ts'
import type { OnlineVoucher, OnlineVouchers } from './online-vouchers.ts'

export interface VoucherSources extends HoldingParts {
  /** Unsent sales, and sales that head office has accepted. */
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
 * Returns the largest payment by a voucher, and the recent answer of head office; null: it does not answer.
 * Throws `voucher_unknown`, `voucher_blocked`, `voucher_expired`, `voucher_empty` and, offline,
 * `voucher_not_held` and `voucher_offline_limit` when it may pay nothing.
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
 * Returns the largest payment by a voucher offline. It is limited by the known balance, and also by the loads
 * of unsent sales of this agent, or without such loads by the limit of the retail point. Payments of unsent
 * sales are deducted from each (docs/domain.md#vouchers-at-tills).
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

/** Presents a voucher to the cashier before it pays. Throws the reason why it may not pay. */
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

/** Throws the reason why a voucher may not pay, or not as much: several rows of one voucher count together. */
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
 * Refuses to pay for vouchers with vouchers or points: they pay for goods alone
 * (docs/domain.md#vouchers-sold-at-tills). Throws `voucher_pays_voucher`.
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

/** Returns the known remainder of each payment's voucher afterwards; null where it is unknown. */
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

/** Lists each voucher once, with its total payment and its first row. */
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
