import { type Amount, amount, quantity, sumAmounts } from '#shared/money/decimal.ts'
import type { SaleBody } from '#shared/sync/sale.ts'
import type { JournalWriter } from './journal.ts'
import type { ReturnedLine } from './receipts.ts'

export interface FiledSale {
  position: number
  sale: SaleBody
  cartId: string
}

/** Pseudo line number of returned vouchers. Lines of goods are numbered from 1. */
const VOUCHERS_LINE = 0

/** Lists the receipt lines that a return reduces. The numbers of returned vouchers are only in its body. */
function returnedOf({ lines, vouchers = [] }: SaleBody, originalId: string): ReturnedLine[] {
  const goods = lines.flatMap(({ originalLineNo, ...line }) =>
    originalLineNo == null ? [] : [{ originalId, originalLineNo, quantity: quantity(line.quantity) }],
  )
  const taken = { originalId, originalLineNo: VOUCHERS_LINE, quantity: quantity(vouchers.length) }
  return vouchers.length > 0 ? [...goods, taken] : goods
}

/** Returns the amount paid, including vouchers, which are not part of `sum`. */
const paidFor = ({ sum, vouchers = [] }: SaleBody): Amount =>
  sumAmounts([amount(sum), ...vouchers.map((voucher) => amount(voucher.amount))])

/** Stores the receipt of a recorded sale, so that it can be found, printed and returned. */
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
      // A basis of another till is not in this journal.
      originalId: basisId !== null && receipts.hasId(basisId) ? basisId : null,
      sum: paidFor(sale),
      soldAt: sale.soldAt,
      cashierId: sale.cashierId,
      cashierName: sale.cashierName,
    },
    sale.lines.flatMap(({ productId }) => productId ?? []),
    basisId === null ? [] : returnedOf(sale, basisId),
  )
  for (const { markingCodes: codes = [] } of sale.lines)
    for (const code of codes) markingCodes.add(code, position)
  if (sale.shiftId) shifts.noteReceipt(sale.shiftId, sale.shiftReceiptNumber ?? null)
}
