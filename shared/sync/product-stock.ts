import { z } from 'zod'
import { Id, UtcTime } from '#shared/domain/fields.ts'
import { QuantityOut } from '#shared/money/wire.ts'

export const MAX_STOCK_STORES = 100

/** Response of GET /api/pos/v1/products/{id}: the stock of a product at head office, on request of a cashier. */
export const ProductStock = z
  .object({
    description: z.string().nullable(),
    stores: z
      .array(
        z.object({
          id: Id,
          name: z.string(),
          quantity: QuantityOut,
          isOwn: z.boolean().meta({ description: 'True for the store of the retail point of the device' }),
        }),
      )
      .meta({
        description: 'Own store first, then other stores that have stock, in descending order of quantity',
      }),
    at: UtcTime.meta({ description: 'Time of the stock figures, by the clock of the hub' }),
  })
  .meta({ id: 'ProductStock' })
export type ProductStock = z.output<typeof ProductStock>
