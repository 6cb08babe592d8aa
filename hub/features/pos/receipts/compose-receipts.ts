import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { awaitAll } from '#hub/db/await-all.ts'
import {
  retailSaleLines,
  retailSaleMarkingCodes,
  retailSalePayments,
  retailSales,
} from '#hub/db/tables/sales.ts'
import type { Tx } from '#hub/db/transact.ts'
import { loadSettings } from '#hub/documents/settings.ts'
import { fiscalOfSales, presentFiscalOfSale } from '#hub/features/sales/fiscal/fiscal-of-sales.ts'
import { cashBoxOfSale } from '#hub/features/sales/fiscal/leave-cash-boxes.ts'
import { receiptFiscal, type SaleFiscal, WAITING_FISCAL } from '#shared/domain/sale-fiscal.ts'
import { amountToNumber, percentToNumber, quantityToNumber } from '#shared/money/decimal.ts'
import type { ReplicaReceipt } from '#shared/sync/download.ts'

export interface ComposedReceipt {
  id: string
  soldAt: Date
  /** A ReplicaReceipt as JSON. */
  body: string
}

/** Returns the receipts that tills of the store hold for these sales, in the format of the replica. */
export async function composeReceipts(
  tx: Tx,
  storeId: string,
  saleIds: readonly string[],
): Promise<ComposedReceipt[]> {
  const sales = await listSales(tx, storeId, saleIds)
  const ids = sales.map(({ id }) => id)
  if (ids.length === 0) return []
  const [{ currency }, lines, codes, payments, fiscal] = await awaitAll(
    loadSettings(tx),
    listLines(tx, ids),
    listCodes(tx, ids),
    listPayments(tx, ids),
    fiscalOfSales(tx, { saleIds: ids }),
  )
  const fiscalOf = new Map(fiscal.map((each) => [each.saleId, presentFiscalOfSale(each)]))
  const linesOf = Map.groupBy(lines, ({ saleId }) => saleId)
  const paymentsOf = Map.groupBy(payments, ({ saleId }) => saleId)
  const codesOf = Map.groupBy(codes, ({ saleId, lineNo }) => `${saleId} ${lineNo}`)
  return sales.map(({ id, date, number, receiptNumber, originalSaleId, ...sale }) => {
    // The members are in schema order, because both sides hash the JSON text.
    const receipt: ReplicaReceipt = {
      number: receiptNumber ?? number,
      soldAt: date.toISOString(),
      isReturn: sale.isReturn,
      originalId: originalSaleId,
      cashierName: sale.cashierName,
      customerId: sale.customerId,
      currencyCode: currency,
      vatIncluded: sale.vatIncluded,
      sum: amountToNumber(sale.sum),
      roundingSum: amountToNumber(sale.roundingSum),
      changeSum: amountToNumber(sale.changeSum),
      payments: (paymentsOf.get(id) ?? []).map(({ type, amount }) => ({
        type,
        amount: amountToNumber(amount),
      })),
      lines: (linesOf.get(id) ?? []).map((line) =>
        presentLine(line, codesOf.get(`${id} ${line.lineNo}`)?.map(({ code }) => code) ?? []),
      ),
      loyaltyCardId: sale.loyaltyCardId,
      fiscal: presentFiscal(fiscalOf.get(id) ?? null, sale.awaitsFiscal),
    }
    return { id, soldAt: date, body: JSON.stringify(receipt) }
  })
}

/** Returns the fiscal state. A sale that is not posted yet is shown as waiting when it will get a fiscal receipt. */
function presentFiscal(fiscal: SaleFiscal | null, awaitsFiscal: boolean): ReplicaReceipt['fiscal'] {
  if (fiscal) return receiptFiscal(fiscal)
  return awaitsFiscal ? WAITING_FISCAL : null
}

type Line = Awaited<ReturnType<typeof listLines>>[number]

function presentLine(line: Line, markingCodes: string[]): ReplicaReceipt['lines'][number] {
  const { lineNo, productId, productName, originalLineNo, trackingType, paymentSubject, ntin } = line
  return {
    lineNo,
    productId,
    name: productName,
    quantity: quantityToNumber(line.quantity),
    price: amountToNumber(line.price),
    ...(line.discountAmount !== 0 && { discountAmount: amountToNumber(line.discountAmount) }),
    vatRate: line.vatRate === null ? null : percentToNumber(line.vatRate),
    ...(originalLineNo !== null && { originalLineNo }),
    ...(trackingType && trackingType !== 'NotTracked' && { trackingType }),
    ...(paymentSubject && paymentSubject !== 'Good' && { paymentSubject }),
    ...(ntin && { ntin }),
    ...(markingCodes.length > 0 && { markingCodes }),
  }
}

/**
 * Selects the sales that tills of the store hold: sales made in the store or at a retail point that belongs
 * to it, and returns of these sales. A sale must have a receipt number. A return must have an original sale,
 * or a receipt number and a fiscal receipt. Uploads from tills are included even when a closed period keeps
 * them from being posted. Sales and returns made in the back office are included once they are posted.
 * Excludes sales in another currency than that of the books, because they can be returned only where they
 * were made.
 */
function listSales(tx: Tx, storeId: string, saleIds: readonly string[]) {
  return tx
    .select({
      id: retailSales.id,
      number: retailSales.number,
      receiptNumber: retailSales.receiptNumber,
      date: retailSales.date,
      isReturn: retailSales.isReturn,
      originalSaleId: retailSales.originalSaleId,
      cashierName: retailSales.cashierName,
      customerId: retailSales.customerId,
      loyaltyCardId: retailSales.loyaltyCardId,
      vatIncluded: retailSales.vatIncluded,
      sum: retailSales.sum,
      roundingSum: retailSales.roundingSum,
      changeSum: retailSales.changeSum,
      awaitsFiscal: sql<boolean>`${retailSales.status} <> 'Posted' AND EXISTS (
        SELECT FROM retail_sales s CROSS JOIN LATERAL (${cashBoxOfSale(tx)}) b
        WHERE s.organization_id = ${tx.organizationId} AND s.id = "retail_sales"."id")`,
    })
    .from(retailSales)
    .where(
      and(
        eq(retailSales.organizationId, tx.organizationId),
        inArray(retailSales.id, [...saleIds]),
        sql`${retailSales.date} >= (SELECT since FROM till_receipt_stores
          WHERE organization_id = ${tx.organizationId} AND store_id = ${storeId})`,
        sql`(${retailSales.status} = 'Posted' OR ${retailSales.source} = 'Pos')`,
        sql`EXISTS (
          SELECT FROM retail_sales receipt LEFT JOIN retail_points point
            ON point.organization_id = receipt.organization_id AND point.id = receipt.retail_point_id
          WHERE receipt.organization_id = ${tx.organizationId}
            AND receipt.id IN ("retail_sales"."id", "retail_sales"."original_sale_id")
            AND ${storeId}::uuid IN (receipt.store_id, point.store_id))`,
        sql`CASE WHEN ${retailSales.isReturn} THEN ${retailSales.originalSaleId} IS NOT NULL
            OR ${retailSales.receiptNumber} IS NOT NULL AND EXISTS (SELECT FROM fiscal_receipts f
              WHERE f.organization_id = ${tx.organizationId} AND f.sale_id = "retail_sales"."id")
          ELSE ${retailSales.receiptNumber} IS NOT NULL
            AND ${retailSales.foreignMoney} IS NULL
            AND NOT ${retailSales.flags} @> '[{"code": "currency_differs"}]' END`,
      ),
    )
}

function listLines(tx: Tx, saleIds: string[]) {
  return tx
    .select({
      saleId: retailSaleLines.saleId,
      lineNo: retailSaleLines.lineNo,
      productId: retailSaleLines.productId,
      productName: retailSaleLines.productName,
      quantity: retailSaleLines.quantity,
      price: retailSaleLines.price,
      discountAmount: retailSaleLines.discountAmount,
      vatRate: retailSaleLines.vatRate,
      originalLineNo: retailSaleLines.originalLineNo,
      trackingType: retailSaleLines.trackingType,
      paymentSubject: retailSaleLines.paymentSubject,
      ntin: retailSaleLines.ntin,
    })
    .from(retailSaleLines)
    .where(
      and(eq(retailSaleLines.organizationId, tx.organizationId), inArray(retailSaleLines.saleId, saleIds)),
    )
    .orderBy(asc(retailSaleLines.saleId), asc(retailSaleLines.lineNo))
}

function listCodes(tx: Tx, saleIds: string[]) {
  const { organizationId, saleId, lineNo, position, code } = retailSaleMarkingCodes
  return tx
    .select({ saleId, lineNo, code })
    .from(retailSaleMarkingCodes)
    .where(and(eq(organizationId, tx.organizationId), inArray(saleId, saleIds)))
    .orderBy(asc(saleId), asc(lineNo), asc(position))
}

function listPayments(tx: Tx, saleIds: string[]) {
  const { organizationId, saleId, position, originType, amount } = retailSalePayments
  // A set-off is refunded by its original payment type.
  const type = sql<string>`coalesce(${originType}, ${retailSalePayments.type})`
  return tx
    .select({ saleId, type, amount })
    .from(retailSalePayments)
    .where(and(eq(organizationId, tx.organizationId), inArray(saleId, saleIds)))
    .orderBy(asc(saleId), asc(position))
}
