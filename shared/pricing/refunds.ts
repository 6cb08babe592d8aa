import { isCash, needsReference, originOf, type Tender, type TenderType } from '#shared/domain/tenders.ts'
import { voucherKeyOf } from '#shared/loyalty/voucher-number.ts'
import { type Amount, amountToNumber, sumAmounts } from '#shared/money/decimal.ts'
import { Problem } from '#shared/problems/problem.ts'
import { must } from '#shared/std/must.ts'

/** Payments of a receipt. */
export interface PaidReceipt {
  payments: readonly NumberedTender[]
  changeSum: Amount
}

/** Payment, with its voucher number if any. */
export interface NumberedTender extends Tender {
  reference?: string | null | undefined
  /** Original tender of a set-off. */
  originType?: TenderType | null | undefined
}

/** Stored amount of one tender, whose type can be any string. */
export interface Refund {
  type: string
  amount: Amount
  /** Voucher number. Each voucher is a separate tender. A missing number matches any voucher. */
  reference?: string | null | undefined
  originType?: string | null | undefined
}

/**
 * Returns the amount that each tender of a receipt can still refund: the payment less change and earlier
 * refunds (docs/domain.md#refunds). Each voucher is a separate tender. Tenders are in the order of payment,
 * without those that are used up.
 */
export function leftToRefund(sale: PaidReceipt, returns: readonly PaidReceipt[]): NumberedTender[] {
  return leftAfter(waysOf(sale), returns.flatMap(waysOf)).filter(({ amount }) => amount > 0)
}

/** Returns the remainder of each tender after refunds, in the order of `paid`. No remainder is below 0. */
export function leftAfter<Way extends Refund>(paid: readonly Way[], refunds: readonly Refund[]): Way[] {
  const ways = paid.map((way) => ({ ...way }))
  for (const refund of refunds) takeFrom(ways, refund)
  return ways
}

/**
 * Returns the payments by tender in the order of payment, with change deducted from cash. A set-off counts as
 * its original tender.
 */
export function waysOf({ payments, changeSum }: PaidReceipt): NumberedTender[] {
  const rows = Map.groupBy(payments.map(asPaid), (payment) => `${payment.type} ${voucherOf(payment) ?? ''}`)
  return [...rows.values()].map((own) => {
    const { type, reference } = must(own[0])
    const paid = sumAmounts(own.map(({ amount }) => amount))
    const amount = isCash({ type }) ? ((paid - changeSum) as Amount) : paid
    return { type, amount, ...(needsReference(type) && reference ? { reference } : {}) }
  })
}

const asPaid = <Row extends Refund>(row: Row): Row => ({ ...row, type: originOf(row) })

/** Returns the key of the voucher, or null for other tenders and for unknown numbers. */
const voucherOf = ({ type, reference }: Refund): string | null =>
  needsReference(type) && reference ? voucherKeyOf(reference) : null

function isWayOf(way: Refund, refund: Refund): boolean {
  if (way.type !== refund.type) return false
  const [paid, requested] = [voucherOf(way), voucherOf(refund)]
  return paid === null || requested === null || paid === requested
}

/** Deducts a refund from the matching tenders, in their order. Returns the total available before. */
function takeFrom(ways: readonly Refund[], refund: Refund): Amount {
  const own = ways.filter((way) => isWayOf(way, refund))
  const available = sumAmounts(own.map(({ amount }) => Math.max(0, amount) as Amount))
  let rest: number = refund.amount
  for (const way of own) {
    const taken = Math.min(rest, Math.max(0, way.amount))
    way.amount = (way.amount - taken) as Amount
    rest -= taken
  }
  return available
}

/** Returns the default refund of `sum`: each tender in the order of payment, up to its remainder. */
export function refundsOf<Way extends Refund>(sum: Amount, left: readonly Way[]): Way[] {
  let rest: number = sum
  return left.flatMap((way) => {
    const amount = Math.min(rest, way.amount) as Amount
    rest -= amount
    return amount > 0 ? [{ ...way, amount }] : []
  })
}

export interface Excess {
  /** Index of the row in the refunds. */
  index: number
  type: string
  requested: Amount
  available: Amount
}

/** Returns the rows that refund more than the remainder of their tender. Rows of one tender are added up. */
export function excessOf(refunds: readonly Refund[], left: readonly Refund[]): Excess[] {
  const ways = left.map((way) => ({ ...way }))
  return refunds.flatMap((refund, index) => {
    const { type, amount: requested } = refund
    const available = takeFrom(ways, asPaid(refund))
    return requested > available ? [{ index, type, requested, available }] : []
  })
}

/** Returns the `refund_exceeded` problem with one error for each excessive payment of the request. */
export function refundExceeded(excess: readonly Excess[]): Problem {
  const errors = excess.map(({ index, type, ...figures }) => {
    const [requested, available] = [amountToNumber(figures.requested), amountToNumber(figures.available)]
    const detail = `${type}: only ${available} of ${requested} can be refunded`
    return { pointer: `#/payments/${index}/amount`, detail, type, requested, available }
  })
  return new Problem('refund_exceeded', { detail: errors.map(({ detail }) => detail).join('; '), errors })
}
