import { z } from 'zod'
import {
  BooleanQuery,
  ById,
  Count,
  Id,
  listQuery,
  optionalText,
  Position,
  pageOf,
  text,
  UtcTime,
} from '../common.ts'
import { endpoint } from '../endpoint.ts'
import { FiscalState, fiscalResult } from './sale-fiscal.ts'

const shown = {
  id: Id.meta({ description: 'Of the sale' }),
  number: z.string().meta({ description: 'Of the sale' }),
  receiptNumber: z.string().nullable(),
  isReturn: z.boolean(),
  retailPointId: Id.nullable(),
  state: FiscalState,
  externalId: z.string().meta({ description: 'The provider knows the receipt by it' }),
  failures: Count.meta({ description: 'In a row' }),
  createdAt: UtcTime,
  dueAt: UtcTime.nullable().meta({ description: 'When it is tried next; null: it is not' }),
  code: z.string().nullable().meta({ description: 'Of the provider, of what failed last' }),
  message: z.string().nullable().meta({ description: 'What the provider says' }),
  nextStep: z.enum(['None', 'Wait', 'LookAtProvider', 'Settle', 'CorrectAndRetry', 'CorrectSettings']).meta({
    description:
      'Wait: it is tried again by itself; LookAtProvider: see at the provider whether it works, and whether it has the receipt; Settle: look at the provider that was chosen before, and settle the receipt by hand; CorrectAndRetry: mend what the provider says, then retry; CorrectSettings: the hub itself failed, as the message says; mend the settings of the cash box, and it is tried again',
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
        employeeId: Id.nullable().meta({ description: 'Who has asked for another try, or settled it' }),
      }),
    ),
  })
  .meta({ id: 'FiscalReceipt' })
export type FiscalReceipt = z.infer<typeof FiscalReceipt>

export const FiscalReceiptListQuery = listQuery(['createdAt', 'dueAt']).extend({
  state: FiscalState.optional(),
  retailPointId: Id.optional(),
  isStuck: BooleanQuery.optional().meta({
    description: 'Failed, tried in vain several times, or not made for an hour',
  }),
})
export type FiscalReceiptListQuery = z.output<typeof FiscalReceiptListQuery>

/** What a person has seen at the provider. */
export const SettleFiscalReceipt = z
  .strictObject({
    sign: optionalText(100).meta({
      description:
        'As the provider has it. Left out: the provider has no such receipt, and it is sent through the one that is chosen now',
    }),
    docNumber: optionalText(100),
    regNumber: optionalText(100),
    reason: text(1000).meta({ description: 'Where it was seen; it stands in the audit log' }),
  })
  .meta({ id: 'SettleFiscalReceipt' })
export type SettleFiscalReceipt = z.output<typeof SettleFiscalReceipt>

const base = '/api/sales/fiscal-receipts'
export const FISCAL_RECEIPTS = endpoint({
  ...{
    method: 'get',
    path: base,
    query: FiscalReceiptListQuery,
    answer: pageOf(FiscalReceiptSummary, 'FiscalReceiptPage'),
  },
})
export const FISCAL_RECEIPT = endpoint({
  ...{ method: 'get', path: `${base}/{id}`, params: ById, answer: FiscalReceipt },
})
export const RETRY_FISCAL_RECEIPT = endpoint({
  ...{ method: 'post', path: `${base}/{id}/retry`, params: ById, answer: FiscalReceipt },
})
export const SETTLE_FISCAL_RECEIPT = endpoint({
  ...{ method: 'post', path: `${base}/{id}/settle`, params: ById, body: SettleFiscalReceipt },
  answer: FiscalReceipt,
})
