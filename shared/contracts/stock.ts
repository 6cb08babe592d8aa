import { z } from 'zod'
import { AmountOut, CostOut, QuantityOut } from '#shared/money/wire.ts'
import { Id, listQuery, pageOf, UtcTime } from './common.ts'

export const StockRow = z
  .object({
    productId: Id,
    productName: z.string(),
    code: z.string(),
    article: z.string().nullable(),
    unitName: z.string(),
    storeId: Id,
    storeName: z.string(),
    quantity: QuantityOut,
    minStock: QuantityOut.nullable(),
    averageCost: CostOut.optional(),
    costSum: CostOut.optional(),
    retailPrice: AmountOut,
    lastMovementAt: UtcTime,
  })
  .meta({ id: 'StockRow' })
export type StockRow = z.infer<typeof StockRow>
export const StockPage = pageOf(StockRow, 'StockPage')
export const StockListQuery = listQuery(['productName', 'code', 'quantity', 'lastMovementAt']).extend({
  storeId: Id.optional(),
  productId: Id.optional(),
  productGroupId: Id.optional(),
})
export type StockListQuery = z.output<typeof StockListQuery>
