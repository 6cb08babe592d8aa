import { and, asc, eq, getTableColumns, inArray, type SQL, sql } from 'drizzle-orm'
import { insertRows } from '#hub/db/insert-rows.ts'
import { getRecord, listRecords, notFound } from '#hub/db/records.ts'
import { retailSaleLines, retailSalePayments, retailSales } from '#hub/db/tables/sales.ts'
import { costRecalculations } from '#hub/db/tables/stock.ts'
import type { Tx } from '#hub/db/transact.ts'
import { costOf } from '#hub/ledger/next-balance.ts'
import type { RetailSaleFilters, RetailSaleListQuery } from '#shared/contracts/retail-sales.ts'
import type { Cost, Quantity } from '#shared/money/decimal.ts'
import { withinDays } from '../days.ts'

export const NOUN = 'retail sale'

export type RetailSaleRow = typeof retailSales.$inferSelect
export type SaleLineRow = typeof retailSaleLines.$inferSelect
export type SalePaymentRow = typeof retailSalePayments.$inferSelect

interface Sums {
  payments: SalePaymentRow[]
  /** What the goods cost, by the ledger; 0 for a draft. */
  costSum: Cost
  /** Costs of some of them are being worked out anew. */
  costPending: boolean
}
export type ListedRetailSale = RetailSaleRow & Sums

export async function listRetailSales(
  tx: Tx,
  query: RetailSaleListQuery,
): Promise<{ rows: ListedRetailSale[]; total: number }> {
  const { rows, total } = await listRecords(tx, retailSales, query, {
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
  const ids = rows.map(({ id }) => id)
  const payments = Map.groupBy(await listPayments(tx, ids), ({ saleId }) => saleId)
  const costs = await sumCosts(tx, ids)
  return {
    rows: rows.map((sale) => ({
      ...sale,
      payments: payments.get(sale.id) ?? [],
      ...(costs.get(sale.id) ?? { costSum: 0 as Cost, costPending: false }),
    })),
    total,
  }
}

/** In the words of the indexes retail_sales_flagged_idx and retail_sales_review_idx. */
const isFlagged = sql`${retailSales.flags} <> '[]'::jsonb`
const isOpen = sql`${retailSales.reviewedAt} IS NULL AND ${isFlagged}`
const needsReview = (isWanted: boolean): SQL => (isWanted ? isOpen : sql`NOT (${isOpen})`)
const hasFlag = (code: string): SQL =>
  sql`${isFlagged} AND ${retailSales.flags} @> ${JSON.stringify([{ code }])}::jsonb`

export const SEARCHED = [retailSales.number, retailSales.receiptNumber, retailSales.cashierName]

export function filtersOf(query: RetailSaleFilters): SQL[] {
  return [
    query.status && eq(retailSales.status, query.status),
    query.storeId && eq(retailSales.storeId, query.storeId),
    query.retailPointId && eq(retailSales.retailPointId, query.retailPointId),
    query.customerId && eq(retailSales.customerId, query.customerId),
    query.source && eq(retailSales.source, query.source),
    query.isReturn === undefined ? undefined : eq(retailSales.isReturn, query.isReturn),
    query.needsReview === undefined ? undefined : needsReview(query.needsReview),
    query.flag && hasFlag(query.flag),
    ...withinDays(retailSales.date, query),
  ].filter((condition) => typeof condition === 'object')
}

function listPayments(tx: Tx, saleIds: readonly string[]): Promise<SalePaymentRow[]> {
  return tx
    .select()
    .from(retailSalePayments)
    .where(
      and(
        eq(retailSalePayments.organizationId, tx.organizationId),
        inArray(retailSalePayments.saleId, [...saleIds]),
      ),
    )
    .orderBy(asc(retailSalePayments.saleId), asc(retailSalePayments.position))
}

async function sumCosts(tx: Tx, saleIds: readonly string[]): Promise<Map<string, Omit<Sums, 'payments'>>> {
  const rows = await tx
    .select({
      saleId: retailSaleLines.saleId,
      costSum:
        sql<Cost>`sum(round(${retailSaleLines.quantity}::numeric * ${retailSaleLines.unitCost} / 1000))`.mapWith(
          (value) => Number(value) as Cost,
        ),
      costPending: sql<boolean>`bool_or(coalesce(
        ${costRecalculations.fromMoment} <= ${retailSales.date} AND ${retailSales.status} = 'Posted', false))`,
    })
    .from(retailSaleLines)
    .innerJoin(
      retailSales,
      and(eq(retailSales.organizationId, tx.organizationId), eq(retailSales.id, retailSaleLines.saleId)),
    )
    .leftJoin(
      costRecalculations,
      and(
        eq(costRecalculations.organizationId, tx.organizationId),
        eq(costRecalculations.productId, retailSaleLines.productId),
      ),
    )
    .where(
      and(
        eq(retailSaleLines.organizationId, tx.organizationId),
        inArray(retailSaleLines.saleId, [...saleIds]),
      ),
    )
    .groupBy(retailSaleLines.saleId)
  return new Map(rows.map(({ saleId, ...sums }) => [saleId, sums]))
}

export interface FullRetailSale extends Sums {
  sale: RetailSaleRow
  lines: (SaleLineRow & { returnedQuantity: Quantity; originalLineId: string | null; costPending: boolean })[]
}

/** Throws not_found. */
export async function getRetailSale(tx: Tx, id: string): Promise<FullRetailSale> {
  return withLines(tx, await getRecord(tx, retailSales, NOUN, id))
}

/** As getRetailSale; nobody else changes the sale, or posts a return of it, before the transaction ends. */
export async function lockRetailSale(tx: Tx, id: string): Promise<FullRetailSale> {
  const sale = await findLocked(tx, id)
  if (!sale) throw notFound(NOUN, id)
  return withLines(tx, sale)
}

/** The row alone, locked as by lockRetailSale. */
export async function findLocked(tx: Tx, id: string): Promise<RetailSaleRow | undefined> {
  const [sale] = await tx
    .select()
    .from(retailSales)
    .where(and(eq(retailSales.organizationId, tx.organizationId), eq(retailSales.id, id)))
    .for('no key update')
  return sale
}

async function withLines(tx: Tx, sale: RetailSaleRow): Promise<FullRetailSale> {
  const lines = await tx
    .select({
      ...getTableColumns(retailSaleLines),
      returnedQuantity: sql<Quantity>`(
        SELECT coalesce(sum(back.quantity), 0) FROM retail_sale_lines back
        JOIN retail_sales r ON r.organization_id = back.organization_id AND r.id = back.sale_id
        WHERE r.organization_id = ${tx.organizationId} AND r.original_sale_id = ${sale.id} AND r.status = 'Posted'
          AND back.original_line_no = retail_sale_lines.line_no)`.mapWith(
        (value) => Number(value) as Quantity,
      ),
      costPending: sql<boolean>`${sale.status === 'Posted'} AND EXISTS (
        SELECT FROM cost_recalculations
        WHERE organization_id = ${tx.organizationId} AND product_id = retail_sale_lines.product_id
          AND from_moment <= ${sale.date.toISOString()}::timestamptz)`,
      originalLineId: sql<string | null>`(
        SELECT original.id FROM retail_sale_lines original
        WHERE original.organization_id = ${tx.organizationId} AND original.sale_id = ${sale.originalSaleId}
          AND original.line_no = retail_sale_lines.original_line_no)`,
    })
    .from(retailSaleLines)
    .where(and(eq(retailSaleLines.organizationId, tx.organizationId), eq(retailSaleLines.saleId, sale.id)))
    .orderBy(asc(retailSaleLines.lineNo))
  const costSum = lines.reduce((sum, { quantity, unitCost }) => sum + costOf(quantity, unitCost), 0) as Cost
  const costPending = lines.some((line) => line.costPending)
  return { sale, lines, payments: await listPayments(tx, [sale.id]), costSum, costPending }
}

/** The lines of a receipt, in their order, as they were sold. */
export function listSaleLines(tx: Tx, saleId: string): Promise<SaleLineRow[]> {
  return tx
    .select()
    .from(retailSaleLines)
    .where(and(eq(retailSaleLines.organizationId, tx.organizationId), eq(retailSaleLines.saleId, saleId)))
    .orderBy(asc(retailSaleLines.lineNo))
}

/** Puts lines and payments in the place of those that the draft had. */
export async function replaceContents(
  tx: Tx,
  saleId: string,
  lines: readonly SaleLineRow[],
  payments: readonly SalePaymentRow[],
): Promise<void> {
  for (const table of [retailSaleLines, retailSalePayments])
    await tx.delete(table).where(and(eq(table.organizationId, tx.organizationId), eq(table.saleId, saleId)))
  await insertRows(tx, retailSaleLines, lines)
  await insertRows(tx, retailSalePayments, payments)
}

/** What goods of the lines cost a piece, by the number of the line; those that are not named cost nothing. */
export async function saveUnitCosts(
  tx: Tx,
  saleId: string,
  unitCosts: ReadonlyMap<number, Cost>,
): Promise<void> {
  await tx.execute(sql`
    UPDATE retail_sale_lines AS line SET unit_cost = coalesce(now.unit_cost, 0)
    FROM retail_sale_lines AS known
    LEFT JOIN unnest(
      ${sql.param([...unitCosts.keys()])}::int[],
      ${sql.param([...unitCosts.values()])}::bigint[]
    ) AS now (line_no, unit_cost) ON now.line_no = known.line_no
    WHERE known.organization_id = ${tx.organizationId} AND known.sale_id = ${saleId}
      AND line.organization_id = known.organization_id AND line.id = known.id`)
}
