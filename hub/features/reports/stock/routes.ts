import { exportColumn } from '#hub/exports/export-column.ts'
import { exportRoute } from '#hub/exports/export-route.ts'
import { area } from '#hub/http/area.ts'
import { getRoute } from '#hub/http/operations.ts'
import { STOCK_REPORT, StockReportExportQuery, type StockReportRow } from '#shared/contracts/reports/stock.ts'
import { reportFile } from '../report-file.ts'
import { complete, pageOfStockReport, readStockReport } from './stock-report.ts'

const tag = 'Reports'
const column = exportColumn<StockReportRow>

const QUANTITIES = [
  column('Product', 'Товар', (row) => row.name),
  column('Code', 'Код', (row) => row.code),
  column('Opening stock', 'Начальный остаток', (row) => row.openingQuantity),
  column('Received', 'Приход', (row) => row.inQuantity),
  column('Issued', 'Расход', (row) => row.outQuantity),
  column('Closing stock', 'Конечный остаток', (row) => row.closingQuantity),
  column('Reserved', 'В резерве', (row) => row.reserve),
  column('Incoming', 'Ожидается', (row) => row.inTransit),
  column('Available', 'Доступно', (row) => row.quantity),
  column('Minimum stock', 'Минимальный остаток', (row) => row.minStock),
  column('Average daily sales', 'Средние продажи в день', (row) => row.averageDailySales),
  column('Days of stock', 'Хватит на, дней', (row) => row.daysOfStock),
  column('Days in stock', 'Дней в наличии', (row) => row.daysInStock),
  column('Dead stock', 'Неликвид', (row) => row.isDead),
  column('Selling price', 'Цена продажи', (row) => row.salePrice),
]
const STORE = column('Store', 'Склад', (row) => row.storeName)
const COSTS = [
  column('Opening value', 'Сумма на начало', (row) => row.openingSum ?? null),
  column('Received value', 'Сумма прихода', (row) => row.inSum ?? null),
  column('Issued value', 'Сумма расхода', (row) => row.outSum ?? null),
  column('Revaluation', 'Переоценка', (row) => row.revaluation ?? null),
  column('Closing value', 'Сумма на конец', (row) => row.closingSum ?? null),
  column('Cost', 'Себестоимость', (row) => row.price ?? null),
  column('Average stock', 'Средний запас', (row) => row.averageStock ?? null),
  column('Turnover rate', 'Оборачиваемость, раз', (row) => row.turnoverRatio ?? null),
  column('Turnover, days', 'Оборачиваемость, дней', (row) => row.turnoverDays ?? null),
  column('GMROI', 'GMROI', (row) => row.gmroi ?? null),
]

export const stockReportRoutes = area(
  getRoute({
    ...STOCK_REPORT,
    may: 'inventory.view',
    stores: 'own',
    tag,
    summary: 'Report on stock: both ends of a period, what moved and how fast it sells',
    read: async (tx, { query, actor }) => {
      const who = await actor()
      return pageOfStockReport(tx, await readStockReport(tx, query, { actor: who, page: query }), query, who)
    },
    present: (report) => report,
  }),
  exportRoute({
    base: STOCK_REPORT.path,
    may: 'inventory.export',
    stores: 'own',
    tag,
    noun: 'the report on stock',
    description: 'Costs are included only for users who may see them.',
    query: StockReportExportQuery,
    file: async (tx, query, actor) => {
      const { days, rows } = await readStockReport(tx, query, { actor, page: null })
      return reportFile(tx, {
        title: { en: 'Stock report', ru: 'Отчёт об остатках' },
        rows: await complete(tx, rows, days),
        requested: query,
        days,
        columns: [
          ...(query.perStore ? [STORE] : []),
          ...QUANTITIES,
          ...(actor.permissions.has('costs.view') ? COSTS : []),
        ],
      })
    },
  }),
)
