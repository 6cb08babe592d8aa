import { and, desc, eq, getTableColumns, sql } from 'drizzle-orm'
import type { Actor } from '#hub/auth/actor.ts'
import { readInIndexOrder } from '#hub/db/plan-settings.ts'
import { contains, type RecordTable } from '#hub/db/records.ts'
import { counterparties, retailPoints, stores } from '#hub/db/tables/catalog.ts'
import { retailSales } from '#hub/db/tables/sales.ts'
import type { Tx } from '#hub/db/transact.ts'
import { exportColumn, momentColumn } from '#hub/exports/export-column.ts'
import type { ExportFile } from '#hub/exports/export-route.ts'
import { PAYMENTS, STATUSES } from '#hub/print/words.ts'
import type { RetailSaleFilters } from '#shared/contracts/sales/retail-sales.ts'
import { sumTenders, TENDER_TYPES, type Tender } from '#shared/domain/tenders.ts'
import { type Amount, amountToNumber, type Cost, costToNumber } from '#shared/money/decimal.ts'
import { must } from '#shared/std/must.ts'
import { filtersOf, paymentsOf, type RetailSaleRow, SEARCHED } from './queries.ts'

interface ExportedSale extends RetailSaleRow {
  storeName: string | null
  retailPointName: string | null
  customerName: string | null
  /** Amounts by tender, with change deducted. */
  paid: ReadonlyMap<string, Amount>
  cost: Cost
}

/** Returns retail sales and returns as an export file, newest first. */
export function retailSaleFile(_: Tx, filters: RetailSaleFilters, actor: Actor): ExportFile<ExportedSale> {
  return {
    title: { en: 'Receipts', ru: 'Чеки' },
    columns: columnsOf(actor.permissions.has('costs.view')),
    page: (tx, after, limit) => listForExport(tx, filters, after, limit),
  }
}

const column = exportColumn<ExportedSale>

function columnsOf(seesCosts: boolean) {
  return [
    column('Number', 'Номер', (row) => row.number),
    column('Receipt', 'Чек', (row) => row.receiptNumber),
    momentColumn<ExportedSale>('Date', 'Дата', (row) => row.date),
    column('Status', 'Статус', (row, language) => STATUSES[row.status][language]),
    column('Type', 'Тип', (row, language) => KINDS[row.isReturn ? 'return' : 'sale'][language]),
    column('Store', 'Склад', (row) => row.storeName),
    column('Retail point', 'Точка продаж', (row) => row.retailPointName),
    column('Cashier', 'Кассир', (row) => row.cashierName),
    column('Customer', 'Покупатель', (row) => row.customerName),
    column('Lines', 'Строк', (row) => row.linesCount),
    column('Total', 'Сумма', (row) => amountToNumber(row.sum)),
    column('Discount', 'Скидка', (row) => amountToNumber(row.discountSum)),
    column('Rounding', 'Округление', (row) => amountToNumber(row.roundingSum)),
    column('VAT', 'НДС', (row) => amountToNumber(row.vatSum)),
    ...TENDER_TYPES.map((type) => {
      const { en, ru } = must(PAYMENTS[type], type)
      return column(en, ru, (row) => amountToNumber(row.paid.get(type) ?? (0 as Amount)))
    }),
    ...(seesCosts ? [column('Cost', 'Себестоимость', (row) => costToNumber(row.cost))] : []),
    column('Comment', 'Комментарий', (row) => row.comment),
  ]
}

const KINDS = { sale: { en: 'Sale', ru: 'Продажа' }, return: { en: 'Return', ru: 'Возврат' } }

/** Reads in the order of the date index, as for documents (hub/documents/queries.ts). */
async function listForExport(
  tx: Tx,
  filters: RetailSaleFilters,
  after: ExportedSale | undefined,
  limit: number,
): Promise<ExportedSale[]> {
  await readInIndexOrder(tx)
  const own = (table: RecordTable) => eq(table.organizationId, tx.organizationId)
  const sales = await tx
    .select({
      ...getTableColumns(retailSales),
      storeName: stores.name,
      retailPointName: retailPoints.name,
      customerName: counterparties.name,
    })
    .from(retailSales)
    .leftJoin(stores, and(own(stores), eq(stores.id, retailSales.storeId)))
    .leftJoin(retailPoints, and(own(retailPoints), eq(retailPoints.id, retailSales.retailPointId)))
    .leftJoin(counterparties, and(own(counterparties), eq(counterparties.id, retailSales.customerId)))
    .where(
      and(
        eq(retailSales.organizationId, tx.organizationId),
        ...filtersOf(tx, filters),
        contains(SEARCHED, filters.search),
        after && sql`(${retailSales.date}, ${retailSales.id}) < (${after.date.toISOString()}, ${after.id})`,
      ),
    )
    .orderBy(desc(retailSales.date), desc(retailSales.id))
    .limit(limit)
  const ids = sales.map(({ id }) => id)
  const payments = Map.groupBy(await paymentsOf(tx, { saleIds: ids }), ({ saleId }) => saleId)
  const costs = await sumCosts(tx, ids)
  return sales.map((sale) => {
    const paid = sumTenders((payments.get(sale.id) ?? []) as Tender[], sale.changeSum)
    return {
      ...sale,
      paid: new Map(paid.map(({ type, amount }) => [type, amount])),
      cost: (costs.get(sale.id) ?? 0) as Cost,
    }
  })
}

/** Returns the cost of goods by sale, in ten-thousandths. */
async function sumCosts(tx: Tx, saleIds: string[]): Promise<Map<string, number>> {
  const { rows } = await tx.execute<{ sale_id: string; cost: string }>(sql`
    SELECT sale_id, sum(round(quantity::numeric * unit_cost / 1000)) AS cost FROM retail_sale_lines
    WHERE organization_id = ${tx.organizationId} AND sale_id = ANY(${sql.param(saleIds)}::uuid[])
    GROUP BY sale_id`)
  return new Map(rows.map(({ sale_id, cost }) => [sale_id, Number(cost)]))
}
