import type { RussianTaxSystem } from '#shared/domain/russian-tax-system.ts'
import type { Amount, Percent, Quantity } from '#shared/money/decimal.ts'

/** Sale or return as sent to a fiscal provider. The sums of the lines and the payments both add up to `total`. */
export interface FiscalReceipt {
  /** Stable id, by which the provider recognizes a retry of the receipt. */
  externalId: string
  operation: 'Sell' | 'SellReturn'
  /** Moment of the sale, UTC, ISO 8601. */
  soldAt: string
  /** IANA time zone of the retail point: providers take local times. */
  timeZone: string
  cashierName: string | null
  /** Tax system of the retail point, in Russia, when it differs from that of the cash box. */
  taxSystem: RussianTaxSystem | null
  customer: { email: string | null; phone: string | null }
  lines: FiscalLine[]
  /** Payments or refunds, change deducted. */
  payments: FiscalPayment[]
  /** Cash given as change, not included in `payments`. */
  change: Amount
  total: Amount
  /** Fiscal receipt of the sale, for a return; null when it has none. */
  basis: FiscalBasis | null
}

/** Subject of payment. */
export type FiscalSubject = 'Good' | 'Excisable' | 'Service' | 'Other'

export interface FiscalLine {
  name: string
  quantity: Quantity
  /** Price of one unit, before discounts. */
  price: Amount
  /** Sum after all discounts. */
  sum: Amount
  /** VAT rate; null: without VAT. */
  vatRate: Percent | null
  /** VAT included in `sum`. */
  vatSum: Amount
  unit: { code: string; name: string; fiscalMeasure: number }
  subject: FiscalSubject
  /** True when the unit must have a marking code by law; the code may be missing. */
  isMarked: boolean
  /** Code in the national catalogue of goods, in Kazakhstan. */
  ntin: string | null
  /** True for a sold voucher: its goods come later. */
  isAdvance: boolean
  /** GS1 DataMatrix of the unit, as scanned. */
  markingCode: string | null
}

export interface FiscalPayment {
  type: 'Cash' | 'Card' | 'Mobile' | 'Prepaid' | 'Credit' | 'Other'
  amount: Amount
}

/** Receipt as made by the provider. Fields that a provider does not send are null. */
export interface FiscalResult {
  /** Fiscal sign, by which the authority identifies the receipt. */
  sign: string
  docNumber: string | null
  /** Registration number of the cash register at the authority. */
  regNumber: string | null
  /** Serial number of the cash register by its maker. */
  serialNumber: string | null
  /** Number of the fiscal storage (ФН) of the cash register, in Russia. */
  fnNumber: string | null
  shiftNumber: number | null
  /** Number of the receipt in its shift. */
  numberInShift: number | null
  /** Moment, UTC, ISO 8601; null when the clock of the provider is unknown. */
  time: string | null
  /** Address at which the customer sees the receipt. */
  url: string | null
  /** Content of the printed QR code (docs/domain.md#printed-receipts). */
  qr: string | null
  /** Operator that forwards receipts to the authority. */
  ofdName: string | null
  /** Site of the authority, or of the operator, where anybody can look a receipt up. */
  checkSite: string | null
  /** Tax system of the seller, in Russia. */
  taxSystem: RussianTaxSystem | null
  /** True when the cash register was offline: it sends the receipt to the authority later. */
  isOffline: boolean
}

/** Result as sent by the provider, from which the QR code is made. */
export type ReportedResult = Omit<FiscalResult, 'qr'>

export interface FiscalBasis extends FiscalResult {
  externalId: string
  total: Amount
}
