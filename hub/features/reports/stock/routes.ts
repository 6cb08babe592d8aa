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
  column('Opening stock', 'Остаток на начало', (row) => row.openingQuantity),
  column('In', 'Приход', (row) => row.inQuantity),
  column('Out', 'Расход', (row) => row.outQuantity),
  column('Closing stock', 'Остаток на конец', (row) => row.closingQuantity),
  column('Reserve', 'Резерв', (row) => row.reserve),
  column('In transit', 'Ожидается', (row) => row.inTransit),
  column('Available', 'Доступно', (row) => row.quantity),
  column('Min stock', 'Неснижаемый остаток', (row) => row.minStock),
  column('Sales a day', 'Продажи в день', (row) => row.averageDailySales),
  column('Days of stock', 'Хватит на дней', (row) => row.daysOfStock),
  column('Days in stock', 'Дней на складе', (row) => row.daysInStock),
  column('Dead', 'Неликвид', (row) => row.isDead),
  column('Retail price', 'Розничная цена', (row) => row.salePrice),
]
const STORE = column('Store', 'Склад', (row) => row.storeName)
const COSTS = [
  column('Opening sum', 'Сумма на начало', (row) => row.openingSum ?? null),
  column('In, sum', 'Сумма прихода', (row) => row.inSum ?? null),
  column('Out, sum', 'Сумма расхода', (row) => row.outSum ?? null),
  column('Revaluation', 'Переоценка', (row) => row.revaluation ?? null),
  column('Closing sum', 'Сумма на конец', (row) => row.closingSum ?? null),
  column('Cost', 'Себестоимость', (row) => row.price ?? null),
  column('Average stock', 'Средний запас', (row) => row.averageStock ?? null),
  column('Turnover', 'Оборачиваемость, раз', (row) => row.turnoverRatio ?? null),
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
    description: 'Costs only for those who may see them.',
    query: StockReportExportQuery,
    file: async (tx, query, actor) => {
      const { days, rows } = await readStockReport(tx, query, { actor, page: null })
      return reportFile(tx, {
        title: { en: 'Stock report', ru: 'Отчёт об остатках' },
        ...{ rows: await complete(tx, rows, days), asked: query, days },
        columns: [
          ...(query.perStore ? [STORE] : []),
          ...QUANTITIES,
          ...(actor.permissions.has('costs.view') ? COSTS : []),
        ],
      })
    },
  }),
)
