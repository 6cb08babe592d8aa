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
