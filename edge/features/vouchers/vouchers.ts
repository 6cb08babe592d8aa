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
import type { ToldVoucher, ToldVouchers } from './told-vouchers.ts'

export interface VoucherSources extends HoldingParts {
  /** Sales that wait for head office, and sales that it has taken over. */
  journal: { readonly read: Pick<JournalReader, 'unsentVouchers' | 'unsentLoads' | 'sentVouchers'> }
  toldVouchers: Pick<ToldVouchers, 'find'>
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
 * What a voucher may pay at most, and what head office has told of it a moment ago; null: it does not answer. Throws
 * voucher_unknown, voucher_blocked, voucher_expired, voucher_empty and, offline, voucher_not_held and voucher_offline_limit
 * when it may pay nothing.
 */
function usable(
  number: string,
  { terms }: Cart,
  sources: VoucherSources,
): { most: Amount; told: ToldVoucher | null } {
  const told = sources.toldVouchers.find(number)
  if (!told) return { most: mostOffline(number, terms.offlineVoucherLimit, sources), told }
  if (told.state !== 'Active') throw new Problem(OBSTACLES[told.state])
  if (told.balance <= 0) throw new Problem('voucher_empty')
  return { most: told.balance, told }
}

/**
 * Offline a voucher that this agent knows pays what is on it, and no more than what sales of this agent have put on it that head
 * office does not have yet, or else than the retail point allows, less what such sales have taken
 * (docs/domain.md#vouchers-at-tills).
 */
function mostOffline(number: string, limit: Amount, sources: VoucherSources): Amount {
  const { unsentVouchers, unsentLoads } = sources.journal.read
  const key = voucherKeyOf(number)
  const taken = unsentVouchers.sums().get(key) ?? 0
  const loaded = unsentLoads.sums().get(key) ?? 0
  const held = heldBalance(number, sources, sources.journal.read)
  if (held === null && loaded === 0)
    throw new Problem('voucher_not_held', {
      detail: 'Head office does not answer, and this till knows no voucher of this number',
    })
  const left = (held ?? 0) + loaded - taken
  if (left <= 0) throw new Problem('voucher_empty')
  const most = Math.min(left, (loaded > 0 ? loaded : limit) - taken) as Amount
  if (most <= 0) throw tooMuch(0 as Amount, null)
  return most
}

function tooMuch(most: Amount, told: ToldVoucher | null, index?: number): Problem {
  const available = amountToNumber(most)
  const detail = told
    ? `${available} are left of the voucher`
    : `Head office does not answer, and without it the voucher may pay ${available}`
  return new Problem(told ? 'voucher_not_enough' : 'voucher_offline_limit', {
    ...{ detail, extensions: { available } },
    ...(index !== undefined && { errors: [{ pointer: `#/payments/${index}/amount`, detail, available }] }),
  })
}

/** As the cashier sees it before it pays. Throws why it may not pay. */
export function presentVoucher(number: string, cart: Cart, sources: VoucherSources): TillVoucher {
  const { most, told } = usable(number, cart, sources)
  return {
    ...{ number, maxPaid: amountToNumber(most), isOnline: told !== null },
    ...{ balance: told && amountToNumber(told.balance), asOf: told?.at ?? null },
  }
}

/** Throws why a voucher may not pay, or not so much: several rows of one count together. */
export function refuseVouchers(
  cart: Cart,
  payments: readonly VoucherPayment[],
  sources: VoucherSources,
): void {
  if (cart.isReturn) return
  for (const { number, amount, index } of vouchersIn(payments)) {
    const { most, told } = usable(number, cart, sources)
    if (amount > most) throw tooMuch(most, told, index)
  }
}

/** Vouchers and points pay for goods alone (docs/domain.md#vouchers-sold-at-tills). Throws voucher_pays_voucher. */
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

/** What the till knows to be left of the voucher of each payment afterwards; null where it does not know. */
export function voucherRests(
  { isReturn }: Cart,
  payments: readonly VoucherPayment[],
  { toldVouchers }: Pick<VoucherSources, 'toldVouchers'>,
): (Amount | null)[] {
  const paid = new Map(vouchersIn(payments).map(({ number, amount }) => [voucherKeyOf(number), amount]))
  return payments.map(({ type, reference = '' }) => {
    const told = isReturn || type !== 'GiftCard' ? null : toldVouchers.find(reference)
    return told && ((told.balance - must(paid.get(voucherKeyOf(reference)))) as Amount)
  })
}

/** Each voucher once, with what it pays and its first row. */
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
