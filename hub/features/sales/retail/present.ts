import type { Actor } from '#hub/auth/actor.ts'
import { presentRecord } from '#hub/http/present-record.ts'
import { costOf } from '#hub/ledger/next-balance.ts'
import type { RetailSale, RetailSaleSummary } from '#shared/contracts/sales/retail-sales.ts'
import {
  type Amount,
  amountToNumber,
  costToNumber,
  multiplyDivide,
  percentToNumber,
  quantityToNumber,
  rateToNumber,
  sumAmounts,
} from '#shared/money/decimal.ts'
import { presentVatBreakdown } from '#shared/pricing/vat-breakdown.ts'
import { presentFiscalOfSale } from '../fiscal/fiscal-of-sales.ts'
import type { FullRetailSale, ListedRetailSale } from './queries.ts'

export function presentRetailSaleSummary(row: ListedRetailSale, actor: Actor): RetailSaleSummary {
  return {
    ...presentRecord(row),
    number: row.number,
    receiptNumber: row.receiptNumber,
    date: row.date.toISOString(),
    status: row.status,
    isReturn: row.isReturn,
    originalSaleId: row.originalSaleId,
    exchangeSaleId: row.exchangeSaleId,
    storeId: row.storeId,
    retailPointId: row.retailPointId,
    shiftId: row.shiftId,
    terminalId: row.tillId,
    shiftReceiptNumber: row.shiftReceiptNumber,
    taxSystem: row.taxSystem,
    fiscal: presentFiscalOfSale(row.fiscal),
    cashierId: row.cashierId,
    cashierName: row.cashierName,
    customerId: row.customerId,
    unknownCustomerId: row.unknownCustomerId,
    loyaltyCardId: row.loyaltyCardId,
    customerPhone: row.customerPhone,
    customerEmail: row.customerEmail,
    refundReason: row.refundReason,
    comment: row.comment,
    vatIncluded: row.vatIncluded,
    sum: amountToNumber(row.sum),
    vatSum: amountToNumber(row.vatSum),
    discountSum: amountToNumber(row.discountSum),
    roundingSum: amountToNumber(row.roundingSum),
    paidSum: amountToNumber(sumAmounts(row.payments.map(({ amount }) => amount))),
    voucherSum: amountToNumber(row.voucherSum),
    changeSum: amountToNumber(row.changeSum),
    foreignMoney: row.foreignMoney && {
      currencyCode: row.foreignMoney.currencyCode,
      rate: rateToNumber(row.foreignMoney.rate),
      multiplicity: row.foreignMoney.multiplicity,
      sum: amountToNumber(row.foreignMoney.sum),
    },
    ...(actor.permissions.has('costs.view') && {
      costSum: costToNumber(row.costSum),
      costPending: row.costPending,
    }),
    linesCount: row.linesCount,
    payments: row.payments.map(({ type, amount, reference, originType, changeAmount, terminalData }) => ({
      type,
      amount: amountToNumber(amount),
      reference,
      originType,
      changeAmount: changeAmount === null ? null : amountToNumber(changeAmount),
      terminalData,
    })),
    source: row.source,
    soldAt: row.soldAt.toISOString(),
    receivedAt: row.receivedAt.toISOString(),
    postedAt: row.postedAt?.toISOString() ?? null,
    postedById: row.postedById,
    flags: row.flags,
    reviewedAt: row.reviewedAt?.toISOString() ?? null,
    reviewedById: row.reviewedById,
    reviewNote: row.reviewNote,
    priceOverrides: row.priceOverrides,
  }
}

export function presentRetailSale(
  { sale, lines, payments, vouchers, fiscal, costSum, costPending, warnings }: FullRetailSale,
  actor: Actor,
): RetailSale {
  const seesCosts = actor.permissions.has('costs.view')
  return {
    ...presentRetailSaleSummary({ ...sale, payments, fiscal, costSum, costPending }, actor),
    discounts: sale.discounts,
    trace: sale.trace,
    bonusSpent: amountToNumber(sale.bonusSpent),
    bonusEarned: amountToNumber(sale.bonusEarned),
    vatBreakdown: presentVatBreakdown(lines),
    vouchers: vouchers.map(({ number, amount, isReload }) => ({
      number,
      amount: amountToNumber(amount),
      isReload,
    })),
    postings: sale.postings,
    ...(warnings?.length && { warnings }),
    lines: lines.map((line) => ({
      id: line.id,
      lineNo: line.lineNo,
      productId: line.productId,
      productName: line.productName,
      quantity: quantityToNumber(line.quantity),
      price: amountToNumber(line.price),
      discountAmount: amountToNumber(line.discountAmount),
      discountPercent: line.discountPercent === null ? null : percentToNumber(line.discountPercent),
      finalPrice: amountToNumber(multiplyDivide(line.sum, 1000, line.quantity) as Amount),
      sum: amountToNumber(line.sum),
      vatRate: line.vatRate === null ? null : percentToNumber(line.vatRate),
      vatSum: amountToNumber(line.vatSum),
      ...(seesCosts && {
        unitCost: costToNumber(line.unitCost),
        costSum: costToNumber(costOf(line.quantity, line.unitCost)),
      }),
      originalLineId: line.originalLineId,
      returnedQuantity: quantityToNumber(line.returnedQuantity),
      trackingType: line.trackingType,
      paymentSubject: line.paymentSubject,
      ntin: line.ntin,
      markingCodes: line.markingCodes,
    })),
  }
}
