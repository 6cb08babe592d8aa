import { isPrepaid, needsReference, type TenderType } from '#shared/domain/tenders.ts'
import { voucherKeyOf } from '#shared/loyalty/voucher-number.ts'
import { type Amount, amountToNumber, sumAmounts } from '#shared/money/decimal.ts'
import { invalidField, Problem } from '#shared/problems/problem.ts'
import { type CashRoundingRule, NO_ROUNDING, roundingOf, roundingOfRefund } from './cash-rounding.ts'
import { roundingOfRest, type SetOffRow } from './exchange.ts'
import { excessOf, type NumberedTender, refundExceeded } from './refunds.ts'
import { LARGEST_SUM, settle } from './sale.ts'
import { type VoucherLimit, voucherExceeded, vouchersIn } from './voucher-payments.ts'

/** Payment entered by the cashier. `reference`: number of a voucher. */
interface Payment {
  type: TenderType
  amount: Amount
  reference?: string | undefined
}
type Payments = readonly Payment[]

/** A payment, or an amount set off between the halves of an exchange. */
type PaidTender = Payments[number] | SetOffRow

/** Sums and rules of a cart, or of one half of an exchange, that is paid or refunded. */
export interface CartBill {
  isReturn: boolean
  /** Sum of the products, before rounding. */
  sum: Amount
  /** Amount of the gift vouchers that are sold or taken back. */
  voucherSum: Amount
  /** Tenders that the retail point accepts. */
  tenders: readonly TenderType[]
  rounding: CashRoundingRule
  /** Remainder of the original payment. Null for a sale and for a return without a receipt. */
  refundable: Amount | null
  /** True when nothing of the receipt remains after this return. */
  isLast: boolean
  /** Maximum refund for each payment method. Null means that any method is allowed. */
  refundsLeft: readonly NumberedTender[] | null
  allowRefundOtherTender: boolean
  /** Result of the set-off, for one half of an exchange. Null outside an exchange. */
  half: SettledHalf | null
}

export interface SettledHalf {
  /** Set-off rows, followed by refunds in points. */
  settled: readonly PaidTender[]
  /** Remaining amount before cash rounding, and its upper limit. */
  rest: Amount
  most: Amount | null
}

/** Limits of payments with points and vouchers, as far as the till knows them. */
export interface KnownMeans {
  /** Largest payment with points. */
  mostPoints: Amount
  /** Returns the limit of a voucher. Throws the reason why the voucher cannot pay at all. */
  limitOf(number: string): VoucherLimit
  /** Throws `voucher_mistyped` when the check digit of the number is wrong. */
  refuseMistyped(number: string): void
}

export interface CartSettlement {
  roundingSum: Amount
  changeSum: Amount
  /** The payments, after the amounts that an exchange has set off. */
  payments: PaidTender[]
  /** Reason for a refund with a tender other than the original ones. Null when no reason is needed. */
  refundReason: string | null
}

/**
 * Calculates the rounding and the change of a cart from its payments. Throws `not_allowed_here`,
 * `points_not_enough`, `voucher_pays_voucher`, `voucher_not_enough`, `voucher_offline_limit`,
 * `payment_too_little`, `payment_too_much`, `refund_exceeded`, `invalid_request` and what the functions of
 * `known` throw.
 */
export function settleCart(
  bill: CartBill,
  { payments, refundReason }: { payments: Payments; refundReason?: string | undefined },
  known: KnownMeans,
): CartSettlement {
  refuseTenders(bill, payments)
  if (bill.isReturn) refuseMistypedRefunds(bill, payments, known)
  else {
    refusePoints(payments, known)
    refuseVouchers(payments, known)
    refuseVoucherForVoucher(bill, payments)
  }
  const all = [...(bill.half?.settled ?? []), ...payments]
  const roundingSum = bill.half ? roundingOfHalf(bill, bill.half, payments) : roundingOfCart(bill, payments)
  return {
    roundingSum,
    changeSum: changeOf(bill, (bill.sum + roundingSum + bill.voucherSum) as Amount, all),
    payments: all,
    refundReason: refundReasonOf(bill, payments, refundReason),
  }
}

/**
 * Throws for payment methods that the retail point does not accept, and for payments without their required
 * reference.
 */
function refuseTenders({ tenders }: CartBill, payments: Payments): void {
  for (const [index, { type, reference }] of payments.entries()) {
    if (!tenders.includes(type))
      throw new Problem('not_allowed_here', { detail: `${type} is not accepted at this retail point` })
    if (needsReference(type) && !reference)
      throw invalidField(['payments', index, 'reference'], 'is required: the number of the voucher')
  }
}

/** Checks the voucher numbers of a return. A number printed on the receipt is accepted without a check. */
function refuseMistypedRefunds({ refundsLeft }: CartBill, payments: Payments, known: KnownMeans): void {
  const printed = new Set(refundsLeft?.map(({ reference }) => voucherKeyOf(reference ?? '')))
  for (const { number } of vouchersIn(payments))
    if (!printed.has(voucherKeyOf(number))) known.refuseMistyped(number)
}

function refusePoints(payments: Payments, { mostPoints }: KnownMeans): void {
  const index = payments.findIndex(({ type }) => type === 'Bonus')
  const inPoints = payments.filter(({ type }) => type === 'Bonus')
  if (index < 0 || sumAmounts(inPoints.map(({ amount }) => amount)) <= mostPoints) return
  const available = amountToNumber(mostPoints)
  const detail = `Points may pay ${available} of it`
  throw new Problem('points_not_enough', {
    detail,
    errors: [{ pointer: `#/payments/${index}/amount`, detail, available }],
    extensions: { available },
  })
}

/** Throws when a voucher pays more than its limit. All payments with one voucher are added up. */
function refuseVouchers(payments: Payments, known: KnownMeans): void {
  for (const { number, amount, index } of vouchersIn(payments)) {
    const limit = known.limitOf(number)
    if (amount > limit.most) throw voucherExceeded(limit, index)
  }
}

/**
 * Throws `voucher_pays_voucher` when vouchers and points pay more than the sum of the products
 * (docs/domain.md#vouchers-sold-at-tills).
 */
function refuseVoucherForVoucher({ sum, voucherSum }: CartBill, payments: Payments): void {
  const prepaid = payments.filter(isPrepaid)
  if (voucherSum === 0 || sumAmounts(prepaid.map(({ amount }) => amount)) <= sum) return
  throw new Problem('voucher_pays_voucher', { extensions: { available: amountToNumber(sum) } })
}

/**
 * Returns the rounding. The last return of a receipt refunds everything that remains of its payments,
 * including amounts kept by earlier rounding.
 */
function roundingOfCart(bill: CartBill, payments: Payments): Amount {
  const { sum, rounding: rule, refundable: most, refundsLeft: left } = bill
  if (most !== null && bill.isLast) return (most - sum) as Amount
  return bill.isReturn
    ? roundingOfRefund(sum, payments, { rule, most, left })
    : roundingOf(sum, payments, rule, most, bill.voucherSum)
}

function roundingOfHalf(
  { sum, isLast, rounding, refundsLeft: left }: CartBill,
  { settled, rest, most }: SettledHalf,
  payments: Payments,
): Amount {
  const whole = sumAmounts(settled.map(({ amount }) => amount)) + rest
  const rule = isLast ? NO_ROUNDING : roundingOfRest(rounding)
  return (whole - sum + roundingOfRefund(rest, payments, { rule, most, left })) as Amount
}

/**
 * Returns the change, which is 0 for a return. Throws when the payments are too small or too large: those of
 * a return must equal the amount due.
 */
function changeOf({ isReturn }: CartBill, due: Amount, payments: readonly PaidTender[]): Amount {
  if (sumAmounts(payments.map(({ amount }) => amount)) > LARGEST_SUM)
    throw invalidField(['payments'], 'add up to more than a sale can be')
  const settlement = settle(due, payments)
  if (!settlement.ok) {
    throw settlement.reason === 'too_little'
      ? new Problem('payment_too_little', { extensions: { missing: amountToNumber(settlement.missing) } })
      : new Problem('payment_too_much', { extensions: { over: amountToNumber(settlement.over) } })
  }
  if (isReturn && settlement.changeSum > 0)
    throw new Problem('payment_too_much', {
      detail: 'A refund must equal the amount due',
      extensions: { over: amountToNumber(settlement.changeSum) },
    })
  return settlement.changeSum
}

/**
 * Returns the reason of a refund with a tender other than the original ones, or null when no reason is
 * needed. Throws `refund_exceeded` unless the retail point allows such refunds.
 */
function refundReasonOf(
  { refundsLeft, allowRefundOtherTender }: CartBill,
  payments: Payments,
  reason: string | undefined,
): string | null {
  const excess = refundsLeft ? excessOf(payments, refundsLeft) : []
  if (excess.length === 0) return null
  if (!allowRefundOtherTender) throw refundExceeded(excess)
  if (!reason)
    throw invalidField(['refundReason'], 'is required: the refund uses another tender than the payment')
  return reason
}
