import { z } from 'zod'
import { AmountOut } from '#shared/money/wire.ts'
import { BooleanQuery, ById, Count, Id, listQuery, pageOf, text, UtcTime } from '../common.ts'
import { endpoint } from '../endpoint.ts'
import { FiscalState } from './sale-fiscal.ts'

export const FISCAL_CASH_KINDS = ['CashIn', 'CashOut', 'ZReport'] as const
export type FiscalCashKind = (typeof FISCAL_CASH_KINDS)[number]

/** Cash put in, cash taken out or the end of a shift, as the fiscal provider is told of it. */
export const FiscalCashOperation = z
  .object({
    id: Id.meta({ description: 'Of the cash movement, or of the shift' }),
    kind: z.enum(FISCAL_CASH_KINDS),
    retailPointId: Id,
    sum: AmountOut.nullable().meta({ description: 'null: the end of a shift' }),
    at: UtcTime.meta({ description: 'When it happened at the till' }),
    state: FiscalState,
    failures: Count.meta({ description: 'In a row' }),
    dueAt: UtcTime.nullable().meta({ description: 'When it is tried next; null: it is not' }),
    code: z.string().nullable().meta({ description: 'Of the provider, of what failed last' }),
    message: z
      .string()
      .nullable()
      .meta({ description: 'What the provider says, or the person who settled it' }),
  })
  .meta({ id: 'FiscalCashOperation' })
export type FiscalCashOperation = z.infer<typeof FiscalCashOperation>

export const FiscalCashListQuery = listQuery(['at', 'dueAt']).extend({
  state: FiscalState.optional(),
  kind: z.enum(FISCAL_CASH_KINDS).optional(),
  retailPointId: Id.optional(),
  isStuck: BooleanQuery.optional().meta({
    description: 'Failed, tried in vain several times, or not taken for an hour',
  }),
})
export type FiscalCashListQuery = z.output<typeof FiscalCashListQuery>

export const SettleFiscalCash = z
  .strictObject({
    reason: text(1000).meta({ description: 'Where it was seen; it stands in the audit log' }),
  })
  .meta({ id: 'SettleFiscalCash' })
export type SettleFiscalCash = z.output<typeof SettleFiscalCash>

const base = '/api/sales/fiscal-cash'
export const FISCAL_CASH = endpoint({
  ...{
    method: 'get',
    path: base,
    query: FiscalCashListQuery,
    answer: pageOf(FiscalCashOperation, 'FiscalCashPage'),
  },
})
export const RETRY_FISCAL_CASH = endpoint({
  ...{ method: 'post', path: `${base}/{id}/retry`, params: ById, answer: FiscalCashOperation },
})
export const SETTLE_FISCAL_CASH = endpoint({
  ...{ method: 'post', path: `${base}/{id}/settle`, params: ById, body: SettleFiscalCash },
  answer: FiscalCashOperation,
})
