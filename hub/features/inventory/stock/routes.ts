import { exportRoute } from '#hub/exports/export-route.ts'
import { area } from '#hub/http/area.ts'
import { getRoute, listRoute } from '#hub/http/operations.ts'
import { STOCK, STOCK_TOTALS, StockExportQuery } from '#shared/contracts/inventory/stock.ts'
import { stockFile } from './export-stock.ts'
import { listStock } from './list-stock.ts'
import { presentStock } from './present.ts'
import { sumStock } from './sum-stock.ts'

const tag = 'Inventory: stock'

export const stockRoutes = area(
  listRoute({
    ...STOCK,
    may: 'inventory.view',
    stores: 'own',
    tag,
    summary: 'List stock by product and store',
    list: listStock,
    present: presentStock,
  }),
  getRoute({
    ...STOCK_TOTALS,
    may: 'inventory.view',
    stores: 'own',
    tag,
    summary: 'Sum up the stock',
    description: 'Takes the filters of the list, and sums all results, not only one page.',
    read: async (tx, { query, actor }) => sumStock(tx, query, await actor()),
    present: (totals) => totals,
  }),
  exportRoute({
    base: STOCK.path,
    may: 'inventory.export',
    stores: 'own',
    tag,
    noun: 'stock',
    description: 'Takes the filters of the list. Costs are included only for users who may see them.',
    query: StockExportQuery,
    file: stockFile,
  }),
)
