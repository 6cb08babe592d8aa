import { amount, amountToNumber, percent, quantity } from '#shared/money/decimal.ts'
import { saleTotals } from '#shared/pricing/sale.ts'
import { TENDER_TYPES } from '#shared/pricing/tenders.ts'
import { numbersMeant } from '#shared/receipts/receipt-number.ts'
import { must } from '#shared/std/must.ts'
import type { SaleBody } from '#shared/sync/sale.ts'
import type { BasisSale } from '../../journal/carts.ts'
import type { ChainsReader } from '../../journal/chains.ts'
import type { ReceiptsReader } from '../../journal/receipts.ts'
import type { Replica } from '../../replica/replica.ts'
import type { StoreReceipt } from '../../replica/store-receipts.ts'
import { findReceipt } from './find-receipt.ts'

/** A receipt that goods may come back with. */
export interface Basis {
  id: string
  sale: BasisSale
  /** Of another till of the store: it is in the replica and not in the journal. */
  isOfAnotherTill: boolean
}

interface ReceiptParts {
  receipts: ReceiptsReader
  chains: ChainsReader
}

/** By its number as it is typed or scanned: of this till, or else of another one of the store (docs/sync.md#receipts). */
export function findBasis(journal: ReceiptParts, replica: Replica, typed: string): Basis | null {
  const own = findReceipt(journal, typed)
  if (own) return { id: own.id, sale: own.sale, isOfAnotherTill: false }
  const found = replica.find(({ receipts }) => receipts.findByNumber(numbersMeant(typed)))
  return found && { id: found.id, sale: saleOf(found), isOfAnotherTill: true }
}

/**
 * What has come back of a receipt already: here, and at other tills as far as is known. A return that was made here comes
 * back with the download: each counts once.
 */
export function returnsOf(
  { receipts }: Pick<ReceiptParts, 'receipts'>,
  replica: Replica,
  receiptId: string,
): Returned[] {
  const elsewhere = replica.find((reader) => reader.receipts.listReturnsOf(receiptId)) ?? []
  return [
    ...receipts.returnsOf(receiptId),
    ...elsewhere.filter(({ id }) => !receipts.hasId(id)).map((found) => saleOf(found)),
  ]
}

/** A return, as far as it takes from its basis. */
export type Returned = Pick<BasisSale, 'lines' | 'vouchers' | 'sum' | 'payments' | 'changeSum'>

/** As the till that sold it wrote it down; what its lines come to is computed as there. */
function saleOf({ id: _, number, ...receipt }: StoreReceipt): BasisSale {
  const totals = saleTotals(
    receipt.lines.map((line) => ({
      quantity: quantity(line.quantity),
      price: amount(line.price),
      discountAmount: amount(line.discountAmount ?? 0),
      vatRate: line.vatRate === null ? null : percent(line.vatRate),
    })),
    receipt.vatIncluded,
  )
  return {
    receiptNumber: number,
    isReturn: receipt.isReturn,
    soldAt: receipt.soldAt,
    cashierName: receipt.cashierName ?? '',
    currencyCode: receipt.currencyCode,
    vatIncluded: receipt.vatIncluded,
    shiftId: null,
    sum: receipt.sum,
    vatSum: amountToNumber(totals.vatSum),
    discountSum: amountToNumber(totals.discountSum),
    roundingSum: receipt.roundingSum,
    changeSum: receipt.changeSum,
    loyaltyCardId: receipt.loyaltyCardId,
    customerId: receipt.customerId,
    payments: receipt.payments.map(({ type, amount }) => ({ type: tenderOf(type), amount })),
    lines: receipt.lines.map((line, index) => ({
      ...line,
      discountAmount: line.discountAmount ?? 0,
      markingCodes: line.markingCodes ?? [],
      sum: amountToNumber(must(totals.lines[index]).sum),
      vatSum: amountToNumber(must(totals.lines[index]).vatSum),
    })),
  }
}

type TenderType = SaleBody['payments'][number]['type']
/** One that a newer till took, and this one does not know. */
const tenderOf = (type: string): TenderType =>
  (TENDER_TYPES as readonly string[]).includes(type) ? (type as TenderType) : 'Other'
