import type { Receipt, ReceiptSummary } from '#shared/contracts/till/till.ts'
import type { ReceiptFiscal } from '#shared/domain/sale-fiscal.ts'
import { type Amount, amount, amountToNumber, quantityToNumber } from '#shared/money/decimal.ts'
import { printableSale } from '#shared/receipts/printable-sale.ts'
import { receiptAddress } from '#shared/receipts/receipt-token.ts'
import { must } from '#shared/std/must.ts'
import type { SaleBody } from '#shared/sync/sale.ts'
import type { Journal } from '../../journal/journal.ts'
import type { ListedReceipt, StoredReceipt } from '../../journal/receipts.ts'
import { pointsOnTheirWay } from '../../journal/unsent-sales.ts'
import type { Replica } from '../../replica/replica.ts'
import type { StoreReceipt } from '../../replica/store-receipts.ts'
import { type Basis, type Returned, returnsOf } from './basis.ts'
import { type FiscalSources, fiscalOf } from './fiscal.ts'
import { isReturned, leftToReturn } from './left-to-return.ts'

interface ReceiptSources extends FiscalSources {
  readonly journal: Journal
  readonly isTraining: boolean
}

type ReceiptHalf = NonNullable<Receipt['exchange']>

/** Presents a receipt of this till, with the other half if it belongs to an exchange. */
export function presentReceipt(stored: StoredReceipt, sources: ReceiptSources): Receipt {
  const { journal } = sources
  const otherId = stored.sale.exchangeSaleId
  const other = otherId ? journal.read.receipts.findById(otherId) : null
  return { ...presentOwn(stored, sources), exchange: other && presentOwn(other, sources) }
}

function presentOwn(stored: StoredReceipt, sources: ReceiptSources): ReceiptHalf {
  const { journal, replica, isTraining } = sources
  const { id, sale, originalNumber, printedCount, uploadState } = stored
  const { uploadedAt } = unsentAsNull(stored)
  const { exchange: _, ...receipt } = presentBasis(
    { id, sale, isOfAnotherTill: false },
    returnsOf(journal.read, replica, id),
    isTraining ? null : (fiscalOf(sources, [{ id, uploadedAt }]).get(id) ?? null),
  )
  const left = pointsLeft(sale, uploadedAt, { journal, replica })
  return {
    ...receipt,
    points: receipt.points && { ...receipt.points, ...left },
    originalReceiptNumber: originalNumber ?? sale.originalReceiptNumber ?? null,
    link: isTraining ? null : linkOf(sale, replica),
    printedCount,
    isTraining,
    upload: { state: uploadState, at: uploadedAt },
  }
}

/**
 * Presents the fields known for any receipt. A receipt of another till counts as uploaded, because it came
 * from head office.
 */
export function presentBasis(
  { id, sale, isOfAnotherTill }: Basis,
  returns: readonly Returned[],
  fiscal: ReceiptFiscal | null,
): Receipt {
  const { lines, vouchers, ...receipt } = printableSale(sale)
  return {
    ...receipt,
    id,
    isOfAnotherTill,
    fiscal,
    lines: lines.map((line, index) => ({
      ...line,
      returnable: sale.isReturn ? 0 : quantityToNumber(leftToReturn(must(sale.lines[index]), returns)),
    })),
    vouchers: vouchers.map((voucher, index) => ({
      ...voucher,
      isReturnable: !sale.isReturn && !isReturned(must(sale.vouchers?.[index]).number, returns),
    })),
    printedCount: 0,
    upload: { state: 'accepted', at: null },
    exchange: null,
  }
}

/** Presents the upload state. A receipt queued for another upload counts as unsent. */
export const unsentAsNull = ({
  id,
  uploadState,
  uploadedAt,
}: Omit<StoredReceipt, 'sale' | 'originalNumber' | 'printedCount'>) => ({
  id,
  uploadedAt: uploadState === 'waiting' ? null : uploadedAt,
})

/**
 * Returns the public link of the receipt. Null where the retail point prints no link, or until the hub has
 * sent its public address.
 */
function linkOf({ receiptToken }: SaleBody, replica: Replica): string | null {
  const publicUrl = replica.meta()?.publicUrl
  const isWanted = replica.find(({ settings }) => settings.find())?.receiptQr
  return publicUrl && isWanted && receiptToken ? receiptAddress(publicUrl, receiptToken) : null
}

/**
 * Returns the card's points after the receipt, with the time of head office's balance. Points of unsent sales
 * are deducted. Null without a card in the replica, or while head office's balance does not include the
 * uploaded receipt.
 */
function pointsLeft(
  { loyaltyCardId }: SaleBody,
  uploadedAt: string | null,
  { journal, replica }: Pick<ReceiptSources, 'journal' | 'replica'>,
): { left: number; asOf: string } | null {
  const card = loyaltyCardId ? replica.find(({ cards }) => cards.find(loyaltyCardId)) : null
  if (!card || (uploadedAt !== null && card.countedAt < uploadedAt)) return null
  const unsent = pointsOnTheirWay(journal.read.unsentPoints.sums(), card.id)
  return { left: amountToNumber((amount(card.balance) - unsent) as Amount), asOf: card.countedAt }
}

export function presentSummary(row: ListedReceipt, fiscal: ReceiptFiscal | null): ReceiptSummary {
  const { id, number, isReturn, soldAt, cashierName, sum, uploadState } = row
  return {
    id,
    receiptNumber: number,
    isReturn,
    isOfAnotherTill: false,
    soldAt,
    cashierName,
    sum: amountToNumber(sum),
    uploadState,
    fiscalState: fiscal?.state ?? null,
  }
}

/** Presents a receipt from head office, which counts as uploaded. */
export function presentStoreReceipt(receipt: StoreReceipt): ReceiptSummary {
  const { id, number, isReturn, soldAt, cashierName, sum } = receipt
  return {
    id,
    isReturn,
    soldAt,
    sum,
    receiptNumber: number,
    cashierName: cashierName ?? '',
    isOfAnotherTill: true,
    uploadState: 'accepted',
    fiscalState: receipt.fiscal?.state ?? null,
  }
}
