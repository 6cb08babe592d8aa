import type { Receipt, ReceiptSummary } from '#shared/contracts/till/till.ts'
import { maskVoucher } from '#shared/loyalty/voucher-number.ts'
import {
  type Amount,
  amount,
  amountToNumber,
  percent,
  quantityToNumber,
  sumAmounts,
} from '#shared/money/decimal.ts'
import { SET_OFF } from '#shared/pricing/tenders.ts'
import { presentVatBreakdown } from '#shared/pricing/vat-breakdown.ts'
import type { SaleBody, SaleDiscount } from '#shared/sync/sale.ts'
import type { Journal } from '../../journal/journal.ts'
import type { ListedReceipt, StoredReceipt } from '../../journal/receipts.ts'
import type { Replica } from '../../replica/replica.ts'
import type { StoreReceipt } from '../../replica/store-receipts.ts'
import { type Basis, type Returned, returnsOf } from './basis.ts'
import { leftToReturn } from './left-to-return.ts'

interface ReceiptSources {
  readonly journal: Journal
  readonly replica: Replica
  readonly isTraining: boolean
}

type ReceiptHalf = NonNullable<Receipt['exchange']>

/** Of this till. */
export function presentReceipt(
  stored: StoredReceipt,
  { journal, replica, isTraining }: ReceiptSources,
): Receipt {
  const otherId = stored.sale.exchangeSaleId
  const other = otherId ? journal.read.receipts.findById(otherId) : null
  const sources = { journal, replica, isTraining }
  return { ...presentOwn(stored, sources), exchange: other && presentOwn(other, sources) }
}

function presentOwn(stored: StoredReceipt, { journal, replica, isTraining }: ReceiptSources): ReceiptHalf {
  const { id, sale, originalNumber, printedCount, uploadState, uploadedAt } = stored
  const { exchange: _, ...receipt } = presentBasis(
    { id, sale, isOfAnotherTill: false },
    returnsOf(journal.read, replica, id),
  )
  const left = pointsLeft(sale, uploadState === 'waiting' ? null : uploadedAt, { journal, replica })
  return {
    ...receipt,
    points: receipt.points && { ...receipt.points, left },
    originalReceiptNumber: originalNumber ?? sale.originalReceiptNumber ?? null,
    printedCount,
    isTraining,
    upload: { state: uploadState, at: uploadState === 'waiting' ? null : uploadedAt },
  }
}

/** What is known of any; another till's was taken over by head office, which told of it. */
export function presentBasis({ id, sale, isOfAnotherTill }: Basis, returns: readonly Returned[]): Receipt {
  return {
    id,
    receiptNumber: sale.receiptNumber,
    isReturn: sale.isReturn,
    isOfAnotherTill,
    isTraining: false,
    originalReceiptNumber: null,
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
      returnable: sale.isReturn ? 0 : quantityToNumber(leftToReturn(line, returns)),
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
    promotions: promotionsOf(sale.discounts ?? []),
    trace: (sale.trace ?? []).map(({ refId, ...why }) => ({ ...why, id: refId })),
    points: sale.points ? totalPoints(sale.points) : null,
    roundingSum: sale.roundingSum ?? 0,
    payments: sale.payments.map(({ type, amount, reference, balanceLeft }) => ({
      ...{ type, amount, balanceLeft: balanceLeft ?? null },
      reference:
        reference && (type === 'GiftCard' || type === SET_OFF) ? maskVoucher(reference) : (reference ?? null),
    })),
    changeSum: sale.changeSum,
    printedCount: 0,
    upload: { state: 'accepted', at: null },
    exchange: null,
  }
}

/** With the gifts of promotions. */
function totalPoints({ spent, earned, gifts = [] }: NonNullable<SaleBody['points']>): Receipt['points'] {
  const all = sumAmounts([earned, ...gifts.map(({ points }) => points)].map(amount))
  return { spent, earned: amountToNumber(all), left: null }
}

/** As head office knew them, less what was spent here since. null also while the till waits to hear what an uploaded sale has left. */
function pointsLeft(
  { loyaltyCardId }: SaleBody,
  uploadedAt: string | null,
  { journal, replica }: Pick<ReceiptSources, 'journal' | 'replica'>,
): number | null {
  const card = loyaltyCardId ? replica.find(({ cards }) => cards.find(loyaltyCardId)) : null
  if (!card || (uploadedAt !== null && card.countedAt < uploadedAt)) return null
  const unsent = journal.read.unsentPoints.sums().get(card.id) ?? 0
  return amountToNumber((amount(card.balance) - unsent) as Amount)
}

function promotionsOf(discounts: readonly SaleDiscount[]): Receipt['promotions'] {
  const named = Map.groupBy(
    discounts.filter(({ kind }) => kind === 'Promotion' || kind === 'Coupon' || kind === 'Loyalty'),
    ({ name, refId }) => name ?? refId ?? '',
  )
  return [...named].map(([name, parts]) => {
    const sum = sumAmounts(parts.map((part) => amount(part.amount)))
    return { name, amount: amountToNumber(sum) }
  })
}

export function presentSummary(row: ListedReceipt): ReceiptSummary {
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
  }
}

/** Head office told of it, so it is there. */
export function presentStoreReceipt(receipt: StoreReceipt): ReceiptSummary {
  const { id, number, isReturn, soldAt, cashierName, sum } = receipt
  return {
    ...{ id, isReturn, soldAt, sum, receiptNumber: number, cashierName: cashierName ?? '' },
    isOfAnotherTill: true,
    uploadState: 'accepted',
  }
}
