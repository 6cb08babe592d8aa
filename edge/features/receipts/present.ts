import type { Receipt, ReceiptSummary } from '#shared/contracts/till/till.ts'
import { amount, amountToNumber, percent, quantityToNumber } from '#shared/money/decimal.ts'
import { presentVatBreakdown } from '#shared/pricing/vat-breakdown.ts'
import type { ListedReceipt, ReceiptsReader, StoredReceipt } from '../../journal/receipts.ts'
import { leftToReturn } from './left-to-return.ts'

export function presentReceipt(stored: StoredReceipt, receipts: ReceiptsReader): Receipt {
  const { id, sale, originalNumber, printedCount, uploadState, uploadedAt } = stored
  const returned = receipts.returnedByLine(id)
  return {
    id,
    receiptNumber: sale.receiptNumber,
    isReturn: sale.isReturn,
    originalReceiptNumber: originalNumber,
    soldAt: sale.soldAt,
    cashierName: sale.cashierName,
    currencyCode: sale.currencyCode,
    vatIncluded: sale.vatIncluded,
    lines: sale.lines.map((line) => ({
      lineNo: line.lineNo,
      name: line.name,
      code: line.code ?? null,
      ntin: line.ntin ?? null,
      markingCodes: line.markingCodes ?? [],
      unitName: line.unitName ?? '',
      quantity: line.quantity,
      price: line.price,
      discountAmount: line.discountAmount,
      sum: line.sum,
      vatRate: line.vatRate,
      vatSum: line.vatSum,
      returnable: sale.isReturn ? 0 : quantityToNumber(leftToReturn(line, returned)),
    })),
    sum: sale.sum,
    vatSum: sale.vatSum,
    vatBreakdown: presentVatBreakdown(
      sale.lines.map(({ vatRate, sum, vatSum }) => ({
        vatRate: vatRate === null ? null : percent(vatRate),
        sum: amount(sum),
        vatSum: amount(vatSum),
      })),
    ),
    discountSum: sale.discountSum,
    roundingSum: sale.roundingSum ?? 0,
    payments: sale.payments.map(({ type, amount, reference }) => ({
      type,
      amount,
      reference: reference ?? null,
    })),
    changeSum: sale.changeSum,
    printedCount,
    upload: { state: uploadState, at: uploadState === 'waiting' ? null : uploadedAt },
  }
}

export function presentSummary(row: ListedReceipt): ReceiptSummary {
  const { id, number, isReturn, soldAt, cashierName, sum, uploadState } = row
  return {
    id,
    receiptNumber: number,
    isReturn,
    soldAt,
    cashierName,
    sum: amountToNumber(sum),
    uploadState,
  }
}
