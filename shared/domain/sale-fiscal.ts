import { z } from 'zod'
import { Count, UtcTime } from './fields.ts'
import { RussianTaxSystem } from './russian-tax-system.ts'

/**
 * State of a receipt. Waiting: not sent, or certainly not fiscalised. Sending: saved before the request
 * leaves, so that it remains if the process dies. Unknown: look it up first. Pending: accepted. Failed: a
 * user must act.
 */
export const FiscalState = z.enum(['Waiting', 'Sending', 'Unknown', 'Pending', 'Done', 'Failed']).meta({
  id: 'FiscalState',
  description:
    'Sending, Unknown: it is unknown whether the provider has it, and is being looked up; Pending: the provider has accepted it; Failed: a user must act',
})

export type FiscalState = z.infer<typeof FiscalState>

/** Returns the schema of a newer member, which older hubs and tills do not send. */
const later = <Type extends z.ZodType>(type: Type) => type.nullable().default(null)

/** Result of a fiscal receipt. Members that a provider does not send are null. */
export const fiscalResult = {
  sign: z.string().nullable().meta({ description: 'Fiscal sign' }),
  docNumber: z.string().nullable(),
  regNumber: z.string().nullable().meta({ description: 'Registration number of the cash register' }),
  serialNumber: later(z.string()).meta({ description: 'Serial number of the cash register by its maker' }),
  fnNumber: later(z.string()).meta({ description: 'Of the fiscal storage (ФН), in Russia' }),
  shiftNumber: Count.nullable(),
  numberInShift: later(Count).meta({ description: 'Number of the receipt in its shift' }),
  fiscalisedAt: UtcTime.nullable(),
  url: z.string().nullable().meta({ description: 'Address of the receipt for the customer' }),
  qr: later(z.string()).meta({ description: 'Content of the printed QR code' }),
  isOffline: z.boolean().nullable().meta({ description: 'true: the authority gets it later' }),
  ofdName: later(z.string()).meta({ description: 'Operator that forwards receipts to the authority' }),
  checkSite: later(z.string()).meta({ description: 'Site where anybody can look a receipt up' }),
  taxSystem: later(RussianTaxSystem).meta({ description: 'Tax system of the seller, in Russia' }),
}

/** Result of a fiscal receipt that is not made yet. */
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

/** Fiscal receipt in a sale. */
export const SaleFiscal = z.object({ state: FiscalState, ...fiscalResult }).meta({ id: 'SaleFiscal' })
export type SaleFiscal = z.infer<typeof SaleFiscal>
type FiscalResult = Omit<SaleFiscal, 'state'>

/**
 * State of the fiscal receipt at a till. Waiting: it is made automatically; Failed: somebody at head office
 * must act.
 */
export const ReceiptFiscalState = z.enum(['Waiting', 'Done', 'Failed'])
export type ReceiptFiscalState = z.infer<typeof ReceiptFiscalState>

/** Fiscal receipt of a receipt, as seen by tills and customers. */
export const ReceiptFiscal = z.object({ state: ReceiptFiscalState, ...fiscalResult })
export type ReceiptFiscal = z.infer<typeof ReceiptFiscal>

export const receiptFiscal = ({ state, ...result }: SaleFiscal): ReceiptFiscal => ({
  state: state === 'Done' || state === 'Failed' ? state : 'Waiting',
  ...result,
})

/** Fiscal receipt without a result yet. */
export const WAITING_FISCAL: ReceiptFiscal = { state: 'Waiting', ...NO_FISCAL_RESULT }
