import { exportColumn } from '#hub/exports/export-column.ts'
import { exportRoute } from '#hub/exports/export-route.ts'
import { area } from '#hub/http/area.ts'
import { getRoute } from '#hub/http/operations.ts'
import { SALES_REPORT, type SalesFigures, SalesReportExportQuery } from '#shared/contracts/reports/sales.ts'
import { soldFile } from '../sold/file.ts'
import { presentSalesReport, readSalesReport } from './sales-report.ts'

const tag = 'Reports'
const column = exportColumn<SalesFigures>

const FIGURES = [
  column('Receipts', 'Чеки', (row) => row.receipts),
  column('Returns', 'Возвраты', (row) => row.returns),
  column('Quantity', 'Количество', (row) => row.quantity),
  column('Before discounts', 'До скидок', (row) => row.grossSum),
  column('Discount', 'Скидка', (row) => row.discountSum),
  column('Rounding', 'Округление', (row) => row.roundingSum),
  column('Revenue', 'Выручка', (row) => row.netSum),
  column('VAT', 'НДС', (row) => row.vatSum),
  column('Average receipt', 'Средний чек', (row) => row.averageReceipt),
  column('Units per receipt', 'Единиц в чеке', (row) => row.unitsPerReceipt),
  column('Share, %', 'Доля, %', (row) => row.share),
  column('Cash', 'Наличные', (row) => row.payments?.cash ?? null),
  column('Card', 'Карта', (row) => row.payments?.card ?? null),
  column('QR', 'QR', (row) => row.payments?.qr ?? null),
  column('Points', 'Баллы', (row) => row.payments?.bonus ?? null),
  column('Other payments', 'Другие оплаты', (row) => row.payments?.other ?? null),
]

export const salesReportRoutes = area(
  getRoute({
    ...SALES_REPORT,
    may: 'sales.view',
    stores: 'own',
    tag,
    summary: 'Report on sales',
    description: 'Posted retail sales, returns and shipments. A return counts on the day of the return.',
    read: async (tx, { query }) => presentSalesReport(await readSalesReport(tx, query, query), query),
    present: (report) => report,
  }),
  exportRoute({
    base: SALES_REPORT.path,
    may: 'sales.export',
    stores: 'own',
    tag,
    noun: 'the report on sales',
    query: SalesReportExportQuery,
    file: async (tx, query) =>
      soldFile(tx, {
        title: { en: 'Sales report', ru: 'Отчёт о продажах' },
        groupBy: query.groupBy,
        report: await readSalesReport(tx, query, null),
        figures: FIGURES,
        requested: query,
      }),
  }),
)
