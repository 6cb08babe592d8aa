import { EXPORT_PROFIT_REPORT, PROFIT_GROUPINGS, PROFIT_REPORT } from '#shared/contracts/reports/profit.ts'
import { report } from '../kinds/report/report-definition.ts'
import { prepareReport, ReportPage } from '../kinds/report/report-page.tsx'
import { detailOfSold, drillDowns, keyOfSold, nameOfSold, SOLD_FILTERS } from './sold.ts'

const COSTS = { may: 'costs.view' } as const

const profit = report({
  endpoint: PROFIT_REPORT,
  texts: 'profitReport',
  period: 'last30',
  choices: [{ name: 'groupBy', options: PROFIT_GROUPINGS }],
  filters: [...SOLD_FILTERS, { name: 'excludeVat', kind: 'yes-no' }],
  nameOf: nameOfSold,
  keyOf: keyOfSold,
  behind: drillDowns,
  main: 'netRevenue',
  isCompared: true,
  detailOf: detailOfSold,
  figures: [
    { id: 'netRevenue', kind: 'money', sort: 'netRevenue' },
    { id: 'netCost', kind: 'money', sort: 'netCost', ...COSTS },
    { id: 'profit', kind: 'money', sort: 'profit', ...COSTS },
    { id: 'salesMargin', kind: 'ratio', sort: 'salesMargin', ...COSTS },
    { id: 'margin', kind: 'ratio', sort: 'margin', ...COSTS },
    { id: 'sellQuantity', kind: 'quantity', sort: 'sellQuantity' },
    { id: 'returnQuantity', kind: 'quantity', sort: 'returnQuantity' },
    { id: 'discountSum', kind: 'money', sort: 'discountSum' },
    { id: 'bonusSum', kind: 'money', isHidden: true },
    { id: 'sellPrice', kind: 'money', isHidden: true },
    { id: 'sellSum', kind: 'money', sort: 'sellSum', isHidden: true },
    { id: 'sellCost', kind: 'money', sort: 'sellCost', isHidden: true, ...COSTS },
    { id: 'sellCostSum', kind: 'money', sort: 'sellCostSum', isHidden: true, ...COSTS },
    { id: 'returnPrice', kind: 'money', isHidden: true },
    { id: 'returnSum', kind: 'money', sort: 'returnSum', isHidden: true },
    { id: 'returnCost', kind: 'money', sort: 'returnCost', isHidden: true, ...COSTS },
    { id: 'returnCostSum', kind: 'money', sort: 'returnCostSum', isHidden: true, ...COSTS },
  ],
  export: { endpoint: EXPORT_PROFIT_REPORT, may: 'sales.export' },
})

export const prepare = prepareReport(profit)
export const Page = () => <ReportPage definition={profit} />
