import { type Amount, amount, amountToNumber, percent, sumAmounts } from '#shared/money/decimal.ts'
import { changeSums } from '#shared/money/spread.ts'
import { lineVat } from '#shared/pricing/line.ts'
import { presentVatBreakdown } from '#shared/pricing/vat-breakdown.ts'
import { must } from '#shared/std/must.ts'
import type { PrintableReceipt } from './printable-receipt.ts'

/**
 * Returns a receipt with the sums and the VAT of its fiscal receipt
 * (hub/integrations/fiscal/receipt-of-sale.ts). Points become a discount of the lines instead of a payment,
 * and the rounding of the total is included in the lines. Returns the receipt unchanged until its fiscal
 * receipt is registered.
 */
export function asFiscalised<Receipt extends PrintableReceipt>(receipt: Receipt): Receipt {
  if (receipt.fiscal?.state !== 'Done') return receipt
  const payments = receipt.payments.filter(({ type }) => type !== 'Bonus')
  const points = totalOf(receipt.payments) - totalOf(payments)
  const sums = changeSums(
    receipt.lines.map(({ sum }) => amount(sum)),
    (amount(receipt.roundingSum) - points) as Amount,
  )
  const lines = receipt.lines.map((line, i) => {
    const vatRate = line.vatRate === null ? null : percent(line.vatRate)
    const sum = must(sums[i])
    return { line, vatRate, sum, vatSum: lineVat(sum, vatRate, true) }
  })
  return {
    ...receipt,
    payments,
    lines: lines.map(({ line, sum, vatSum }) => ({
      ...line,
      sum: amountToNumber(sum),
      vatSum: amountToNumber(vatSum),
      discountAmount: plus(line.discountAmount, (amount(line.sum) - sum) as Amount),
    })),
    sum: plus(receipt.sum, -points as Amount),
    vatSum: amountToNumber(sumAmounts(lines.map(({ vatSum }) => vatSum))),
    vatBreakdown: presentVatBreakdown(lines),
    discountSum: plus(receipt.discountSum, points as Amount),
  }
}

const totalOf = (payments: PrintableReceipt['payments']): number =>
  sumAmounts(payments.map((payment) => amount(payment.amount)))

const plus = (sum: number, more: Amount): number => amountToNumber((amount(sum) + more) as Amount)
