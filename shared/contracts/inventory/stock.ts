import { z } from 'zod'
import { Count, Day, Id, UtcTime } from '#shared/domain/fields.ts'
import { AmountOut, CostOut, QuantityOut } from '#shared/money/wire.ts'
import { BooleanQuery, CostPending, listQuery, pageOf, SearchText } from '../common.ts'
import { endpoint, exportOf } from '../endpoint.ts'
import { ExportQuery } from '../exports.ts'

/** Number of rows up to which the total of a list is exact, unless the query requests an exact total. */
export const COUNTED_STOCK = 10_000

export const StockRow = z
  .object({
    productId: Id,
    productName: z.string(),
    code: z.string(),
    article: z.string().nullable(),
    barcode: z.string().nullable(),
    groupPath: z.string().nullable().meta({ description: 'Names of groups, joined by /' }),
    unitName: z.string(),
    storeId: Id,
    storeName: z.string(),
    quantity: QuantityOut,
    reserved: QuantityOut.optional().meta({
      description: 'Quantity in drafts of shipments and of retail sales',
    }),
    available: QuantityOut.optional().meta({ description: 'quantity − reserved' }),
    daysInStock: z.number().nullable().optional().meta({
      description: 'Age of the stock, weighted by quantity, first in, first out; null without stock',
    }),
    minStock: QuantityOut.nullable().meta({
      description: 'Minimum of the store, else of all stores together',
    }),
    averageCost: CostOut.optional(),
    costSum: CostOut.optional(),
    costPending: CostPending.optional(),
    retailPrice: AmountOut.meta({ description: 'Present price' }),
    retailSum: AmountOut,
    lastMovementAt: UtcTime.nullable().meta({
      description: 'null: the product has never moved in the store',
    }),
  })
  .meta({ id: 'StockRow' })
export type StockRow = z.infer<typeof StockRow>
const StockPage = pageOf(StockRow, 'StockPage').extend({
  isTotalExact: z.boolean().meta({ description: 'false: there are more than total' }),
  next: z.string().nullable().meta({ description: 'Value for `after`; null: this was the last page' }),
})

export const StockTotals = z
  .object({
    positions: Count.meta({ description: 'Number of products by store' }),
    quantity: QuantityOut,
    costSum: CostOut.optional().meta({ description: 'Only for users who may see costs' }),
    costPending: CostPending.optional(),
    retailSum: AmountOut,
  })
  .meta({ id: 'StockTotals' })
export type StockTotals = z.infer<typeof StockTotals>

export const StockMode = z.enum(['all', 'positiveOnly', 'negativeOnly', 'empty', 'nonEmpty', 'underMinimum'])
export type StockMode = z.infer<typeof StockMode>

const filters = {
  search: SearchText.optional().meta({
    description:
      'Words of name, code and article, or the beginning of a barcode. A list shows at most 2000 matching products',
  }),
  storeId: Id.optional(),
  productId: Id.optional(),
  productGroupId: Id.optional().meta({ description: 'Group, including all groups below it' }),
  stockMode: StockMode.default('all').meta({
    description:
      'all, empty and underMinimum also list products that never moved, in the requested store, otherwise in the default one. underMinimum: less than the minimum of the store, or of all stores together',
  }),
  asOf: z
    .union([Day, UtcTime])
    .optional()
    .meta({ description: 'Returns the stock at a moment, or at the end of a day of the organization' }),
}
export const StockFilters = z.object(filters)
export type StockFilters = z.output<typeof StockFilters>

const withReserved = BooleanQuery.prefault('false').meta({
  description: 'true: adds the quantities that drafts reserve now; not together with asOf',
})
const withDaysInStock = BooleanQuery.prefault('false').meta({
  description: 'true: adds the age of the stock in days',
})
export const StockListQuery = listQuery(['productName', 'code', 'quantity', 'lastMovementAt'])
  .extend(filters)
  .extend({
    after: z
      .string()
      .transform((value) => value.split(':'))
      .pipe(z.tuple([Id, Id]))
      .transform(([storeId, productId]) => ({ storeId, productId }))
      .optional()
      .meta({
        description:
          'The `next` of the previous page: continues from there, equally fast on every page. Not together with page, and only with a sort by one field',
        type: 'string',
      }),
    withReserved,
    withDaysInStock,
    exactTotal: BooleanQuery.prefault('false').meta({
      description: `true: counts beyond ${COUNTED_STOCK}`,
    }),
  })
export type StockListQuery = z.output<typeof StockListQuery>
export const StockExportQuery = StockFilters.extend({
  withReserved,
  withDaysInStock,
  ...ExportQuery.shape,
})
export type StockExportQuery = z.output<typeof StockExportQuery>

const base = '/api/inventory/stock'
export const STOCK = endpoint({ method: 'get', path: base, query: StockListQuery, answer: StockPage })
export const STOCK_TOTALS = endpoint({
  method: 'get',
  path: `${base}/totals`,
  query: StockFilters,
  answer: StockTotals,
})
export const EXPORT_STOCK = exportOf({ base }, StockExportQuery)
