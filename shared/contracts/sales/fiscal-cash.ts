import { z } from 'zod'
import { Count, Id, text, UtcTime } from '#shared/domain/fields.ts'
import { FiscalState } from '#shared/domain/sale-fiscal.ts'
import { AmountOut } from '#shared/money/wire.ts'
import { BooleanQuery, ById, listQuery, pageOf } from '../common.ts'
import { endpoint } from '../endpoint.ts'

export const FISCAL_CASH_KINDS = ['CashIn', 'CashOut', 'ZReport'] as const
export type FiscalCashKind = (typeof FISCAL_CASH_KINDS)[number]

/** Cash in, cash out or end of a shift, as sent to the fiscal provider. */
export const FiscalCashOperation = z
  .object({
    id: Id.meta({ description: 'Id of the cash movement, or of the shift' }),
    kind: z.enum(FISCAL_CASH_KINDS),
    retailPointId: Id,
    sum: AmountOut.nullable().meta({ description: 'null: the end of a shift' }),
    at: UtcTime.meta({ description: 'Time of the operation at the till' }),
    state: FiscalState,
    failures: Count.meta({ description: 'In a row' }),
    dueAt: UtcTime.nullable().meta({ description: 'Time of the next try; null: there is none' }),
    code: z.string().nullable().meta({ description: 'Code of the last failure, from the provider' }),
    message: z
      .string()
      .nullable()
      .meta({ description: 'Message of the provider, or of the user who settled it' }),
  })
  .meta({ id: 'FiscalCashOperation' })
export type FiscalCashOperation = z.infer<typeof FiscalCashOperation>

export const FiscalCashListQuery = listQuery(['at', 'dueAt']).extend({
  state: FiscalState.optional(),
  kind: z.enum(FISCAL_CASH_KINDS).optional(),
  retailPointId: Id.optional(),
  isStuck: BooleanQuery.optional().meta({
    description: 'Failed, without success several times, or not accepted for an hour',
  }),
})
export type FiscalCashListQuery = z.output<typeof FiscalCashListQuery>

export const SettleFiscalCash = z
  .strictObject({
    reason: text(1000).meta({ description: 'Where it was seen; recorded in the audit log' }),
  })
  .meta({ id: 'SettleFiscalCash' })
export type SettleFiscalCash = z.output<typeof SettleFiscalCash>

const base = '/api/sales/fiscal-cash'
export const FISCAL_CASH = endpoint({
  method: 'get',
  path: base,
  query: FiscalCashListQuery,
  answer: pageOf(FiscalCashOperation, 'FiscalCashPage'),
})
export const RETRY_FISCAL_CASH = endpoint({
  method: 'post',
  path: `${base}/{id}/retry`,
  params: ById,
  answer: FiscalCashOperation,
})
export const SETTLE_FISCAL_CASH = endpoint({
  method: 'post',
  path: `${base}/{id}/settle`,
  params: ById,
  body: SettleFiscalCash,
  answer: FiscalCashOperation,
})
