import { exportColumn } from '#hub/exports/export-column.ts'
import { exportRoute } from '#hub/exports/export-route.ts'
import { area } from '#hub/http/area.ts'
import { getRoute } from '#hub/http/operations.ts'
import {
  PROFIT_REPORT,
  type ProfitFigures,
  ProfitReportExportQuery,
} from '#shared/contracts/reports/profit.ts'
import { soldFile } from '../sold/file.ts'
import { presentEarlierSales, presentProfitReport, readProfitReport } from './profit-report.ts'

const tag = 'Reports'
const column = exportColumn<ProfitFigures>

const SOLD = [
  column('Sold', 'Продано', (row) => row.sellQuantity),
  column('Average price', 'Средняя цена', (row) => row.sellPrice),
  column('Sales amount', 'Сумма продаж', (row) => row.sellSum),
  column('Returned', 'Возвращено', (row) => row.returnQuantity),
  column('Average price of returns', 'Средняя цена возвратов', (row) => row.returnPrice),
  column('Refunds', 'Сумма возвратов', (row) => row.returnSum),
  column('Discount', 'Скидка', (row) => row.discountSum),
  column('Paid with points', 'Оплачено баллами', (row) => row.bonusSum),
  column('Revenue', 'Выручка', (row) => row.netRevenue),
]
const COSTS = [
  column('Unit cost of sales', 'Себестоимость единицы', (row) => row.sellCost ?? null),
  column('Cost of sales', 'Себестоимость продаж', (row) => row.sellCostSum ?? null),
  column('Unit cost of returns', 'Себестоимость единицы возврата', (row) => row.returnCost ?? null),
  column('Cost of returns', 'Себестоимость возвратов', (row) => row.returnCostSum ?? null),
  column('Cost', 'Себестоимость', (row) => row.netCost ?? null),
  column('Profit', 'Прибыль', (row) => row.profit ?? null),
  column('Markup', 'Наценка', (row) => row.margin ?? null),
  column('Margin', 'Рентабельность продаж', (row) => row.salesMargin ?? null),
]

export const profitReportRoutes = area(
  getRoute({
    ...PROFIT_REPORT,
    may: 'sales.view',
    stores: 'own',
    tag,
    summary: 'Report on profit',
    description:
      'Posted retail sales, returns and shipments. A return counts on the day of the return, at the cost of the returned goods.',
    read: async (tx, { query, actor }) => ({
      query,
      report: await readProfitReport(tx, query, { actor: await actor(), page: query }),
    }),
    present: ({ query, report }, actor) => presentProfitReport(report, query, actor),
  }),
  exportRoute({
    base: PROFIT_REPORT.path,
    may: 'sales.export',
    stores: 'own',
    tag,
    noun: 'the report on profit',
    description: 'Costs are included only for users who may see them.',
    query: ProfitReportExportQuery,
    file: async (tx, query, actor) => {
      const report = await readProfitReport(tx, query, { actor, page: null })
      const earlier = presentEarlierSales(report.earlierSalesCost)
      return soldFile(tx, {
        title: { en: 'Profit report', ru: 'Отчёт о прибыли' },
        groupBy: query.groupBy,
        report,
        requested: query,
        figures: [...SOLD, ...(actor.permissions.has('costs.view') ? COSTS : [])],
        besides: earlier
          ? {
              name: { en: 'Cost of earlier sales', ru: 'Себестоимость продаж прошлых периодов' },
              figures: earlier as ProfitFigures,
            }
          : undefined,
      })
    },
  }),
)
