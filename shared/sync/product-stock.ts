import { z } from 'zod'
import { Id, UtcTime } from '#shared/contracts/common.ts'
import { QuantityOut } from '#shared/money/wire.ts'

export const MAX_STORES_TOLD = 100

/** GET /api/pos/v1/products/{id}: what a cashier asks head office about a product. */
export const ProductStock = z
  .object({
    description: z.string().nullable(),
    stores: z
      .array(
        z.object({
          id: Id,
          name: z.string(),
          quantity: QuantityOut,
          isOwn: z.boolean().meta({ description: 'The store of the retail point of the device' }),
        }),
      )
      .meta({ description: 'The own one, then the others that have any, the fullest first' }),
    at: UtcTime.meta({ description: 'The moment of the stock, by the clock of the hub' }),
  })
  .meta({ id: 'ProductStock' })
export type ProductStock = z.output<typeof ProductStock>
