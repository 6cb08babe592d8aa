import { z } from 'zod'
import { Count, Day, Position } from '#shared/domain/fields.ts'
import { AmountOut, PercentOut, QuantityOut } from '#shared/money/wire.ts'
import { listQuery } from '../common.ts'
import { endpoint, exportOf } from '../endpoint.ts'
import { ExportQuery } from '../exports.ts'
import { PERIOD, rowFields, SECOND_PERIOD, SOLD_FILTERS } from './sold.ts'

export const SALES_GROUPINGS = [
  ...(['product', 'productGroup', 'store', 'retailPoint', 'cashier', 'customer'] as const),
  ...(['hour', 'weekday', 'day', 'week', 'month', 'paymentType'] as const),
] as const

const figures = {
  receipts: Count.meta({ description: 'Number of sales and shipments' }),
  returns: Count,
  quantity: QuantityOut.nullable().meta({ description: 'Sales less returns; null by paymentType' }),
  grossSum: AmountOut.nullable().meta({ description: 'Before discounts; null by paymentType' }),
  discountSum: AmountOut.nullable(),
  roundingSum: AmountOut.nullable(),
  netSum: AmountOut.meta({
    description: 'grossSum − discountSum + roundingSum, less refunds. By paymentType: payments of this type',
  }),
  vatSum: AmountOut.nullable(),
  averageReceipt: AmountOut.nullable().meta({
    description: 'netSum of sales divided by their number; null without sales',
  }),
  unitsPerReceipt: QuantityOut.nullable(),
  share: PercentOut.nullable().meta({ description: 'Share of the netSum of all rows; null when that is 0' }),
  payments: z
    .object({ cash: AmountOut, card: AmountOut, qr: AmountOut, bonus: AmountOut, other: AmountOut })
    .nullable()
    .meta({
      description:
        'Payments of netSum; other: in other tenders, or still owed. null when products are selected',
    }),
}
const SalesFigures = z.object(figures).meta({ id: 'SalesReportFigures' })
export type SalesFigures = z.infer<typeof SalesFigures>

const SalesReportRow = z
  .object({
    ...rowFields,
    ...figures,
    compared: SalesFigures.nullable().meta({ description: 'Figures in the second period' }),
  })
  .meta({ id: 'SalesReportRow' })

const SecondPeriod = z.object({ from: Day, to: Day, totals: SalesFigures }).nullable()
export const SalesReport = z
  .object({
    from: Day,
    to: Day,
    groupBy: z.enum(SALES_GROUPINGS),
    items: z.array(SalesReportRow),
    page: Position,
    pageSize: Position,
    total: Count,
    totals: SalesFigures,
    compared: SecondPeriod.meta({ description: 'Second period; null: none was requested' }),
  })
  .meta({ id: 'SalesReport' })
export type SalesReport = z.infer<typeof SalesReport>

const queryFields = {
  groupBy: z.enum(SALES_GROUPINGS).default('product'),
  ...PERIOD,
  ...SECOND_PERIOD,
  ...SOLD_FILTERS,
}
const list = listQuery([
  ...(['name', 'key', 'receipts', 'returns', 'quantity', 'grossSum', 'discountSum', 'netSum'] as const),
  ...(['vatSum', 'averageReceipt', 'unitsPerReceipt'] as const),
]).omit({ search: true })
export const SalesReportQuery = list.extend(queryFields)
export type SalesReportQuery = z.output<typeof SalesReportQuery>
export const SalesReportExportQuery = z.object({
  sort: list.shape.sort,
  ...queryFields,
  ...ExportQuery.shape,
})

const base = '/api/reports/sales'
export const SALES_REPORT = endpoint({
  method: 'get',
  path: base,
  query: SalesReportQuery,
  answer: SalesReport,
})
export const EXPORT_SALES_REPORT = exportOf({ base }, SalesReportExportQuery)
