import { and, asc, eq, getTableColumns, inArray, type SQL, sql } from 'drizzle-orm'
import { awaitAll } from '#hub/db/await-all.ts'
import { withinDays } from '#hub/db/days.ts'
import { insertRows } from '#hub/db/insert-rows.ts'
import { listRecords, matches, notFound } from '#hub/db/records.ts'
import { among, type Given, statement } from '#hub/db/statement.ts'
import {
  retailSaleLines,
  retailSaleMarkingCodes,
  retailSalePayments,
  retailSales,
  retailSaleVouchers,
} from '#hub/db/tables/sales.ts'
import { costRecalculations } from '#hub/db/tables/stock.ts'
import type { Tx } from '#hub/db/transact.ts'
import { refuseUnseen } from '#hub/db/visible-stores.ts'
import { drillDownConditions } from '#hub/documents/drill-down.ts'
import { costOf } from '#hub/ledger/next-balance.ts'
import type { UnpostWarning } from '#shared/contracts/postings.ts'
import type { RetailSaleFilters, RetailSaleListQuery } from '#shared/contracts/sales/retail-sales.ts'
import type { TenderType } from '#shared/domain/tenders.ts'
import type { Cost, Quantity } from '#shared/money/decimal.ts'
import { type FiscalOfSale, fiscalOfSales } from '../fiscal/fiscal-of-sales.ts'
import { codeRows, codesOfSales } from './marking-codes.ts'

export const NOUN = 'retail sale'

export type RetailSaleRow = typeof retailSales.$inferSelect
export type SaleLineRow = typeof retailSaleLines.$inferSelect
/** A line with its marking codes. */
export interface MarkedLine extends SaleLineRow {
  markingCodes: string[]
}
type SaleVoucherRow = typeof retailSaleVouchers.$inferSelect
export type SalePaymentRow = typeof retailSalePayments.$inferSelect

interface Sums {
  payments: SalePaymentRow[]
  fiscal: FiscalOfSale | undefined
  /** Cost of the goods from the ledger, 0 for a draft. */
  costSum: Cost
  /** True while costs of the goods are being recalculated. */
  costPending: boolean
}
export type ListedRetailSale = RetailSaleRow & Sums

export async function listRetailSales(
  tx: Tx,
  query: RetailSaleListQuery,
): Promise<{ rows: ListedRetailSale[]; total: number }> {
  const { rows, total } = await listRecords(tx, retailSales, query, {
    where: filtersOf(tx, query),
    searchIn: SEARCHED,
    sortBy: {
      date: retailSales.date,
      number: retailSales.number,
      sum: retailSales.sum,
      receivedAt: retailSales.receivedAt,
    },
    defaultSort: '-date',
  })
  const saleIds = rows.map(({ id }) => id)
  const [allPayments, costs, fiscal] = await awaitAll(
    paymentsOf(tx, { saleIds }),
    sumCosts(tx, saleIds),
    fiscalOfSales(tx, { saleIds }),
  )
  const fiscalOf = new Map(fiscal.map((each) => [each.saleId, each]))
  const payments = Map.groupBy(allPayments, ({ saleId }) => saleId)
  return {
    rows: rows.map((sale) => ({
      ...sale,
      payments: payments.get(sale.id) ?? [],
      fiscal: fiscalOf.get(sale.id),
      ...(costs.get(sale.id) ?? { costSum: 0 as Cost, costPending: false }),
    })),
    total,
  }
}

/** Must match the conditions of the indexes retail_sales_flagged_idx and retail_sales_review_idx. */
const isFlagged = sql`${retailSales.flags} <> '[]'::jsonb`
const isOpen = sql`${retailSales.reviewedAt} IS NULL AND ${isFlagged}`
const needsReview = (isWanted: boolean): SQL => (isWanted ? isOpen : sql`NOT (${isOpen})`)
const hasFlag = (code: string): SQL =>
  sql`${isFlagged} AND ${retailSales.flags} @> ${JSON.stringify([{ code }])}::jsonb`

const ofSale = (table: 'retail_sale_lines' | 'retail_sale_payments') => sql`
  FROM ${sql.identifier(table)} AS part
  WHERE part.organization_id = ${retailSales.organizationId} AND part.sale_id = ${retailSales.id}`
const hasLine = (productId: string): SQL =>
  sql`EXISTS (SELECT ${ofSale('retail_sale_lines')} AND part.product_id = ${productId})`
const isPaidWith = (type: TenderType): SQL =>
  sql`EXISTS (SELECT ${ofSale('retail_sale_payments')} AND part.type = ${type})`

export const SEARCHED = [retailSales.number, retailSales.receiptNumber, retailSales.cashierName]

export function filtersOf(tx: Tx, query: RetailSaleFilters): SQL[] {
  return [
    query.status && eq(retailSales.status, query.status),
    query.storeId && eq(retailSales.storeId, query.storeId),
    query.retailPointId && eq(retailSales.retailPointId, query.retailPointId),
    query.customerId && eq(retailSales.customerId, query.customerId),
    query.cashierId && eq(retailSales.cashierId, query.cashierId),
    query.shiftId && eq(retailSales.shiftId, query.shiftId),
    query.terminalId && eq(retailSales.tillId, query.terminalId),
    query.productId && hasLine(query.productId),
    query.paymentType && isPaidWith(query.paymentType),
    query.source && eq(retailSales.source, query.source),
    matches(retailSales.isReturn, query.isReturn),
    query.needsReview === undefined ? undefined : needsReview(query.needsReview),
    query.flag && hasFlag(query.flag),
    query.retailPointIds && inArray(retailSales.retailPointId, query.retailPointIds),
    ...drillDownConditions(tx, query, {
      id: retailSales.id,
      date: retailSales.date,
      storeId: retailSales.storeId,
      lines: 'retail_sale_lines',
      documentId: 'sale_id',
      has: {
        retailPoint: retailSales.retailPointId,
        employee: retailSales.cashierId,
        customer: retailSales.customerId,
      },
    }),
    ...withinDays(retailSales.date, query),
  ].filter((condition) => typeof condition === 'object')
}

export const paymentsOf = statement('retail-sale-payments.of-sales', (given: Given<'saleIds'>, db) =>
  db
    .select()
    .from(retailSalePayments)
    .where(
      and(
        eq(retailSalePayments.organizationId, given.organizationId),
        among(retailSalePayments.saleId, given.saleIds),
      ),
    )
    .orderBy(asc(retailSalePayments.saleId), asc(retailSalePayments.position)),
)

const vouchersOf = statement('retail-sale-vouchers.of-sale', (given: Given<'id'>, db) =>
  db
    .select()
    .from(retailSaleVouchers)
    .where(
      and(
        eq(retailSaleVouchers.organizationId, given.organizationId),
        eq(retailSaleVouchers.saleId, given.id),
      ),
    )
    .orderBy(asc(retailSaleVouchers.position)),
)

async function sumCosts(
  tx: Tx,
  saleIds: readonly string[],
): Promise<Map<string, Omit<Sums, 'payments' | 'fiscal'>>> {
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
  lines: (MarkedLine & { returnedQuantity: Quantity; originalLineId: string | null; costPending: boolean })[]
  /** Vouchers that a sale sold or reloaded, or that a return cancelled. */
  vouchers: SaleVoucherRow[]
  /** Warnings from unposting the sale. */
  warnings?: UnpostWarning[]
}

export const productIdsOf = ({ lines }: FullRetailSale): string[] => lines.map(({ productId }) => productId)

const ofId = (given: Given<'id'>) =>
  and(eq(retailSales.organizationId, given.organizationId), eq(retailSales.id, given.id))
const saleOf = statement('retail-sales.of-id', (given: Given<'id'>, db) =>
  db.select().from(retailSales).where(ofId(given)),
)
const lockedSaleOf = statement('retail-sales.lock', (given: Given<'id'>, db) =>
  db.select().from(retailSales).where(ofId(given)).for('no key update'),
)

/** Returns the sale. Throws `not_found`. */
export function getRetailSale(tx: Tx, id: string): Promise<FullRetailSale> {
  return withContents(tx, id, saleOf(tx, { id }))
}

/**
 * Returns the sale like `getRetailSale` and locks it, so that no other transaction can change it or post a
 * return of it until this one ends.
 */
export async function lockRetailSale(tx: Tx, id: string): Promise<FullRetailSale> {
  await refuseUnseen(tx, retailSales, NOUN, id)
  return withContents(tx, id, lockedSaleOf(tx, { id }))
}

/** Returns only the row of the sale, locked like in `lockRetailSale`, or undefined when it does not exist. */
export async function findLocked(tx: Tx, id: string): Promise<RetailSaleRow | undefined> {
  const [sale] = await lockedSaleOf(tx, { id })
  return sale
}

const linesOf = statement('retail-sale-lines.with-returned', (given: Given<'id'>, db) =>
  db
    .select({
      ...getTableColumns(retailSaleLines),
      returnedQuantity: sql<Quantity>`(
        SELECT coalesce(sum(back.quantity), 0) FROM retail_sale_lines back
        JOIN retail_sales r ON r.organization_id = back.organization_id AND r.id = back.sale_id
        WHERE r.organization_id = ${given.organizationId} AND r.original_sale_id = ${given.id}
          AND r.status = 'Posted' AND back.original_line_no = retail_sale_lines.line_no)`.mapWith(
        (value) => Number(value) as Quantity,
      ),
      /** Also true for a draft whose date falls into a pending recalculation. */
      costPending: sql<boolean>`EXISTS (
        SELECT FROM retail_sales own
        JOIN cost_recalculations pending
          ON pending.organization_id = own.organization_id AND pending.from_moment <= own.date
        WHERE own.organization_id = ${given.organizationId} AND own.id = ${given.id}
          AND pending.product_id = retail_sale_lines.product_id)`,
      originalLineId: sql<string | null>`(
        SELECT original.id FROM retail_sales own
        JOIN retail_sale_lines original
          ON original.organization_id = own.organization_id AND original.sale_id = own.original_sale_id
        WHERE own.organization_id = ${given.organizationId} AND own.id = ${given.id}
          AND original.line_no = retail_sale_lines.original_line_no)`,
    })
    .from(retailSaleLines)
    .where(
      and(eq(retailSaleLines.organizationId, given.organizationId), eq(retailSaleLines.saleId, given.id)),
    )
    .orderBy(asc(retailSaleLines.lineNo)),
)

/**
 * Adds lines and payments. The query of `sales` has already been sent, so its lock is acquired before the
 * contents are read.
 */
async function withContents(tx: Tx, id: string, sales: Promise<RetailSaleRow[]>): Promise<FullRetailSale> {
  const [[sale], unmarked, payments, vouchers, codes, [fiscal]] = await awaitAll(
    sales,
    linesOf(tx, { id }),
    paymentsOf(tx, { saleIds: [id] }),
    vouchersOf(tx, { id }),
    codesOfSales(tx, { saleIds: [id] }),
    fiscalOfSales(tx, { saleIds: [id] }),
  )
  if (!sale) throw notFound(NOUN, id)
  const codesOf = Map.groupBy(codes, ({ lineNo }) => lineNo)
  const lines = unmarked.map((line) => ({
    ...line,
    markingCodes: (codesOf.get(line.lineNo) ?? []).map(({ code }) => code),
  }))
  const costPending = sale.status === 'Posted' && lines.some((line) => line.costPending)
  return { sale, lines, payments, vouchers, fiscal, costSum: costSumOf(lines), costPending }
}

export const costSumOf = (lines: readonly SaleLineRow[]): Cost =>
  lines.reduce((sum, { quantity, unitCost }) => sum + costOf(quantity, unitCost), 0) as Cost

/** Returns the lines of a receipt in their order. */
export function listSaleLines(tx: Tx, saleId: string): Promise<SaleLineRow[]> {
  return tx
    .select()
    .from(retailSaleLines)
    .where(and(eq(retailSaleLines.organizationId, tx.organizationId), eq(retailSaleLines.saleId, saleId)))
    .orderBy(asc(retailSaleLines.lineNo))
}

/** Replaces the lines and payments of a draft. */
export async function replaceContents(
  tx: Tx,
  saleId: string,
  lines: readonly MarkedLine[],
  payments: readonly SalePaymentRow[],
): Promise<void> {
  for (const table of [retailSaleLines, retailSalePayments])
    await tx.delete(table).where(and(eq(table.organizationId, tx.organizationId), eq(table.saleId, saleId)))
  await insertRows(tx, retailSaleLines, lines)
  await insertRows(tx, retailSaleMarkingCodes, codeRows(tx, saleId, lines))
  await insertRows(tx, retailSalePayments, payments)
}

/** Saves unit costs by line number. Lines that are missing in the map get cost 0. */
export async function saveUnitCosts(
  tx: Tx,
  saleId: string,
  unitCosts: ReadonlyMap<number, Cost>,
): Promise<void> {
  await saveCosts(tx, { saleId, lineNos: [...unitCosts.keys()], unitCosts: [...unitCosts.values()] })
}

const saveCosts = statement(
  'retail-sale-lines.costs',
  (given: Given<'saleId' | 'lineNos' | 'unitCosts'>) => sql`
    UPDATE retail_sale_lines AS line SET unit_cost = coalesce(now.unit_cost, 0)
    FROM retail_sale_lines AS known
    LEFT JOIN unnest(${given.lineNos}::int[], ${given.unitCosts}::bigint[]) AS now (line_no, unit_cost)
      ON now.line_no = known.line_no
    WHERE known.organization_id = ${given.organizationId} AND known.sale_id = ${given.saleId}
      AND line.organization_id = known.organization_id AND line.id = known.id`,
)
