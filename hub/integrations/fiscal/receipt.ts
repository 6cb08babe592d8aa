import type { FiscalResult } from '#hub/db/tables/fiscal.ts'
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

/** Result as sent by the provider, from which the QR code is made. */
export type ReportedResult = Omit<FiscalResult, 'qr'>

export interface FiscalBasis extends FiscalResult {
  externalId: string
  total: Amount
}
