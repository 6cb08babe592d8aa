import { and, asc, eq, getTableColumns, type SQL, sql } from 'drizzle-orm'
import { getRecord, listRecords } from '#hub/db/records.ts'
import { retailSaleLines, retailSalePayments, retailSales } from '#hub/db/tables/sales.ts'
import type { Tx } from '#hub/db/transact.ts'
import type { RetailSaleFilters, RetailSaleListQuery } from '#shared/contracts/retail-sales.ts'
import type { Quantity } from '#shared/money/decimal.ts'
import { withinDays } from '../days.ts'

export type RetailSaleRow = typeof retailSales.$inferSelect

export function listRetailSales(
  tx: Tx,
  query: RetailSaleListQuery,
): Promise<{ rows: RetailSaleRow[]; total: number }> {
  return listRecords(tx, retailSales, query, {
    where: filtersOf(query),
    searchIn: SEARCHED,
    sortBy: {
      date: retailSales.date,
      number: retailSales.number,
      sum: retailSales.sum,
      receivedAt: retailSales.receivedAt,
    },
    defaultSort: '-date',
  })
}

export const SEARCHED = [retailSales.number, retailSales.receiptNumber, retailSales.cashierName]

export function filtersOf(query: RetailSaleFilters): SQL[] {
  return [
    query.status && eq(retailSales.status, query.status),
    query.storeId && eq(retailSales.storeId, query.storeId),
    query.retailPointId && eq(retailSales.retailPointId, query.retailPointId),
    query.isReturn === undefined ? undefined : eq(retailSales.isReturn, query.isReturn),
    ...withinDays(retailSales.date, query),
  ].filter((condition) => typeof condition === 'object')
}

export interface FullRetailSale {
  sale: RetailSaleRow
  lines: (typeof retailSaleLines.$inferSelect & {
    returnedQuantity: Quantity
    originalLineId: string | null
  })[]
  payments: (typeof retailSalePayments.$inferSelect)[]
}

export async function getRetailSale(tx: Tx, id: string): Promise<FullRetailSale> {
  const sale = await getRecord(tx, retailSales, 'retail sale', id)
  const lines = await tx
    .select({
      ...getTableColumns(retailSaleLines),
      returnedQuantity: sql<Quantity>`(
        SELECT coalesce(sum(back.quantity), 0) FROM retail_sale_lines back
        JOIN retail_sales r ON r.organization_id = back.organization_id AND r.id = back.sale_id
        WHERE r.organization_id = ${tx.organizationId} AND r.original_sale_id = ${id} AND r.status = 'Posted'
          AND back.original_line_no = retail_sale_lines.line_no)`.mapWith(
        (value) => Number(value) as Quantity,
      ),
      originalLineId: sql<string | null>`(
        SELECT original.id FROM retail_sale_lines original
        WHERE original.organization_id = ${tx.organizationId} AND original.sale_id = ${sale.originalSaleId}
          AND original.line_no = retail_sale_lines.original_line_no)`,
    })
    .from(retailSaleLines)
    .where(and(eq(retailSaleLines.organizationId, tx.organizationId), eq(retailSaleLines.saleId, id)))
    .orderBy(asc(retailSaleLines.lineNo))
  const payments = await tx
    .select()
    .from(retailSalePayments)
    .where(and(eq(retailSalePayments.organizationId, tx.organizationId), eq(retailSalePayments.saleId, id)))
    .orderBy(asc(retailSalePayments.position))
  return { sale, lines, payments }
}
