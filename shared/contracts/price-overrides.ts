import { z } from 'zod'
import { Position } from '#shared/domain/fields.ts'

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
    description: 'For a return: the value on the receipt. A rate of null is "without VAT"',
  }),
})
export type PriceOverride = z.infer<typeof PriceOverride>

export const PriceOverrides = z.array(PriceOverride).meta({
  description:
    'Lines posted below the minimum price of their product, or with a prohibited discount; lines of a ' +
    'return that differ from the receipt. Overridden by postedById. Empty for a draft.',
})
