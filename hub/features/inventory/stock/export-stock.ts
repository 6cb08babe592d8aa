import { sql } from 'drizzle-orm'
import type { Actor } from '#hub/auth/actor.ts'
import { readInIndexOrder } from '#hub/db/plan-settings.ts'
import type { Tx } from '#hub/db/transact.ts'
import { exportColumn, momentColumn } from '#hub/exports/export-column.ts'
import type { ExportFile } from '#hub/exports/export-route.ts'
import type { StockExportQuery, StockRow } from '#shared/contracts/inventory/stock.ts'
import { completePlaces } from './complete-places.ts'
import { PLACE_COLUMNS, readPlaces } from './places.ts'
import { presentStock } from './present.ts'
import { fromProducts, refuseReservedThen, type StockSelection, selectStock } from './select-stock.ts'

/** Returns the stock as an export file, grouped by product. Throws `invalid_request` like `listStock`. */
export async function stockFile(
  tx: Tx,
  query: StockExportQuery,
  actor: Actor,
): Promise<ExportFile<StockRow>> {
  refuseReservedThen(query)
  const selection = await selectStock(tx, query, null)
  return {
    title: { en: 'Stock', ru: 'Остатки' },
    columns: columnsOf(query, actor.permissions.has('costs.view')),
    page: async (tx, after, limit) => {
      const places = await listForExport(tx, selection, after, limit)
      const complete = await completePlaces(tx, places, query)
      return complete.map((place) => presentStock(place, actor))
    },
  }
}

async function listForExport(tx: Tx, selection: StockSelection, after: StockRow | undefined, limit: number) {
  await readInIndexOrder(tx)
  const further = after
    ? sql`AND p.id >= ${after.productId} AND (p.id, stock.store_id) > (${after.productId}, ${after.storeId})`
    : sql``
  return readPlaces(
    tx,
    sql`
    SELECT ${PLACE_COLUMNS} FROM ${fromProducts(tx, selection)} ${further}
    ORDER BY p.id, stock.store_id LIMIT ${limit}`,
  )
}

const column = exportColumn<StockRow>

function columnsOf({ withReserved, withDaysInStock }: StockExportQuery, seesCosts: boolean) {
  return [
    column('Store', 'Склад', (row) => row.storeName),
    column('Product', 'Товар', (row) => row.productName),
    column('Code', 'Код', (row) => row.code),
    column('SKU', 'Артикул', (row) => row.article),
    column('Barcode', 'Штрихкод', (row) => row.barcode),
    column('Group', 'Группа', (row) => row.groupPath),
    column('Unit', 'Единица измерения', (row) => row.unitName),
    column('Quantity', 'Остаток', (row) => row.quantity),
    ...(withReserved
      ? [
          column('Reserved', 'В резерве', (row) => row.reserved ?? null),
          column('Available', 'Доступно', (row) => row.available ?? null),
        ]
      : []),
    column('Minimum stock', 'Минимальный остаток', (row) => row.minStock),
    ...(seesCosts
      ? [
          column('Average cost', 'Средняя себестоимость', (row) => row.averageCost ?? null),
          column('Value at cost', 'Себестоимость', (row) => row.costSum ?? null),
        ]
      : []),
    column('Selling price', 'Цена продажи', (row) => row.retailPrice),
    column('Value at selling prices', 'Сумма в ценах продажи', (row) => row.retailSum),
    ...(withDaysInStock ? [column('Days in stock', 'Дней в наличии', (row) => row.daysInStock ?? null)] : []),
    momentColumn<StockRow>('Last movement', 'Последнее движение', (row) =>
      row.lastMovementAt === null ? null : new Date(row.lastMovementAt),
    ),
  ]
}
