import type { Actor } from '#hub/http/actor.ts'
import { presentRecord } from '#hub/http/present-record.ts'
import type { RetailSale, RetailSaleSummary } from '#shared/contracts/retail-sales.ts'
import { amountToNumber, costToNumber, percentToNumber, quantityToNumber } from '#shared/money/decimal.ts'
import type { FullRetailSale, ListedRetailSale } from './queries.ts'

export function presentRetailSaleSummary(
  { sale, payments, costSum }: ListedRetailSale,
  actor: Actor,
): RetailSaleSummary {
  return {
    ...presentRecord(sale),
    number: sale.number,
    receiptNumber: sale.receiptNumber,
    date: sale.date.toISOString(),
    status: sale.status,
    isReturn: sale.isReturn,
    originalSaleId: sale.originalSaleId,
    storeId: sale.storeId,
    retailPointId: sale.retailPointId,
    cashierId: sale.cashierId,
    cashierName: sale.cashierName,
    customerId: sale.customerId,
    comment: sale.comment,
    vatIncluded: sale.vatIncluded,
    sum: amountToNumber(sale.sum),
    vatSum: amountToNumber(sale.vatSum),
    discountSum: amountToNumber(sale.discountSum),
    changeSum: amountToNumber(sale.changeSum),
    ...(actor.permissions.has('costs.view') && { costSum: costToNumber(costSum) }),
    linesCount: sale.linesCount,
    payments: payments.map(({ type, amount, reference }) => ({
      type,
      amount: amountToNumber(amount),
      reference,
    })),
    source: sale.source,
    soldAt: sale.soldAt.toISOString(),
    receivedAt: sale.receivedAt.toISOString(),
    createdById: sale.createdById,
    postedAt: sale.postedAt?.toISOString() ?? null,
    postedById: sale.postedById,
    flags: sale.flags,
    reviewedAt: sale.reviewedAt?.toISOString() ?? null,
    reviewedById: sale.reviewedById,
    reviewNote: sale.reviewNote,
  }
}

export function presentRetailSale(full: FullRetailSale, actor: Actor): RetailSale {
  const seesCosts = actor.permissions.has('costs.view')
  return {
    ...presentRetailSaleSummary(full, actor),
    lines: full.lines.map((line) => ({
      id: line.id,
      lineNo: line.lineNo,
      productId: line.productId,
      productName: line.productName,
      quantity: quantityToNumber(line.quantity),
      price: amountToNumber(line.price),
      discountAmount: amountToNumber(line.discountAmount),
      discountPercent: line.discountPercent === null ? null : percentToNumber(line.discountPercent),
      sum: amountToNumber(line.sum),
      vatRate: line.vatRate === null ? null : percentToNumber(line.vatRate),
      vatSum: amountToNumber(line.vatSum),
      ...(seesCosts && { unitCost: costToNumber(line.unitCost) }),
      originalLineId: line.originalLineId,
      returnedQuantity: quantityToNumber(line.returnedQuantity),
    })),
  }
}
