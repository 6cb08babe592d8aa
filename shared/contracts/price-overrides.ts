import { z } from 'zod'
import { Position } from './common.ts'

export const PriceOverride = z.object({ lineNo: Position, rule: z.enum(['MinPrice', 'Discount']) })
export type PriceOverride = z.infer<typeof PriceOverride>

export const PriceOverrides = z.array(PriceOverride).meta({
  description:
    'Lines that were posted below the minimum price of their product, or with a discount that it prohibits; passed by ' +
    'postedById. Empty for a draft.',
})
