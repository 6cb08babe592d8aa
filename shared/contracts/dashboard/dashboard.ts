import { z } from 'zod'
import { Day, Id, integerQuery, UtcTime } from '#shared/domain/fields.ts'
import { AmountOut, CostOut, QuantityOut } from '#shared/money/wire.ts'
import { CostPending } from '../common.ts'
import { endpoint } from '../endpoint.ts'

const limit = (usual: number) => integerQuery(1, 100).default(usual)
const days = (usual: number) =>
  integerQuery(1, 400)
    .default(usual)
    .meta({ description: 'Period up to today, in the time zone of the organization' })

export const LowStockItem = z
  .object({
    productId: Id,
    name: z.string(),
    code: z.string(),
    quantity: QuantityOut.meta({ description: 'Quantity in all stores together' }),
    minStock: QuantityOut,
    averageDailySales: QuantityOut.meta({ description: 'Average of the last 30 days' }),
    daysOfStock: z.number().nullable().meta({
      description: 'Days that the stock lasts: null when the product does not sell, 0 when there is no stock',
    }),
  })
  .meta({ id: 'LowStockItem' })
export type LowStockItem = z.infer<typeof LowStockItem>
export const LOW_STOCK = endpoint({
  method: 'get',
  path: '/api/dashboard/low-stock',
  query: z.object({ limit: limit(20) }),
  answer: z.object({ items: z.array(LowStockItem) }).meta({ id: 'LowStock' }),
})

const MarginAnswer = z
  .object({
    from: Day,
    to: Day,
    revenue: AmountOut,
    costSum: CostOut,
    margin: CostOut.meta({ description: 'revenue − costSum' }),
    salesMargin: z.number().meta({ description: 'margin by revenue, to 4 places; 0 without revenue' }),
    costPending: CostPending,
  })
  .meta({ id: 'DashboardMargin' })
export const MARGIN = endpoint({
  method: 'get',
  path: '/api/dashboard/margin',
  query: z.object({ days: days(30) }),
  answer: MarginAnswer,
})

export const RecentSale = z
  .object({
    id: Id,
    number: z.string(),
    receiptNumber: z.string().nullable(),
    date: UtcTime,
    isReturn: z.boolean(),
    storeId: Id,
    storeName: z.string(),
    retailPointName: z.string().nullable(),
    cashierName: z.string().nullable(),
    sum: AmountOut,
  })
  .meta({ id: 'RecentSale' })
export type RecentSale = z.infer<typeof RecentSale>
export const RecentSales = z.object({ items: z.array(RecentSale) }).meta({ id: 'RecentSales' })
export const RECENT_SALES = endpoint({
  method: 'get',
  path: '/api/dashboard/recent-sales',
  query: z.object({ limit: limit(10), storeId: Id.optional() }),
  answer: RecentSales,
})

const TopProduct = z
  .object({ productId: Id, name: z.string(), code: z.string(), quantity: QuantityOut, revenue: AmountOut })
  .meta({ id: 'TopProduct' })
export const TOP_PRODUCTS = endpoint({
  method: 'get',
  path: '/api/dashboard/top-products',
  query: z.object({ days: days(7), limit: limit(5) }),
  answer: z.object({ from: Day, to: Day, items: z.array(TopProduct) }).meta({ id: 'TopProducts' }),
})
