import { z } from 'zod'
import { Id, UtcTime } from '#shared/domain/fields.ts'

export const MAX_FAVOURITES = 100

/**
 * Products that users of a till pinned as the first tiles. The till uploads them, and the hub sends them to
 * all tills of the retail point. The latest arrangement wins (docs/domain.md#favourites).
 */
export const Favourites = z
  .strictObject({
    productIds: z
      .array(Id)
      .max(MAX_FAVOURITES)
      .refine((ids) => new Set(ids).size === ids.length, { error: 'the same product is listed twice' })
      .meta({ description: 'Product ids in the order of the tiles' }),
    arrangedAt: UtcTime.meta({ description: 'Time by the clock of the hub, as far as the till knows it' }),
  })
  .meta({ id: 'Favourites' })
export type Favourites = z.output<typeof Favourites>
