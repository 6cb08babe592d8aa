import { z } from 'zod'
import { amountIn, percentIn, quantityIn } from '#shared/money/wire.ts'
import { Id, integer } from './fields.ts'

export const PromotionKind = z.enum([
  'PercentDiscount',
  'AmountDiscount',
  'SpecialPrice',
  'BuyXGetY',
  'NthItemDiscount',
  'BundlePrice',
  'ReceiptThreshold',
  'GiftPoints',
])
export type PromotionKind = z.infer<typeof PromotionKind>

/** Optional member; null when omitted. */
export const none = <Schema extends z.ZodType>(schema: Schema) => schema.nullable().default(null)
const positive = amountIn({ above: 0 })
/** Ids of records that a promotion names. */
export const ids = (description: string) => z.array(Id).max(1000).default([]).meta({ description })

const BundlePart = z.strictObject({ productId: Id, quantity: integer(1, 1000) })

export const PromotionEffect = z.strictObject({
  percent: none(percentIn({ above: 0, max: 100 })),
  amount: none(positive),
  isPerUnit: z
    .boolean()
    .default(true)
    .meta({ description: 'AmountDiscount: off each unit; false: off each line' }),
  price: none(positive).meta({ description: 'Price of a unit, or of a whole bundle' }),
  buyQuantity: none(integer(1, 1000)).meta({ description: 'BuyXGetY: number of units paid' }),
  getQuantity: none(integer(1, 1000)).meta({
    description:
      'BuyXGetY: number of further units, the cheapest ones, that are free or reduced by `percent`',
  }),
  everyNth: none(integer(2, 1000)).meta({
    description:
      'NthItemDiscount: of every group of this many units, the most expensive first, the last one is reduced',
  }),
  bundle: z
    .array(BundlePart)
    .max(50)
    .default([])
    .refine((parts) => new Set(parts.map((part) => part.productId)).size === parts.length, {
      error: 'must not have a product twice',
    })
    .meta({ description: 'BundlePrice: contents of a set' }),
  threshold: none(positive).meta({
    description: 'ReceiptThreshold: applies from this sum of the receipt on',
  }),
  points: none(positive).meta({ description: 'GiftPoints: for a receipt' }),
})
export type PromotionEffect = z.output<typeof PromotionEffect>

export const PromotionConditions = z.strictObject({
  productIds: ids('These products'),
  groupIds: ids('Products of these groups and their subgroups; neither: all products'),
  minQuantity: none(quantityIn({ above: 0 })).meta({
    description: 'Total quantity of the products above',
  }),
  minAmount: none(positive).meta({
    description: 'Total amount of the products above, before discounts',
  }),
})
export type PromotionConditions = z.output<typeof PromotionConditions>
