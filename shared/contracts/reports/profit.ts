import { z } from 'zod'
import { Count, Day, Position } from '#shared/domain/fields.ts'
import { AmountOut, CostOut, QuantityOut } from '#shared/money/wire.ts'
import { BooleanQuery, CostPending, listQuery } from '../common.ts'
import { endpoint, exportOf } from '../endpoint.ts'
import { ExportQuery } from '../exports.ts'
import { PERIOD, rowFields, SECOND_PERIOD, SOLD_FILTERS } from './sold.ts'

export const PROFIT_GROUPINGS = [
  ...([
    'product',
    'productGroup',
    'store',
    'retailPoint',
    'employee',
    'counterparty',
    'day',
    'month',
  ] as const),
] as const

const Ratio = z.number()
const figures = {
  sellQuantity: QuantityOut,
  sellPrice: AmountOut.meta({ description: 'Average; 0 without sales' }),
  sellSum: AmountOut.meta({ description: 'After discounts, without payments in points' }),
  sellCost: CostOut.optional().meta({ description: 'Average. Costs are only for users who may see them' }),
  sellCostSum: CostOut.optional(),
  returnQuantity: QuantityOut,
  returnPrice: AmountOut,
  returnSum: AmountOut,
  returnCost: CostOut.optional(),
  returnCostSum: CostOut.optional(),
  discountSum: AmountOut.meta({
    description: 'Discounts of sales less those of returns; already deducted from sums',
  }),
  bonusSum: AmountOut.meta({ description: 'Payments in points less refunds in points' }),
  netRevenue: AmountOut.meta({ description: 'sellSum − returnSum' }),
  netCost: CostOut.optional().meta({ description: 'sellCostSum − returnCostSum' }),
  profit: CostOut.optional().meta({ description: 'netRevenue − netCost' }),
  margin: Ratio.optional().meta({ description: 'profit by netCost, to 4 places; 0 without cost' }),
  salesMargin: Ratio.optional().meta({
    description: 'profit by netRevenue, to 4 places; 0 without revenue',
  }),
}
const ProfitFigures = z.object(figures).meta({ id: 'ProfitReportFigures' })
export type ProfitFigures = z.infer<typeof ProfitFigures>

const ProfitReportRow = z
  .object({
    ...rowFields,
    ...figures,
    compared: ProfitFigures.nullable().meta({ description: 'Figures in the second period' }),
  })
  .meta({ id: 'ProfitReportRow' })

/** Cost of goods that were received only after they had been sold. */
const EarlierSales = z
  .object({
    netCost: CostOut.meta({
      description: 'Actual cost less the cost booked when they were sold; may be below 0',
    }),
    profit: CostOut.meta({ description: '− netCost' }),
  })
  .meta({ id: 'ProfitReportEarlierSales' })

const SecondPeriod = z.object({ from: Day, to: Day, totals: ProfitFigures }).nullable()
export const ProfitReport = z
  .object({
    from: Day,
    to: Day,
    groupBy: z.enum(PROFIT_GROUPINGS),
    items: z.array(ProfitReportRow),
    page: Position,
    pageSize: Position,
    total: Count,
    totals: ProfitFigures,
    compared: SecondPeriod.meta({ description: 'Second period; null: none was requested' }),
    costPending: CostPending.optional(),
    earlierSales: EarlierSales.nullable().optional().meta({
      description:
        'Separate row, not in the totals; null when filters restrict the report. Only for users who may see costs',
    }),
  })
  .meta({ id: 'ProfitReport' })
export type ProfitReport = z.infer<typeof ProfitReport>

const queryFields = {
  groupBy: z.enum(PROFIT_GROUPINGS).default('product'),
  excludeVat: BooleanQuery.prefault('false').meta({ description: 'true: deducts VAT from all sums' }),
  ...PERIOD,
  ...SECOND_PERIOD,
  ...SOLD_FILTERS,
}
/** Figures by which only users who may see costs can sort. */
export const COST_FIGURES = [
  ...(['sellCost', 'sellCostSum', 'returnCost', 'returnCostSum', 'netCost', 'profit', 'margin'] as const),
  ...(['salesMargin'] as const),
] as const
const list = listQuery([
  ...(['name', 'key', 'sellQuantity', 'sellSum', 'returnQuantity', 'returnSum', 'discountSum'] as const),
  ...(['netRevenue', ...COST_FIGURES] as const),
]).omit({ search: true })
export const ProfitReportQuery = list.extend(queryFields)
export type ProfitReportQuery = z.output<typeof ProfitReportQuery>
export const ProfitReportExportQuery = z.object({
  sort: list.shape.sort,
  ...queryFields,
  ...ExportQuery.shape,
})

const base = '/api/reports/profit'
export const PROFIT_REPORT = endpoint({
  method: 'get',
  path: base,
  query: ProfitReportQuery,
  answer: ProfitReport,
})
export const EXPORT_PROFIT_REPORT = exportOf({ base }, ProfitReportExportQuery)
