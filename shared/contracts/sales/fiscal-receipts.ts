import { z } from 'zod'
import { Count, Id, optionalText, Position, text, UtcTime } from '#shared/domain/fields.ts'
import { FiscalState, fiscalResult } from '#shared/domain/sale-fiscal.ts'
import { BooleanQuery, ById, listQuery, pageOf } from '../common.ts'
import { endpoint } from '../endpoint.ts'

const shown = {
  id: Id.meta({ description: 'Id of the sale' }),
  number: z.string().meta({ description: 'Number of the sale' }),
  receiptNumber: z.string().nullable(),
  isReturn: z.boolean(),
  retailPointId: Id.nullable(),
  state: FiscalState,
  externalId: z.string().meta({ description: 'Id by which the provider identifies the receipt' }),
  failures: Count.meta({ description: 'In a row' }),
  createdAt: UtcTime,
  dueAt: UtcTime.nullable().meta({ description: 'Time of the next try; null: there is none' }),
  code: z.string().nullable().meta({ description: 'Code of the last failure, from the provider' }),
  message: z.string().nullable().meta({ description: 'Message of the provider' }),
  nextStep: z.enum(['None', 'Wait', 'LookAtProvider', 'Settle', 'CorrectAndRetry', 'CorrectSettings']).meta({
    description:
      'Wait: it is retried automatically; LookAtProvider: check whether the provider works and whether it has the receipt; Settle: check at the previous provider, and settle the receipt by hand; CorrectAndRetry: fix what the provider reports, then retry; CorrectSettings: the hub itself failed, see the message; fix the settings of the cash box, then it is retried',
  }),
  ...fiscalResult,
}

export const FiscalReceiptSummary = z.object(shown).meta({ id: 'FiscalReceiptSummary' })
export type FiscalReceiptSummary = z.infer<typeof FiscalReceiptSummary>

export const FiscalReceipt = z
  .object({
    ...shown,
    events: z.array(
      z.object({
        at: UtcTime,
        state: FiscalState,
        attempt: Position,
        code: z.string().nullable(),
        message: z.string().nullable(),
        employeeId: Id.nullable().meta({ description: 'Employee who requested a retry, or settled it' }),
      }),
    ),
  })
  .meta({ id: 'FiscalReceipt' })
export type FiscalReceipt = z.infer<typeof FiscalReceipt>

export const FiscalReceiptListQuery = listQuery(['createdAt', 'dueAt']).extend({
  state: FiscalState.optional(),
  retailPointId: Id.optional(),
  isStuck: BooleanQuery.optional().meta({
    description: 'Failed, without success several times, or not made for an hour',
  }),
})
export type FiscalReceiptListQuery = z.output<typeof FiscalReceiptListQuery>

/** Result of a fiscal receipt, entered by a user who has looked it up at the provider. */
export const SettleFiscalReceipt = z
  .strictObject({
    sign: optionalText(100).meta({
      description:
        'Sign at the provider. Omitted: the provider has no such receipt, and it is sent through the present provider',
    }),
    docNumber: optionalText(100),
    regNumber: optionalText(100),
    reason: text(1000).meta({ description: 'Where it was seen; recorded in the audit log' }),
  })
  .meta({ id: 'SettleFiscalReceipt' })
export type SettleFiscalReceipt = z.output<typeof SettleFiscalReceipt>

const base = '/api/sales/fiscal-receipts'
export const FISCAL_RECEIPTS = endpoint({
  method: 'get',
  path: base,
  query: FiscalReceiptListQuery,
  answer: pageOf(FiscalReceiptSummary, 'FiscalReceiptPage'),
})
export const FISCAL_RECEIPT = endpoint({
  method: 'get',
  path: `${base}/{id}`,
  params: ById,
  answer: FiscalReceipt,
})
export const RETRY_FISCAL_RECEIPT = endpoint({
  method: 'post',
  path: `${base}/{id}/retry`,
  params: ById,
  answer: FiscalReceipt,
})
export const SETTLE_FISCAL_RECEIPT = endpoint({
  method: 'post',
  path: `${base}/{id}/settle`,
  params: ById,
  body: SettleFiscalReceipt,
  answer: FiscalReceipt,
})
