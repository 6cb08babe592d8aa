import { z } from 'zod'
import { Count, UtcTime } from '../common.ts'
import { RussianTaxSystem } from '../organization/russian-tax-system.ts'

export const FiscalState = z.enum(['Waiting', 'Sending', 'Unknown', 'Pending', 'Done', 'Failed']).meta({
  id: 'FiscalState',
  description:
    'Sending, Unknown: nobody knows yet whether the provider has it, it is looked up; Pending: the provider has accepted it; Failed: a person must do something',
})

export type FiscalState = z.infer<typeof FiscalState>

/** Older hubs and tills do not tell it. */
const later = <Type extends z.ZodType>(type: Type) => type.nullable().default(null)

/** What comes of a fiscal receipt. What a provider does not tell is null. */
export const fiscalResult = {
  sign: z.string().nullable().meta({ description: 'Fiscal sign' }),
  docNumber: z.string().nullable(),
  regNumber: z.string().nullable().meta({ description: 'Of the cash register' }),
  serialNumber: later(z.string()).meta({ description: 'Of the cash register, by its maker' }),
  fnNumber: later(z.string()).meta({ description: 'Of the fiscal storage (ФН), in Russia' }),
  shiftNumber: Count.nullable(),
  numberInShift: later(Count).meta({ description: 'Of the receipt, in its shift' }),
  fiscalisedAt: UtcTime.nullable(),
  url: z.string().nullable().meta({ description: 'The receipt for the customer' }),
  qr: later(z.string()).meta({ description: 'What the QR code of paper has' }),
  isOffline: z.boolean().nullable().meta({ description: 'The authority gets it later' }),
  ofdName: later(z.string()).meta({ description: 'Who hands receipts on to the authority' }),
  checkSite: later(z.string()).meta({ description: 'Where anybody looks a receipt up' }),
  taxSystem: later(RussianTaxSystem).meta({ description: 'In Russia: by which the seller is taxed' }),
}

/** Of these nothing has come yet. */
export const NO_FISCAL_RESULT: FiscalResult = {
  ...{ sign: null, docNumber: null, regNumber: null, serialNumber: null, fnNumber: null },
  ...{ shiftNumber: null, numberInShift: null, fiscalisedAt: null, url: null, qr: null },
  ...{ isOffline: null, ofdName: null, checkSite: null, taxSystem: null },
}

/** What a sale says of its fiscal receipt. */
export const SaleFiscal = z.object({ state: FiscalState, ...fiscalResult }).meta({ id: 'SaleFiscal' })
export type SaleFiscal = z.infer<typeof SaleFiscal>
type FiscalResult = Omit<SaleFiscal, 'state'>

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
export const WAITING_FISCAL: ReceiptFiscal = { state: 'Waiting', ...NO_FISCAL_RESULT }
