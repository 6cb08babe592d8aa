import type { Receipt } from '#shared/contracts/till/till.ts'
import { SET_OFF } from '#shared/domain/tenders.ts'
import { type Amount, amount, amountToNumber, sumAmounts } from '#shared/money/decimal.ts'

/**
 * Returns the amount moved by a receipt, and whether the customer received it. For an exchange, this is the
 * difference between its halves.
 */
export function movedBy({ exchange, ...receipt }: Receipt): { sum: number; isReturn: boolean } {
  if (!exchange) return { sum: amountToNumber(paidBesides(receipt)), isReturn: receipt.isReturn }
  const [back, sale] = receipt.isReturn ? [receipt, exchange] : [exchange, receipt]
  const refunded = paidBesides(back)
  return refunded > 0
    ? { sum: amountToNumber(refunded), isReturn: true }
    : { sum: amountToNumber(paidBesides(sale)), isReturn: false }
}

/** Returns the payments without the amount set off, minus the change. */
function paidBesides({ payments, changeSum }: Pick<Receipt, 'payments' | 'changeSum'>): Amount {
  const paid = payments.filter(({ type }) => type !== SET_OFF).map((payment) => amount(payment.amount))
  return (sumAmounts(paid) - amount(changeSum)) as Amount
}
