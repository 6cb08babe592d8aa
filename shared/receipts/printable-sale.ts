import { SET_OFF } from '#shared/domain/tenders.ts'
import { maskVoucher } from '#shared/loyalty/voucher-number.ts'
import { amount, amountToNumber, percent, sumAmounts } from '#shared/money/decimal.ts'
import { presentVatBreakdown } from '#shared/pricing/vat-breakdown.ts'
import type { SaleBody, SaleDiscount } from '#shared/sync/sale.ts'
import type { PrintableReceipt } from './printable-receipt.ts'

type Printed =
  | 'receiptNumber'
  | 'isReturn'
  | 'soldAt'
  | 'cashierName'
  | 'currencyCode'
  | 'vatIncluded'
  | 'lines'
  | 'sum'
  | 'vatSum'
  | 'discountSum'
  | 'discounts'
  | 'roundingSum'
  | 'payments'
  | 'changeSum'
  | 'points'
  | 'trace'
  | 'vouchers'
/** Members of a sale that are printed. */
type PrintedSale = Pick<SaleBody, Printed> & Partial<Pick<SaleBody, 'originalReceiptNumber'>>

/** Returns the receipt of a stored sale, at the till or at the hub, without data that only the till has. */
export function printableSale(sale: PrintedSale): PrintableReceipt {
  return {
    receiptNumber: sale.receiptNumber,
    isReturn: sale.isReturn,
    isTraining: false,
    originalReceiptNumber: sale.originalReceiptNumber ?? null,
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
    })),
    vouchers: (sale.vouchers ?? []).map(({ number, amount, isReload }) => ({
      amount,
      isReload,
      number: maskVoucher(number),
      barcode: isReload || sale.isReturn ? null : number,
    })),
    voucherSum: amountToNumber(sumAmounts((sale.vouchers ?? []).map((voucher) => amount(voucher.amount)))),
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
      type,
      amount,
      balanceLeft: balanceLeft ?? null,
      reference:
        reference && (type === 'GiftCard' || type === SET_OFF) ? maskVoucher(reference) : (reference ?? null),
    })),
    changeSum: sale.changeSum,
    link: null,
    fiscal: null,
  }
}

/** Returns the points of a sale, with points given by promotions included in the earned ones. */
function totalPoints({
  spent,
  earned,
  gifts = [],
}: NonNullable<SaleBody['points']>): PrintableReceipt['points'] {
  const all = sumAmounts([earned, ...gifts.map(({ points }) => points)].map(amount))
  return { spent, earned: amountToNumber(all), left: null, asOf: null }
}

function promotionsOf(discounts: readonly SaleDiscount[]): PrintableReceipt['promotions'] {
  const named = Map.groupBy(
    discounts.filter(({ kind }) => kind === 'Promotion' || kind === 'Coupon' || kind === 'Loyalty'),
    ({ name, refId }) => name ?? refId ?? '',
  )
  return [...named].map(([name, parts]) => {
    const sum = sumAmounts(parts.map((part) => amount(part.amount)))
    return { name, amount: amountToNumber(sum) }
  })
}
