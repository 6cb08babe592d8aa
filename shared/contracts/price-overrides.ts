import { z } from 'zod'
import { Position } from './common.ts'

export const PriceOverride = z.object({
  lineNo: Position,
  rule: z.enum([
    'MinPrice',
    'Discount',
    'ReceiptPrice',
    'ReceiptDiscount',
    'ReceiptVatRate',
    'ReceiptVatIncluded',
  ]),
  was: z.union([z.number(), z.boolean()]).nullable().optional().meta({
    description: 'Of a return: what the receipt says. A rate of null is "without VAT"',
  }),
})
export type PriceOverride = z.infer<typeof PriceOverride>

export const PriceOverrides = z.array(PriceOverride).meta({
  description:
    'Lines that were posted below the minimum price of their product, or with a discount that it prohibits; lines of a ' +
    'return that differ from the receipt. Passed by postedById. Empty for a draft.',
})
