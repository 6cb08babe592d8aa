import type { RussianTaxSystem } from '#shared/contracts/organization/russian-tax-system.ts'
import type { Amount, Percent, Quantity } from '#shared/money/decimal.ts'

/** A sale or a return as a fiscal provider is told of it. The sums of the lines and the payments both add up to `total`. */
export interface FiscalReceipt {
  /** Stable: the provider knows the receipt by it, so a retry is not a second receipt. */
  externalId: string
  operation: 'Sell' | 'SellReturn'
  /** UTC, ISO 8601. */
  soldAt: string
  /** IANA, of the retail point: providers take local times. */
  timeZone: string
  cashierName: string | null
  /** The tax system of the retail point, in Russia, where it is not that of the cash box. */
  taxSystem: RussianTaxSystem | null
  customer: { email: string | null; phone: string | null }
  lines: FiscalLine[]
  /** What was paid or paid back, change taken off. */
  payments: FiscalPayment[]
  /** Cash that was given back of what the customer gave, besides `payments`. */
  change: Amount
  total: Amount
  /** Of a return: the fiscal receipt of the sale; null when it has none. */
  basis: FiscalBasis | null
}

/** The subject of payment. */
export type FiscalSubject = 'Good' | 'Excisable' | 'Service' | 'Other'

export interface FiscalLine {
  name: string
  quantity: Quantity
  /** Of one unit, before discounts. */
  price: Amount
  /** After all discounts. */
  sum: Amount
  /** null: without VAT. */
  vatRate: Percent | null
  /** VAT that `sum` has in it. */
  vatSum: Amount
  unit: { code: string; name: string; fiscalMeasure: number }
  subject: FiscalSubject
  /** The unit must have a marking code by law; one may be missing. */
  isMarked: boolean
  /** Of the national catalogue of goods, in Kazakhstan. */
  ntin: string | null
  /** A voucher that is sold: goods come later. */
  isAdvance: boolean
  /** GS1 DataMatrix of the unit, as scanned. */
  markingCode: string | null
}

export interface FiscalPayment {
  type: 'Cash' | 'Card' | 'Mobile' | 'Prepaid' | 'Credit' | 'Other'
  amount: Amount
}

/** What the provider made of a receipt. Fields that a provider does not tell are null. */
export interface FiscalResult {
  /** Fiscal sign: what the authority knows the receipt by. */
  sign: string
  docNumber: string | null
  /** Of the cash register, as the authority registered it. */
  regNumber: string | null
  /** Of the cash register, as its maker numbered it. */
  serialNumber: string | null
  /** Of the fiscal storage (ФН) of the cash register, in Russia. */
  fnNumber: string | null
  shiftNumber: number | null
  /** Of the receipt, in its shift. */
  numberInShift: number | null
  /** UTC, ISO 8601; null when the provider's clock cannot be told. */
  time: string | null
  /** Where the customer sees the receipt. */
  url: string | null
  /** What the QR code of paper has (docs/domain.md#printed-receipts). */
  qr: string | null
  /** Who hands receipts on to the authority. */
  ofdName: string | null
  /** Site of the authority, or of who hands receipts on, where anybody looks a receipt up. */
  checkSite: string | null
  /** In Russia: by which the seller is taxed. */
  taxSystem: RussianTaxSystem | null
  /** The cash register had no connection to the authority: it sends the receipt later. */
  isOffline: boolean
}

/** As the provider tells of it: the QR code is worked out of it. */
export type ToldResult = Omit<FiscalResult, 'qr'>

export interface FiscalBasis extends FiscalResult {
  externalId: string
  total: Amount
}
