import { z } from 'zod'
import { AmountOut, CostOut, QuantityOut } from '#shared/money/wire.ts'
import {
  BooleanQuery,
  CostPending,
  Count,
  Day,
  Id,
  IdsQuery,
  integerQuery,
  listQuery,
  Position,
} from '../common.ts'
import { endpoint, exportOf } from '../endpoint.ts'
import { ExportQuery } from '../exports.ts'
import { StockMode } from '../inventory/stock.ts'
import { PERIOD } from './sold.ts'

/** Sums at cost, and what is worked out of them: only for those who may see costs. */
const costs = {
  openingSum: CostOut.optional().meta({ description: 'quantity × average cost' }),
  inSum: CostOut.optional(),
  outSum: CostOut.optional(),
  closingSum: CostOut.optional(),
  revaluation: CostOut.optional().meta({
    description: 'closingSum − (openingSum + inSum − outSum): rounding, and what was sold before it came in',
  }),
  price: CostOut.optional().meta({
    description: 'closingSum by what is there, else the cost of the product',
  }),
  averageStock: CostOut.optional().meta({ description: 'Mean of the closing sums of all days' }),
  turnoverRatio: z.number().nullable().optional().meta({ description: 'Cost of sales by averageStock' }),
  turnoverDays: z.number().nullable().optional().meta({ description: 'Days of the period by turnoverRatio' }),
  gmroi: z.number().nullable().optional().meta({ description: 'Profit by averageStock' }),
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
    reserve: QuantityOut.meta({ description: 'In drafts of demands and of retail sales, now' }),
    inTransit: QuantityOut.meta({ description: 'In drafts of supplies and of transfers to the store, now' }),
    quantity: QuantityOut.meta({ description: 'What is available: closingQuantity − reserve' }),
    salePrice: AmountOut.meta({ description: 'As it is now' }),
    minStock: QuantityOut.nullable(),
    averageDailySales: QuantityOut,
    daysOfStock: z.number().nullable().meta({
      description: 'How long it will do: null when it does not sell, 0 when there is none',
    }),
    daysInStock: z.number().nullable().meta({ description: 'Age of what is there, weighted by quantity' }),
    isDead: z.boolean().meta({ description: 'It has lain there without going out for `deadAfterDays`' }),
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
    ...{ page: Position, pageSize: Position, total: Count },
    totals: StockReportTotals,
    costPending: CostPending.optional(),
  })
  .meta({ id: 'StockReport' })
export type StockReport = z.infer<typeof StockReport>

const Days = integerQuery(1, 400)
const asked = {
  perStore: BooleanQuery.prefault('false').meta({ description: 'A row for each product in each store' }),
  stockMode: StockMode.default('all').meta({
    description: 'By closingQuantity; all also has goods that have never moved',
  }),
  isDead: BooleanQuery.optional(),
  storeIds: IdsQuery,
  productGroupIds: IdsQuery.meta({
    description: 'Ids of groups separated by commas; each with all groups below it',
    type: 'string',
  }),
  supplierId: Id.optional(),
  ...PERIOD,
  salesDays: Days.default(30).meta({
    description: 'Days up to the last one of which daily sales are the mean',
  }),
  deadAfterDays: Days.default(60),
}
/** Who may not see costs may not sort by them. */
export const STOCK_COST_FIGURES = [
  ...(['openingSum', 'inSum', 'outSum', 'closingSum', 'averageStock'] as const),
  ...(['turnoverRatio', 'turnoverDays', 'gmroi'] as const),
] as const
const list = listQuery([
  ...(['name', 'openingQuantity', 'inQuantity', 'outQuantity', 'closingQuantity', 'quantity'] as const),
  ...(['averageDailySales', 'daysOfStock', ...STOCK_COST_FIGURES] as const),
]).omit({ search: true })
export const StockReportQuery = list.extend(asked)
export type StockReportQuery = z.output<typeof StockReportQuery>
export const StockReportExportQuery = z.object({ sort: list.shape.sort, ...asked, ...ExportQuery.shape })

const base = '/api/reports/stock'
export const STOCK_REPORT = endpoint({
  method: 'get',
  path: base,
  query: StockReportQuery,
  answer: StockReport,
})
export const EXPORT_STOCK_REPORT = exportOf({ base }, StockReportExportQuery)
