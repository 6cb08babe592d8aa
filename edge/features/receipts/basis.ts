import { TENDER_TYPES } from '#shared/domain/tenders.ts'
import { amount, amountToNumber, percent, quantity } from '#shared/money/decimal.ts'
import { saleTotals } from '#shared/pricing/sale.ts'
import { possibleNumbers } from '#shared/receipts/receipt-number.ts'
import { must } from '#shared/std/must.ts'
import type { SaleBody } from '#shared/sync/sale.ts'
import type { BasisSale } from '../../journal/carts.ts'
import type { ChainsReader } from '../../journal/chains.ts'
import type { ReceiptsReader } from '../../journal/receipts.ts'
import type { Replica } from '../../replica/replica.ts'
import type { StoreReceipt } from '../../replica/store-receipts.ts'
import { findReceipt } from './find-receipt.ts'

/** A receipt whose goods can be returned. */
export interface Basis {
  id: string
  sale: BasisSale
  /** True for a receipt of another till of the store, which is in the replica but not in the journal. */
  isOfAnotherTill: boolean
}

interface ReceiptParts {
  receipts: ReceiptsReader
  chains: ChainsReader
}

/**
 * Finds a receipt by its typed or scanned number. Receipts of this till take precedence over those of the
 * store's other tills (docs/sync.md#receipts). Returns null when there is none.
 */
export function findBasis(journal: ReceiptParts, replica: Replica, typed: string): Basis | null {
  const own = findReceipt(journal, typed)
  if (own) return { id: own.id, sale: own.sale, isOfAnotherTill: false }
  const found = replica.find(({ receipts }) => receipts.findByNumber(possibleNumbers(typed)))
  return found && { id: found.id, sale: saleOf(found), isOfAnotherTill: true }
}

/**
 * Lists the known returns of a receipt, made here and at other tills. A return made here is also downloaded
 * from the hub, but counts only once.
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

/** Fields of a return that determine what is still returnable. */
export type Returned = Pick<BasisSale, 'lines' | 'vouchers' | 'sum' | 'payments' | 'changeSum'>

/**
 * Converts the receipt to the form in which the other till recorded it. Calculates the line totals in the
 * same way as that till.
 */
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
/** Maps a payment method of a newer till to 'Other' when this agent does not support it. */
const tenderOf = (type: string): TenderType =>
  (TENDER_TYPES as readonly string[]).includes(type) ? (type as TenderType) : 'Other'
