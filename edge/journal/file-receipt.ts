import { amount, quantity } from '#shared/money/decimal.ts'
import type { SaleBody } from '#shared/sync/sale.ts'
import type { JournalWriter } from './journal.ts'

export interface FiledSale {
  position: number
  sale: SaleBody
  cartId: string
  /** The receipt it takes back, which is filed already; null also for a return whose original is not here. */
  originalId: string | null
}

/** Files the receipt of a sale that is among the entries: found, printed and taken back by it from now on. */
export function fileReceipt(
  { receipts, markingCodes, shifts }: Pick<JournalWriter, 'receipts' | 'markingCodes' | 'shifts'>,
  { position, sale, cartId, originalId }: FiledSale,
): void {
  receipts.add(
    {
      id: sale.id,
      position,
      number: sale.receiptNumber,
      cartId,
      isReturn: sale.isReturn,
      originalId,
      sum: amount(sale.sum),
      soldAt: sale.soldAt,
      cashierId: sale.cashierId,
      cashierName: sale.cashierName,
    },
    originalId === null
      ? []
      : sale.lines.flatMap((line) =>
          line.originalLineNo == null
            ? []
            : [{ originalLineNo: line.originalLineNo, quantity: quantity(line.quantity) }],
        ),
  )
  for (const { markingCodes: codes = [] } of sale.lines)
    for (const code of codes) markingCodes.add(code, position)
  if (sale.shiftId) shifts.noteReceipt(sale.shiftId, sale.shiftReceiptNumber ?? null)
}
