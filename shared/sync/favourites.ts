import { z } from 'zod'
import { Id, UtcTime } from '#shared/contracts/common.ts'

export const MAX_FAVOURITES = 100

/**
 * The tiles that a shop has put first, as a till tells the hub, which tells all tills of the retail point: of two
 * arrangements the later one holds (docs/domain.md#favourites).
 */
export const Favourites = z
  .strictObject({
    productIds: z
      .array(Id)
      .max(MAX_FAVOURITES)
      .refine((ids) => new Set(ids).size === ids.length, { error: 'the same product is listed twice' })
      .meta({ description: 'In their order' }),
    arrangedAt: UtcTime.meta({ description: 'By the clock of the hub, as far as the till knows it' }),
  })
  .meta({ id: 'Favourites' })
export type Favourites = z.output<typeof Favourites>
