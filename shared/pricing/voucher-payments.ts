import { voucherKeyOf } from '#shared/loyalty/voucher-number.ts'
import { type Amount, amountToNumber, sumAmounts } from '#shared/money/decimal.ts'
import { Problem } from '#shared/problems/problem.ts'
import { must } from '#shared/std/must.ts'

export interface VoucherPayment {
  type: string
  amount: Amount
  reference?: string | undefined
}

/** Maximum payment with a voucher. */
export interface VoucherLimit {
  most: Amount
  /** True when the hub has just confirmed the limit; false when it is the limit for offline tills. */
  isOnline: boolean
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

/** Returns the problem of a voucher payment above its limit. `index` is the position of the payment. */
export function voucherExceeded({ most, isOnline }: VoucherLimit, index?: number): Problem {
  const available = amountToNumber(most)
  const detail = isOnline
    ? `The voucher has ${available} left`
    : `Head office is not responding; without it, the voucher may pay ${available}`
  return new Problem(isOnline ? 'voucher_not_enough' : 'voucher_offline_limit', {
    detail,
    extensions: { available },
    ...(index !== undefined && { errors: [{ pointer: `#/payments/${index}/amount`, detail, available }] }),
  })
}
