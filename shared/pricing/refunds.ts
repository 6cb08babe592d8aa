import { voucherKeyOf } from '#shared/loyalty/voucher-number.ts'
import { type Amount, amountToNumber, sumAmounts } from '#shared/money/decimal.ts'
import { Problem } from '#shared/problems/problem.ts'
import { must } from '#shared/std/must.ts'
import { isCash, needsReference, originOf, type Tender, type TenderType } from './tenders.ts'

/** A receipt as far as its money goes. */
export interface PaidReceipt {
  payments: readonly NumberedTender[]
  changeSum: Amount
}

/** A payment with the number of its voucher. */
export interface NumberedTender extends Tender {
  reference?: string | null | undefined
  /** Of what is set off: how it was paid before. */
  originType?: TenderType | null | undefined
}

/** An amount in one way to pay, as it is stored: of any name. */
export interface Refund {
  type: string
  amount: Amount
  /** The number of a voucher, which is a way of its own. Of one that is not known any number of the type will do. */
  reference?: string | null | undefined
  originType?: string | null | undefined
}

/**
 * What of a receipt can still be given back each way: what was paid so, change taken off, less what its returns have given
 * back so (docs/domain.md#refunds). Each voucher is a way. In the order of paying; only the ways that have something left.
 */
export function leftToRefund(sale: PaidReceipt, returns: readonly PaidReceipt[]): NumberedTender[] {
  return leftAfter(waysOf(sale), returns.flatMap(waysOf)).filter(({ amount }) => amount > 0)
}

/** What refunds leave of the ways that paid, in their order; none is below 0. */
export function leftAfter<Way extends Refund>(paid: readonly Way[], refunds: readonly Refund[]): Way[] {
  const ways = paid.map((way) => ({ ...way }))
  for (const refund of refunds) takeFrom(ways, refund)
  return ways
}

/** What was paid each way, change taken off the cash, in the order of paying. What is set off counts as the money before. */
export function waysOf({ payments, changeSum }: PaidReceipt): NumberedTender[] {
  const rows = Map.groupBy(payments.map(asPaid), (payment) => `${payment.type} ${voucherOf(payment) ?? ''}`)
  return [...rows.values()].map((own) => {
    const { type, reference } = must(own[0])
    const paid = sumAmounts(own.map(({ amount }) => amount))
    const amount = isCash({ type }) ? ((paid - changeSum) as Amount) : paid
    return { type, amount, ...(needsReference(type) && reference ? { reference } : {}) }
  })
}

/** What is set off counts as the money that it was before. */
const asPaid = <Row extends Refund>(row: Row): Row => ({ ...row, type: originOf(row) })

/** The key of the voucher; null: it is none, or its number is not known. */
const voucherOf = ({ type, reference }: Refund): string | null =>
  needsReference(type) && reference ? voucherKeyOf(reference) : null

function isWayOf(way: Refund, refund: Refund): boolean {
  if (way.type !== refund.type) return false
  const [paid, asked] = [voucherOf(way), voucherOf(refund)]
  return paid === null || asked === null || paid === asked
}

/** Takes a refund from the ways that it may come from, in their order; answers what they had. */
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

/** How `sum` is given back unless somebody says otherwise: in the order of paying, each way as far as it goes. */
export function refundsOf<Way extends Refund>(sum: Amount, left: readonly Way[]): Way[] {
  let rest: number = sum
  return left.flatMap((way) => {
    const amount = Math.min(rest, way.amount) as Amount
    rest -= amount
    return amount > 0 ? [{ ...way, amount }] : []
  })
}

export interface Excess {
  /** Of the row among the refunds. */
  index: number
  type: string
  requested: Amount
  available: Amount
}

/** The rows that give back more than is left of their way to pay; rows of one way count together. */
export function excessOf(refunds: readonly Refund[], left: readonly Refund[]): Excess[] {
  const ways = left.map((way) => ({ ...way }))
  return refunds.flatMap((refund, index) => {
    const { type, amount: requested } = refund
    const available = takeFrom(ways, asPaid(refund))
    return requested > available ? [{ index, type, requested, available }] : []
  })
}

/** Says which payments of a request give back too much. */
export function refundExceeded(excess: readonly Excess[]): Problem {
  const errors = excess.map(({ index, type, ...figures }) => {
    const [requested, available] = [amountToNumber(figures.requested), amountToNumber(figures.available)]
    const detail = `${type}: ${available} of ${requested} can be given back`
    return { pointer: `#/payments/${index}/amount`, detail, ...{ type, requested, available } }
  })
  return new Problem('refund_exceeded', { detail: errors.map(({ detail }) => detail).join('; '), errors })
}
