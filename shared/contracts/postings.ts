import { z } from 'zod'
import { AmountOut } from '#shared/money/wire.ts'
import { BooleanQuery, Id, Position, UtcTime } from './common.ts'

/**
 * What a person with the permission for it may pass: `period.override`, `sales.override_return_period`,
 * `sales.override_price`.
 */
const Override = z.enum(['ClosedPeriod', 'ReturnPeriod', 'ReceiptTerms'])

export const PostingEvent = z
  .object({
    action: z.enum(['Posted', 'Unposted']),
    at: UtcTime,
    employeeId: Id.nullable(),
    overrides: z.array(Override).meta({ description: 'The rules that were passed' }),
  })
  .meta({ id: 'PostingEvent' })
export type PostingEvent = z.infer<typeof PostingEvent>

export const Postings = z.array(PostingEvent).meta({
  description: 'Who posted and unposted it, the last 100 times. It stays when the document is a draft again.',
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
      'In the answer to post: lines whose goods cost as much as they are sold for, or more. In the answer to unpost: later ' +
      'inventories whose differences have changed, 20 of them at most. Left out: none',
  })

const overridePeriod = BooleanQuery.prefault('false').meta({
  description: 'In a closed period too: for those who have the permission period.override',
})
export const PostingQuery = z.object({ overridePeriod })
export type PostingQuery = z.output<typeof PostingQuery>
export const SalePostingQuery = z.object({
  overridePeriod,
  overrideReturnPeriod: BooleanQuery.prefault('false').meta({
    description:
      'After the time to return too: for those who have the permission sales.override_return_period',
  }),
})
export type SalePostingQuery = z.output<typeof SalePostingQuery>
