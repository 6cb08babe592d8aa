import { z } from 'zod'
import { Id, Position, UtcTime } from '#shared/domain/fields.ts'
import { AmountOut } from '#shared/money/wire.ts'
import { BooleanQuery } from './common.ts'

/**
 * Rules that a user can override with a permission: `period.override`, `sales.override_return_period` and
 * `sales.override_price`, in this order.
 */
const Override = z.enum(['ClosedPeriod', 'ReturnPeriod', 'ReceiptTerms'])

export const PostingEvent = z
  .object({
    action: z.enum(['Posted', 'Unposted']),
    at: UtcTime,
    employeeId: Id.nullable(),
    overrides: z.array(Override).meta({ description: 'Overridden rules' }),
  })
  .meta({ id: 'PostingEvent' })
export type PostingEvent = z.infer<typeof PostingEvent>

export const Postings = z.array(PostingEvent).meta({
  description:
    'Last 100 postings and unpostings with their users. They stay when the document is a draft again.',
})

export const UnpostWarning = z
  .object({
    code: z.literal('counted_later'),
    detail: z.string(),
    documentId: Id,
    documentNumber: z.string(),
  })
  .meta({ id: 'UnpostWarning' })
export type UnpostWarning = z.infer<typeof UnpostWarning>

export const SellsBelowCost = z
  .object({
    code: z.literal('sells_below_cost'),
    detail: z.string(),
    lineNo: Position,
    productId: Id,
    productName: z.string(),
    price: AmountOut,
  })
  .meta({ id: 'SellsBelowCost' })
export type SellsBelowCost = z.infer<typeof SellsBelowCost>
export type DocumentWarning = UnpostWarning | SellsBelowCost

export const Warnings = z
  .array(z.discriminatedUnion('code', [UnpostWarning, SellsBelowCost]))
  .optional()
  .meta({
    description:
      'In the response to post: lines whose cost is not below their price. In the response to unpost: at most 20 later ' +
      'stock counts whose differences have changed. Omitted: none',
  })

const overridePeriod = BooleanQuery.prefault('false').meta({
  description: 'true: posts in a closed period, too; requires the permission period.override',
})
export const PostingQuery = z.object({ overridePeriod })
export type PostingQuery = z.output<typeof PostingQuery>
export const SalePostingQuery = z.object({
  overridePeriod,
  overrideReturnPeriod: BooleanQuery.prefault('false').meta({
    description:
      'true: posts after the return period, too; requires the permission sales.override_return_period',
  }),
})
export type SalePostingQuery = z.output<typeof SalePostingQuery>
