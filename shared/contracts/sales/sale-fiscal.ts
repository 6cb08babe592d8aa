import { z } from 'zod'
import { Count, UtcTime } from '../common.ts'

export const FiscalState = z.enum(['Waiting', 'Sending', 'Unknown', 'Pending', 'Done', 'Failed']).meta({
  id: 'FiscalState',
  description:
    'Sending, Unknown: nobody knows yet whether the provider has it, it is looked up; Pending: the provider has accepted it; Failed: a person must do something',
})

export type FiscalState = z.infer<typeof FiscalState>

/** What comes of a fiscal receipt. */
export const fiscalResult = {
  sign: z.string().nullable().meta({ description: 'Fiscal sign' }),
  docNumber: z.string().nullable(),
  regNumber: z.string().nullable().meta({ description: 'Of the cash register' }),
  shiftNumber: Count.nullable(),
  fiscalisedAt: UtcTime.nullable(),
  url: z
    .string()
    .nullable()
    .meta({ description: 'The receipt for the customer, which the QR code of paper has' }),
  isOffline: z.boolean().nullable().meta({ description: 'The authority gets it later' }),
}

/** What a sale says of its fiscal receipt. */
export const SaleFiscal = z.object({ state: FiscalState, ...fiscalResult }).meta({ id: 'SaleFiscal' })
export type SaleFiscal = z.infer<typeof SaleFiscal>

/** What a till says of it. Waiting: it is made by itself; Failed: somebody at head office must do something. */
export const ReceiptFiscalState = z.enum(['Waiting', 'Done', 'Failed'])
export type ReceiptFiscalState = z.infer<typeof ReceiptFiscalState>

/** The fiscal receipt of a receipt, as tills and customers see it. */
export const ReceiptFiscal = z.object({ state: ReceiptFiscalState, ...fiscalResult })
export type ReceiptFiscal = z.infer<typeof ReceiptFiscal>

export const receiptFiscal = ({ state, ...result }: SaleFiscal): ReceiptFiscal => ({
  state: state === 'Done' || state === 'Failed' ? state : 'Waiting',
  ...result,
})

/** That nothing came of yet. */
export const WAITING_FISCAL: ReceiptFiscal = {
  ...{ state: 'Waiting', sign: null, docNumber: null, regNumber: null, shiftNumber: null },
  ...{ fiscalisedAt: null, url: null, isOffline: null },
}
