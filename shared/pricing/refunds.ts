import { type Amount, amountToNumber, sumAmounts } from '#shared/money/decimal.ts'
import { Problem } from '#shared/problems/problem.ts'
import { sumTenders, type Tender } from './tenders.ts'

/** A receipt as far as its money goes. */
export interface PaidReceipt {
  payments: readonly Tender[]
  changeSum: Amount
}

/** An amount in one way to pay, as it is stored: of any name. */
export interface Refund {
  type: string
  amount: Amount
}

/**
 * What of a receipt can still be given back each way: what was paid so, change taken off, less what its returns have given
 * back so (docs/domain.md#refunds). In the order of paying; only the ways that have something left.
 */
export function leftToRefund(sale: PaidReceipt, returns: readonly PaidReceipt[]): Tender[] {
  const refunded = returns.flatMap(({ payments, changeSum }) => sumTenders(payments, changeSum))
  const paid = new Map(sumTenders(sale.payments, sale.changeSum).map(({ type, amount }) => [type, amount]))
  return [...new Set(sale.payments.map(({ type }) => type))]
    .map((type): Tender => {
      const back = sumAmounts(refunded.filter((tender) => tender.type === type).map(({ amount }) => amount))
      return { type, amount: ((paid.get(type) ?? 0) - back) as Amount }
    })
    .filter(({ amount }) => amount > 0)
}

/** How `sum` is given back unless somebody says otherwise: in the order of paying, each way as far as it goes. */
export function refundsOf<Type extends string>(
  sum: Amount,
  left: readonly { type: Type; amount: Amount }[],
): { type: Type; amount: Amount }[] {
  let rest: number = sum
  return left.flatMap(({ type, amount: available }) => {
    const amount = Math.min(rest, available) as Amount
    rest -= amount
    return amount > 0 ? [{ type, amount }] : []
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
  const available = new Map(left.map(({ type, amount }) => [type, amount]))
  return refunds.flatMap(({ type, amount: requested }, index) => {
    const most = available.get(type) ?? (0 as Amount)
    available.set(type, Math.max(0, most - requested) as Amount)
    return requested > most ? [{ index, type, requested, available: most }] : []
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
