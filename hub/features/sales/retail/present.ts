import type { Actor } from '#hub/http/actor.ts'
import { presentRecord } from '#hub/http/present-record.ts'
import type { RetailSale, RetailSaleSummary } from '#shared/contracts/retail-sales.ts'
import { amountToNumber, costToNumber, percentToNumber, quantityToNumber } from '#shared/money/decimal.ts'
import type { FullRetailSale, RetailSaleRow } from './queries.ts'

export function presentRetailSaleSummary(row: RetailSaleRow): RetailSaleSummary {
  return {
    ...presentRecord(row),
    number: row.number,
    receiptNumber: row.receiptNumber,
    date: row.date.toISOString(),
    status: row.status,
    isReturn: row.isReturn,
    originalSaleId: row.originalSaleId,
    storeId: row.storeId,
    retailPointId: row.retailPointId,
    cashierId: row.cashierId,
    cashierName: row.cashierName,
    sum: amountToNumber(row.sum),
    vatSum: amountToNumber(row.vatSum),
    discountSum: amountToNumber(row.discountSum),
    changeSum: amountToNumber(row.changeSum),
    linesCount: row.linesCount,
    source: row.source,
    soldAt: row.soldAt.toISOString(),
    receivedAt: row.receivedAt.toISOString(),
    postedAt: row.postedAt?.toISOString() ?? null,
    flags: row.flags,
  }
}

export function presentRetailSale({ sale, lines, payments }: FullRetailSale, actor: Actor): RetailSale {
  const seesCosts = actor.permissions.has('costs.view')
  return {
    ...presentRetailSaleSummary(sale),
    lines: lines.map((line) => ({
      id: line.id,
      lineNo: line.lineNo,
      productId: line.productId,
      productName: line.productName,
      quantity: quantityToNumber(line.quantity),
      price: amountToNumber(line.price),
      discountAmount: amountToNumber(line.discountAmount),
      sum: amountToNumber(line.sum),
      vatRate: line.vatRate === null ? null : percentToNumber(line.vatRate),
      vatSum: amountToNumber(line.vatSum),
      ...(seesCosts && { unitCost: costToNumber(line.unitCost) }),
      originalLineId: line.originalLineId,
      returnedQuantity: quantityToNumber(line.returnedQuantity),
    })),
    payments: payments.map(({ type, amount, reference }) => ({
      type,
      amount: amountToNumber(amount),
      reference,
    })),
  }
}
