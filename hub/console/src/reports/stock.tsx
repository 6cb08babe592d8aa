import { StockMode } from '#shared/contracts/inventory/stock.ts'
import { EXPORT_STOCK_REPORT, STOCK_REPORT } from '#shared/contracts/reports/stock.ts'
import { COUNTERPARTY, PRODUCT_GROUP, STORE } from '../catalog/references.ts'
import { report } from '../kinds/report/report-definition.ts'
import { prepareReport, ReportPage } from '../kinds/report/report-page.tsx'

const COSTS = { may: 'costs.view' } as const

const stock = report({
  endpoint: STOCK_REPORT,
  texts: 'stockReport',
  period: 'last30',
  choices: [],
  filters: [
    {
      name: 'stockMode',
      label: 'stock.stockMode',
      kind: 'choice',
      options: StockMode.options,
      texts: 'stockMode',
    },
    { name: 'isDead', kind: 'yes-no' },
    { name: 'perStore', kind: 'yes-no' },
    { name: 'storeIds', label: 'report.storeIds', kind: 'references', to: STORE },
    { name: 'productGroupIds', label: 'report.productGroupIds', kind: 'references', to: PRODUCT_GROUP },
    { name: 'supplierId', label: 'report.supplierId', kind: 'reference', to: COUNTERPARTY },
    { name: 'salesDays', kind: 'number' },
    { name: 'deadAfterDays', kind: 'number' },
  ],
  nameOf: ({ name }) => name,
  keyOf: ({ productId, storeId }) => `${productId} ${storeId}`,
  detailOf: ({ code, storeName }) => (storeName ? `${code} · ${storeName}` : code),
  main: 'closingQuantity',
  behind: ({ behind }) => [{ key: 'movements', to: '/movements', search: behind }],
  figures: [
    { id: 'openingQuantity', kind: 'quantity', sort: 'openingQuantity' },
    { id: 'inQuantity', kind: 'quantity', sort: 'inQuantity' },
    { id: 'outQuantity', kind: 'quantity', sort: 'outQuantity' },
    { id: 'closingQuantity', kind: 'quantity', sort: 'closingQuantity' },
    { id: 'quantity', kind: 'quantity', sort: 'quantity', isHidden: true },
    { id: 'reserve', kind: 'quantity', isHidden: true },
    { id: 'inTransit', kind: 'quantity', isHidden: true },
    { id: 'closingSum', kind: 'money', sort: 'closingSum', ...COSTS },
    { id: 'averageDailySales', kind: 'decimal', sort: 'averageDailySales' },
    { id: 'daysOfStock', kind: 'decimal', sort: 'daysOfStock' },
    { id: 'turnoverDays', kind: 'decimal', sort: 'turnoverDays', ...COSTS },
    { id: 'gmroi', kind: 'decimal', sort: 'gmroi', isHidden: true, ...COSTS },
    { id: 'turnoverRatio', kind: 'decimal', sort: 'turnoverRatio', isHidden: true, ...COSTS },
    { id: 'averageStock', kind: 'money', sort: 'averageStock', isHidden: true, ...COSTS },
    { id: 'openingSum', kind: 'money', sort: 'openingSum', isHidden: true, ...COSTS },
    { id: 'inSum', kind: 'money', sort: 'inSum', isHidden: true, ...COSTS },
    { id: 'outSum', kind: 'money', sort: 'outSum', isHidden: true, ...COSTS },
    { id: 'revaluation', kind: 'money', isHidden: true, ...COSTS },
    { id: 'price', kind: 'money', isHidden: true, ...COSTS },
    { id: 'salePrice', kind: 'money', isHidden: true },
    { id: 'minStock', kind: 'quantity', isHidden: true },
    { id: 'daysInStock', kind: 'decimal', isHidden: true },
  ],
  export: { endpoint: EXPORT_STOCK_REPORT, may: 'inventory.export' },
})

export const prepare = prepareReport(stock)
export const Page = () => <ReportPage definition={stock} />
