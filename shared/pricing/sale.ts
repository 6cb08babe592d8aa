import { isCash } from '#shared/domain/tenders.ts'
import { type Amount, amount, type Percent, type Quantity, sumAmounts } from '#shared/money/decimal.ts'
import { lineSum, lineVat } from './line.ts'

/** Largest sum that an upload can carry (shared/money/wire.ts). */
export const LARGEST_SUM: Amount = amount(1e10)

export interface PricedLine {
  quantity: Quantity
  price: Amount
  discountAmount: Amount
  vatRate: Percent | null
}

export interface SaleTotals {
  lines: { sum: Amount; vatSum: Amount }[]
  /** Amount that the customer owes, including VAT added to prices without VAT. */
  sum: Amount
  vatSum: Amount
  discountSum: Amount
}

/** Returns the totals of a sale. The till charges them, and the hub checks the charge with the same function. */
export function saleTotals(lines: readonly PricedLine[], isVatIncluded: boolean): SaleTotals {
  const priced = lines.map((line) => {
    const net = lineSum(line.quantity, line.price, line.discountAmount)
    const vatSum = lineVat(net, line.vatRate, isVatIncluded)
    return { sum: (isVatIncluded ? net : net + vatSum) as Amount, vatSum }
  })
  return {
    lines: priced,
    sum: sumAmounts(priced.map((line) => line.sum)),
    vatSum: sumAmounts(priced.map((line) => line.vatSum)),
    discountSum: sumAmounts(lines.map((line) => line.discountAmount)),
  }
}

export type Settlement =
  | { ok: true; changeSum: Amount }
  | { ok: false; reason: 'too_little'; missing: Amount }
  | { ok: false; reason: 'over_sum'; over: Amount }

/**
 * Compares the tenders with the sum and calculates the change. Only cash gives change, so other tenders
 * cannot exceed the sum (docs/domain.md#receipts: change ≤ cash paid).
 */
export function settle(sum: Amount, tenders: readonly { type: string; amount: Amount }[]): Settlement {
  const paid = sumAmounts(tenders.map((tender) => tender.amount))
  const cash = sumAmounts(tenders.filter(isCash).map((tender) => tender.amount))
  if (paid < sum) return { ok: false, reason: 'too_little', missing: (sum - paid) as Amount }
  const change = (paid - sum) as Amount
  if (change > cash) return { ok: false, reason: 'over_sum', over: (change - cash) as Amount }
  return { ok: true, changeSum: change }
}
