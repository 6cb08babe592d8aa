import { z } from 'zod'
import { AmountOut, CostOut } from '#shared/money/wire.ts'
import { CostPending, Count, Day, Id } from '../common.ts'
import { endpoint } from '../endpoint.ts'

const sums = {
  receipts: Count,
  returns: Count,
  grossSum: AmountOut.meta({ description: 'Of sales, before discounts' }),
  discount: AmountOut.meta({ description: 'Of sales' }),
  roundingSum: AmountOut.meta({ description: 'Of sales; negative when rounded down' }),
  returnsSum: AmountOut,
  revenue: AmountOut.meta({ description: 'grossSum − discount + roundingSum − returnsSum' }),
  vatSum: AmountOut.meta({ description: 'Less that of returns' }),
  averageReceipt: AmountOut.meta({ description: 'Of sales; 0 when there are none' }),
  costSum: CostOut.optional().meta({ description: 'Less that of returns. Only for those who may see costs' }),
  profit: CostOut.optional().meta({ description: 'revenue − costSum' }),
}

export const RetailStats = z
  .object({
    from: Day,
    to: Day,
    ...sums,
    costPending: CostPending.optional(),
    previousPeriod: z.object({ from: Day, to: Day, ...sums }).meta({ description: 'As many days before' }),
    payments: z
      .array(z.object({ type: z.string(), sum: AmountOut }))
      .meta({ description: 'By type: what was paid, less change and what was paid back' }),
    series: z
      .array(z.object({ date: Day, ...sums }))
      .meta({ description: 'Each day, also one without sales' }),
  })
  .meta({ id: 'RetailStats' })
export type RetailStats = z.infer<typeof RetailStats>

export const RetailStatsQuery = z.object({
  from: Day.optional().meta({
    description: 'First day, in the time zone of the organization. Left out: 30 days in all. At most 1096',
  }),
  to: Day.optional().meta({ description: 'Last day, included. Left out: today' }),
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
