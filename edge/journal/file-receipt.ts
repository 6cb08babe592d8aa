import { amount, quantity } from '#shared/money/decimal.ts'
import type { SaleBody } from '#shared/sync/sale.ts'
import type { JournalWriter } from './journal.ts'

export interface FiledSale {
  position: number
  sale: SaleBody
  cartId: string
}

/** Files the receipt of a sale that is among the entries: found, printed and taken back by it from now on. */
export function fileReceipt(
  { receipts, markingCodes, shifts }: Pick<JournalWriter, 'receipts' | 'markingCodes' | 'shifts'>,
  { position, sale, cartId }: FiledSale,
): void {
  const basisId = sale.originalSaleId ?? null
  receipts.add(
    {
      id: sale.id,
      position,
      number: sale.receiptNumber,
      cartId,
      isReturn: sale.isReturn,
      // Another till's is not here.
      originalId: basisId !== null && receipts.hasId(basisId) ? basisId : null,
      sum: amount(sale.sum),
      soldAt: sale.soldAt,
      cashierId: sale.cashierId,
      cashierName: sale.cashierName,
    },
    sale.lines.flatMap(({ productId }) => productId ?? []),
    basisId === null
      ? []
      : sale.lines.flatMap((line) =>
          line.originalLineNo == null
            ? []
            : [
                {
                  originalId: basisId,
                  originalLineNo: line.originalLineNo,
                  quantity: quantity(line.quantity),
                },
              ],
        ),
  )
  for (const { markingCodes: codes = [] } of sale.lines)
    for (const code of codes) markingCodes.add(code, position)
  if (sale.shiftId) shifts.noteReceipt(sale.shiftId, sale.shiftReceiptNumber ?? null)
}
