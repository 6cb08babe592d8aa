import { z } from 'zod'
import { Count, Day, Id, integerQuery, Position } from '#shared/domain/fields.ts'
import { AmountOut, CostOut, QuantityOut } from '#shared/money/wire.ts'
import { BooleanQuery, CostPending, IdsQuery, listQuery } from '../common.ts'
import { endpoint, exportOf } from '../endpoint.ts'
import { ExportQuery } from '../exports.ts'
import { StockMode } from '../inventory/stock.ts'
import { PERIOD } from './sold.ts'

/** Values of stock at cost and figures derived from them, only for users who may see costs. */
const costs = {
  openingSum: CostOut.optional().meta({ description: 'quantity × average cost' }),
  inSum: CostOut.optional(),
  outSum: CostOut.optional(),
  closingSum: CostOut.optional(),
  revaluation: CostOut.optional().meta({
    description: 'closingSum − (openingSum + inSum − outSum): rounding, and goods sold before they came in',
  }),
  price: CostOut.optional().meta({
    description: 'closingSum divided by the stock, else the cost of the product',
  }),
  averageStock: CostOut.optional().meta({ description: 'Mean of the closing sums of all days' }),
  turnoverRatio: z
    .number()
    .nullable()
    .optional()
    .meta({ description: 'Cost of sales divided by averageStock' }),
  turnoverDays: z
    .number()
    .nullable()
    .optional()
    .meta({ description: 'Days of the period divided by turnoverRatio' }),
  gmroi: z.number().nullable().optional().meta({ description: 'Profit divided by averageStock' }),
}
const quantities = {
  openingQuantity: QuantityOut,
  inQuantity: QuantityOut,
  outQuantity: QuantityOut,
  closingQuantity: QuantityOut,
}

export const StockReportRow = z
  .object({
    productId: Id,
    name: z.string(),
    code: z.string(),
    storeId: Id.nullable().meta({ description: 'null: all stores together' }),
    storeName: z.string().nullable(),
    ...quantities,
    ...costs,
    reserve: QuantityOut.meta({ description: 'Present quantity in drafts of shipments and of retail sales' }),
    inTransit: QuantityOut.meta({
      description: 'Present quantity in drafts of purchases and of transfers to the store',
    }),
    quantity: QuantityOut.meta({ description: 'Available quantity: closingQuantity − reserve' }),
    salePrice: AmountOut.meta({ description: 'Present price' }),
    minStock: QuantityOut.nullable(),
    averageDailySales: QuantityOut,
    daysOfStock: z.number().nullable().meta({
      description: 'Days that the stock lasts: null when the product does not sell, 0 without stock',
    }),
    daysInStock: z.number().nullable().meta({ description: 'Age of the stock, weighted by quantity' }),
    isDead: z.boolean().meta({ description: 'true: in stock, and nothing went out for `deadAfterDays`' }),
    behind: z.record(z.string(), z.string()).meta({ description: 'Query of GET /api/inventory/movements' }),
  })
  .meta({ id: 'StockReportRow' })
export type StockReportRow = z.infer<typeof StockReportRow>

const { revaluation: _, price: __, ...summed } = costs
const StockReportTotals = z
  .object({ ...quantities, ...summed, revaluation: costs.revaluation })
  .meta({ id: 'StockReportTotals' })
export type StockReportTotals = z.infer<typeof StockReportTotals>

export const StockReport = z
  .object({
    from: Day,
    to: Day,
    items: z.array(StockReportRow),
    page: Position,
    pageSize: Position,
    total: Count,
    totals: StockReportTotals,
    costPending: CostPending.optional(),
  })
  .meta({ id: 'StockReport' })
export type StockReport = z.infer<typeof StockReport>

const Days = integerQuery(1, 400)
const queryFields = {
  perStore: BooleanQuery.prefault('false').meta({
    description: 'true: one row for each product in each store',
  }),
  stockMode: StockMode.default('all').meta({
    description: 'Filter by closingQuantity; all also includes goods that never moved',
  }),
  isDead: BooleanQuery.optional(),
  storeIds: IdsQuery,
  productGroupIds: IdsQuery.meta({
    description: 'Ids of groups separated by commas; includes all groups below each',
    type: 'string',
  }),
  supplierId: Id.optional(),
  ...PERIOD,
  salesDays: Days.default(30).meta({
    description: 'Number of days up to the last one that daily sales are averaged over',
  }),
  deadAfterDays: Days.default(60),
}
/** Figures by which only users who may see costs can sort. */
export const STOCK_COST_FIGURES = [
  ...(['openingSum', 'inSum', 'outSum', 'closingSum', 'averageStock'] as const),
  ...(['turnoverRatio', 'turnoverDays', 'gmroi'] as const),
] as const
const list = listQuery([
  ...(['name', 'openingQuantity', 'inQuantity', 'outQuantity', 'closingQuantity', 'quantity'] as const),
  ...(['averageDailySales', 'daysOfStock', ...STOCK_COST_FIGURES] as const),
]).omit({ search: true })
export const StockReportQuery = list.extend(queryFields)
export type StockReportQuery = z.output<typeof StockReportQuery>
export const StockReportExportQuery = z.object({
  sort: list.shape.sort,
  ...queryFields,
  ...ExportQuery.shape,
})

const base = '/api/reports/stock'
export const STOCK_REPORT = endpoint({
  method: 'get',
  path: base,
  query: StockReportQuery,
  answer: StockReport,
})
export const EXPORT_STOCK_REPORT = exportOf({ base }, StockReportExportQuery)
