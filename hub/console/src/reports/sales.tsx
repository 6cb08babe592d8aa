import {
  EXPORT_SALES_REPORT,
  SALES_GROUPINGS,
  SALES_REPORT,
  type SalesFigures,
} from '#shared/contracts/reports/sales.ts'
import { type Figure, report } from '../kinds/report/report-definition.ts'
import { prepareReport, ReportPage } from '../kinds/report/report-page.tsx'
import { detailOfSold, drillDowns, keyOfSold, nameOfSold, SOLD_FILTERS } from './sold.ts'

const paid = (way: 'cash' | 'card' | 'qr' | 'bonus' | 'other'): Figure => ({
  id: way,
  kind: 'money',
  isHidden: true,
  of: ({ payments }: SalesFigures) => payments?.[way],
})

const sales = report({
  endpoint: SALES_REPORT,
  texts: 'salesReport',
  period: 'last30',
  choices: [{ name: 'groupBy', options: SALES_GROUPINGS }],
  filters: SOLD_FILTERS,
  nameOf: nameOfSold,
  keyOf: keyOfSold,
  behind: drillDowns,
  main: 'netSum',
  isCompared: true,
  detailOf: detailOfSold,
  figures: [
    { id: 'netSum', kind: 'money', sort: 'netSum' },
    { id: 'share', kind: 'percent' },
    { id: 'receipts', kind: 'count', sort: 'receipts' },
    { id: 'returns', kind: 'count', sort: 'returns' },
    { id: 'quantity', kind: 'quantity', sort: 'quantity' },
    { id: 'averageReceipt', kind: 'money', sort: 'averageReceipt' },
    { id: 'unitsPerReceipt', kind: 'decimal', sort: 'unitsPerReceipt', isHidden: true },
    { id: 'discountSum', kind: 'money', sort: 'discountSum' },
    { id: 'grossSum', kind: 'money', sort: 'grossSum', isHidden: true },
    { id: 'roundingSum', kind: 'money', isHidden: true },
    { id: 'vatSum', kind: 'money', sort: 'vatSum', isHidden: true },
    ...(['cash', 'card', 'qr', 'bonus', 'other'] as const).map(paid),
  ],
  export: { endpoint: EXPORT_SALES_REPORT, may: 'sales.export' },
})

export const prepare = prepareReport(sales)
export const Page = () => <ReportPage definition={sales} />
