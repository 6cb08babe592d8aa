import { z } from 'zod'
import { Count, UtcTime } from './fields.ts'
import { RussianTaxSystem } from './russian-tax-system.ts'

/**
 * State of a receipt. Waiting: not sent, or certainly not fiscalized. Sending: saved before the request is
 * sent, so that it persists if the process dies. Unknown: to be looked up first. Pending: accepted. Failed:
 * needs a user.
 */
export const FiscalState = z.enum(['Waiting', 'Sending', 'Unknown', 'Pending', 'Done', 'Failed']).meta({
  id: 'FiscalState',
  description:
    'Sending, Unknown: it is unknown whether the provider has it, and is being looked up; Pending: the provider has accepted it; Failed: a user must act',
})

export type FiscalState = z.infer<typeof FiscalState>

/** Result of a fiscal receipt. Members that the provider does not send are null. */
export const fiscalResult = {
  sign: z.string().nullable().meta({ description: 'Fiscal sign' }),
  docNumber: z.string().nullable(),
  regNumber: z.string().nullable().meta({ description: 'Registration number of the cash register' }),
  serialNumber: z
    .string()
    .nullable()
    .meta({ description: 'Serial number of the cash register by its maker' }),
  fnNumber: z.string().nullable().meta({ description: 'Of the fiscal storage (ФН), in Russia' }),
  shiftNumber: Count.nullable(),
  numberInShift: Count.nullable().meta({ description: 'Number of the receipt in its shift' }),
  fiscalisedAt: UtcTime.nullable(),
  url: z.string().nullable().meta({ description: 'Address of the receipt for the customer' }),
  qr: z.string().nullable().meta({ description: 'Content of the printed QR code' }),
  isOffline: z.boolean().nullable().meta({ description: 'true: the authority gets it later' }),
  ofdName: z.string().nullable().meta({ description: 'Operator that forwards receipts to the authority' }),
  checkSite: z.string().nullable().meta({ description: 'Site where anybody can look a receipt up' }),
  taxSystem: RussianTaxSystem.nullable().meta({ description: 'Tax system of the seller, in Russia' }),
}

/** Empty result, for a fiscal receipt that has not been made yet. */
export const NO_FISCAL_RESULT: FiscalResult = {
  sign: null,
  docNumber: null,
  regNumber: null,
  serialNumber: null,
  fnNumber: null,
  shiftNumber: null,
  numberInShift: null,
  fiscalisedAt: null,
  url: null,
  qr: null,
  isOffline: null,
  ofdName: null,
  checkSite: null,
  taxSystem: null,
}

/** Fiscal receipt of a sale. */
export const SaleFiscal = z.object({ state: FiscalState, ...fiscalResult }).meta({ id: 'SaleFiscal' })
export type SaleFiscal = z.infer<typeof SaleFiscal>
type FiscalResult = Omit<SaleFiscal, 'state'>

/**
 * State of a fiscal receipt as shown at a till. `Waiting`: it will be made automatically. `Failed`: a user at
 * head office must act.
 */
export const ReceiptFiscalState = z.enum(['Waiting', 'Done', 'Failed'])
export type ReceiptFiscalState = z.infer<typeof ReceiptFiscalState>

/** Fiscal receipt as shown to tills and customers. */
export const ReceiptFiscal = z.object({ state: ReceiptFiscalState, ...fiscalResult })
export type ReceiptFiscal = z.infer<typeof ReceiptFiscal>

export const receiptFiscal = ({ state, ...result }: SaleFiscal): ReceiptFiscal => ({
  state: state === 'Done' || state === 'Failed' ? state : 'Waiting',
  ...result,
})

/** Fiscal receipt without a result yet. */
export const WAITING_FISCAL: ReceiptFiscal = { state: 'Waiting', ...NO_FISCAL_RESULT }
