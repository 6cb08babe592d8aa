import { z } from 'zod'
import { AmountOut, CostOut, QuantityOut } from '#shared/money/wire.ts'
import { BooleanQuery, CostPending, Count, Day, listQuery, Position } from '../common.ts'
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
  sellPrice: AmountOut.meta({ description: 'On average; 0 where nothing was sold' }),
  sellSum: AmountOut.meta({ description: 'After discounts, without what was paid with points' }),
  sellCost: CostOut.optional().meta({ description: 'On average. Costs: only for those who may see them' }),
  sellCostSum: CostOut.optional(),
  returnQuantity: QuantityOut,
  returnPrice: AmountOut,
  returnSum: AmountOut,
  returnCost: CostOut.optional(),
  returnCostSum: CostOut.optional(),
  discountSum: AmountOut.meta({ description: 'Less that of returns; sums have it taken off already' }),
  bonusSum: AmountOut.meta({ description: 'Paid with points, less what was given back so' }),
  netRevenue: AmountOut.meta({ description: 'sellSum − returnSum' }),
  netCost: CostOut.optional().meta({ description: 'sellCostSum − returnCostSum' }),
  profit: CostOut.optional().meta({ description: 'netRevenue − netCost' }),
  margin: Ratio.optional().meta({ description: 'profit by netCost, to 4 places; 0 when there is no cost' }),
  salesMargin: Ratio.optional().meta({
    description: 'profit by netRevenue, to 4 places; 0 when there is no revenue',
  }),
}
const ProfitFigures = z.object(figures).meta({ id: 'ProfitReportFigures' })
export type ProfitFigures = z.infer<typeof ProfitFigures>

export const ProfitReportRow = z
  .object({
    ...rowFields,
    ...figures,
    compared: ProfitFigures.nullable().meta({ description: 'In the second period' }),
  })
  .meta({ id: 'ProfitReportRow' })
export type ProfitReportRow = z.infer<typeof ProfitReportRow>

/** The cost of earlier sales: goods that came in after they had been sold. */
const EarlierSales = z
  .object({
    netCost: CostOut.meta({
      description: 'What they have cost more than was booked for them when they were sold; below 0: less',
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
    ...{ page: Position, pageSize: Position, total: Count },
    totals: ProfitFigures,
    compared: SecondPeriod.meta({ description: 'The second period; null: none was asked for' }),
    costPending: CostPending.optional(),
    earlierSales: EarlierSales.nullable().optional().meta({
      description:
        'A row of its own, not in the totals; null where the report is of some sales. Only for those who may see costs',
    }),
  })
  .meta({ id: 'ProfitReport' })
export type ProfitReport = z.infer<typeof ProfitReport>

const asked = {
  groupBy: z.enum(PROFIT_GROUPINGS).default('product'),
  excludeVat: BooleanQuery.prefault('false').meta({ description: 'Takes the VAT off all sums' }),
  ...PERIOD,
  ...SECOND_PERIOD,
  ...SOLD_FILTERS,
}
/** Who may not see costs may not sort by them. */
export const COST_FIGURES = [
  ...(['sellCost', 'sellCostSum', 'returnCost', 'returnCostSum', 'netCost', 'profit', 'margin'] as const),
  ...(['salesMargin'] as const),
] as const
const list = listQuery([
  ...(['name', 'key', 'sellQuantity', 'sellSum', 'returnQuantity', 'returnSum', 'discountSum'] as const),
  ...(['netRevenue', ...COST_FIGURES] as const),
]).omit({ search: true })
export const ProfitReportQuery = list.extend(asked)
export type ProfitReportQuery = z.output<typeof ProfitReportQuery>
export const ProfitReportExportQuery = z.object({ sort: list.shape.sort, ...asked, ...ExportQuery.shape })

const base = '/api/reports/profit'
export const PROFIT_REPORT = endpoint({
  method: 'get',
  path: base,
  query: ProfitReportQuery,
  answer: ProfitReport,
})
export const EXPORT_PROFIT_REPORT = exportOf({ base }, ProfitReportExportQuery)
