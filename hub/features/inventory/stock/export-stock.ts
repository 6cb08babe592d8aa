import { sql } from 'drizzle-orm'
import type { Actor } from '#hub/auth/actor.ts'
import { alongIndex } from '#hub/db/along-index.ts'
import type { Tx } from '#hub/db/transact.ts'
import { exportColumn, momentColumn } from '#hub/exports/export-column.ts'
import type { ExportFile } from '#hub/exports/export-route.ts'
import type { StockExportQuery, StockRow } from '#shared/contracts/inventory/stock.ts'
import { completePlaces } from './complete-places.ts'
import { PLACE_COLUMNS, readPlaces } from './places.ts'
import { presentStock } from './present.ts'
import { fromProducts, refuseReservedThen, type StockSelection, selectStock } from './select-stock.ts'

/** What is in stock as a file, product by product. Throws invalid_request as listStock does. */
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
  await alongIndex(tx)
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
    column('Product', 'Наименование', (row) => row.productName),
    column('Code', 'Код', (row) => row.code),
    column('Article', 'Артикул', (row) => row.article),
    column('Barcode', 'Штрихкод', (row) => row.barcode),
    column('Group', 'Группа', (row) => row.groupPath),
    column('Unit', 'Единица измерения', (row) => row.unitName),
    column('Quantity', 'Остаток', (row) => row.quantity),
    ...(withReserved
      ? [
          column('Reserved', 'Резерв', (row) => row.reserved ?? null),
          column('Available', 'Доступно', (row) => row.available ?? null),
        ]
      : []),
    column('Min stock', 'Неснижаемый остаток', (row) => row.minStock),
    ...(seesCosts
      ? [
          column('Average cost', 'Себестоимость', (row) => row.averageCost ?? null),
          column('Cost sum', 'Сумма себестоимости', (row) => row.costSum ?? null),
        ]
      : []),
    column('Retail price', 'Розничная цена', (row) => row.retailPrice),
    column('Retail sum', 'Сумма в розничных ценах', (row) => row.retailSum),
    ...(withDaysInStock ? [column('Days in stock', 'Дней на складе', (row) => row.daysInStock ?? null)] : []),
    momentColumn<StockRow>('Last movement', 'Последнее движение', (row) =>
      row.lastMovementAt === null ? null : new Date(row.lastMovementAt),
    ),
  ]
}
