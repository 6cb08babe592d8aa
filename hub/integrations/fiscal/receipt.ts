import type { FiscalResult } from '#hub/db/tables/fiscal.ts'
import type { RussianTaxSystem } from '#shared/domain/russian-tax-system.ts'
import type { Amount, Percent, Quantity } from '#shared/money/decimal.ts'

/** A sale or return as sent to a fiscal provider. The sums of the lines and the payments each add up to `total`. */
export interface FiscalReceipt {
  /** Stable id that lets the provider recognize a repeat. */
  externalId: string
  operation: 'Sell' | 'SellReturn'
  /** Time of sale (UTC, ISO 8601). */
  soldAt: string
  /** IANA time zone of the retail point, because providers expect local times. */
  timeZone: string
  cashierName: string | null
  /** Tax system of the retail point, in Russia, if it differs from that of the cash box. */
  taxSystem: RussianTaxSystem | null
  customer: { email: string | null; phone: string | null }
  lines: FiscalLine[]
  /** Payments or refunds, with change deducted. */
  payments: FiscalPayment[]
  /** Cash given as change. Not included in `payments`. */
  change: Amount
  total: Amount
  /** For a return, the fiscal receipt of its sale, or null when there is none. */
  basis: FiscalBasis | null
}

/** Payment subject of a line. */
export type FiscalSubject = 'Good' | 'Excisable' | 'Service' | 'Other'

export interface FiscalLine {
  name: string
  quantity: Quantity
  /** Unit price before discounts. */
  price: Amount
  /** Sum after all discounts. */
  sum: Amount
  /** VAT rate, or null without VAT. */
  vatRate: Percent | null
  /** VAT included in `sum`. */
  vatSum: Amount
  unit: { code: string; name: string; fiscalMeasure: number }
  subject: FiscalSubject
  /** True when the law requires a marking code for the goods. The code may still be missing. */
  isMarked: boolean
  /** Code in Kazakhstan's national catalog of goods. */
  ntin: string | null
  /** True for a sold voucher, whose goods are delivered later. */
  isAdvance: boolean
  /** Marking code (GS1 DataMatrix) of the unit, as scanned. */
  markingCode: string | null
}

export interface FiscalPayment {
  type: 'Cash' | 'Card' | 'Mobile' | 'Prepaid' | 'Credit' | 'Other'
  amount: Amount
}

/** Result as sent by the provider, without the QR code, which is derived from it. */
export type ReportedResult = Omit<FiscalResult, 'qr'>

export interface FiscalBasis extends FiscalResult {
  externalId: string
  total: Amount
}
