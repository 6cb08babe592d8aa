import { z } from 'zod'
import { Count, Day, Id } from '#shared/domain/fields.ts'
import { AmountOut, CostOut } from '#shared/money/wire.ts'
import { CostPending } from '../common.ts'
import { endpoint } from '../endpoint.ts'

const sums = {
  receipts: Count,
  returns: Count,
  grossSum: AmountOut.meta({ description: 'Sales before discounts' }),
  discount: AmountOut.meta({ description: 'Of sales' }),
  roundingSum: AmountOut.meta({ description: 'Rounding of sales; negative when rounded down' }),
  returnsSum: AmountOut,
  revenue: AmountOut.meta({ description: 'grossSum − discount + roundingSum − returnsSum' }),
  vatSum: AmountOut.meta({ description: 'VAT of sales less that of returns' }),
  averageReceipt: AmountOut.meta({ description: 'Average sale; 0 without sales' }),
  costSum: CostOut.optional().meta({
    description: 'Cost of sales less that of returns. Only for users who may see costs',
  }),
  profit: CostOut.optional().meta({ description: 'revenue − costSum' }),
}

export const RetailStats = z
  .object({
    from: Day,
    to: Day,
    ...sums,
    costPending: CostPending.optional(),
    previousPeriod: z
      .object({ from: Day, to: Day, ...sums })
      .meta({ description: 'Previous period of the same length' }),
    payments: z
      .array(z.object({ type: z.string(), sum: AmountOut }))
      .meta({ description: 'By type: payments less change and refunds' }),
    series: z
      .array(z.object({ date: Day, ...sums }))
      .meta({ description: 'Every day, including days without sales' }),
  })
  .meta({ id: 'RetailStats' })
export type RetailStats = z.infer<typeof RetailStats>

export const RetailStatsQuery = z.object({
  from: Day.optional().meta({
    description: 'First day, in the time zone of the organization. Omitted: 30 days in all. At most 1096',
  }),
  to: Day.optional().meta({ description: 'Last day, included. Omitted: today' }),
  storeId: Id.optional(),
  retailPointId: Id.optional(),
})
export type RetailStatsQuery = z.output<typeof RetailStatsQuery>

export const RETAIL_STATS = endpoint({
  method: 'get',
  path: '/api/sales/retail/stats',
  query: RetailStatsQuery,
  answer: RetailStats,
})
