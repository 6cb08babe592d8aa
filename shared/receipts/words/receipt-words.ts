import type { RussianTaxSystem } from '#shared/domain/russian-tax-system.ts'
import type { TenderType } from '#shared/domain/tenders.ts'

type FiscalWord =
  | 'title'
  | 'sign'
  | 'document'
  | 'register'
  | 'serial'
  | 'storage'
  | 'shift'
  | 'numberInShift'
  | 'at'
  | 'offline'
  | 'ofd'
  | 'check'

/** Texts on receipts, apart from names and figures. */
export interface ReceiptWords {
  /** Word in the title of a print job. */
  receipt: string
  copy: string
  training: string
  taxId: string
  sale: string
  return: string
  number: string
  original: string
  soldAt: string
  cashier: string
  subtotal: string
  rounding: string
  discount: string
  /** Label of a promotion that is part of the discount above. */
  promotion: string
  total: string
  refunded: string
  /** Title of an exchange. Its last line is `restPaid` or `restGivenBack`. */
  exchange: string
  restPaid: string
  restGivenBack: string
  vatIncluded: string
  vatOnTop: string
  withoutVat: string
  /** Label of the total of a line after its discount. */
  lineTotal: string
  change: string
  ntin: string
  markingCode: string
  card: string
  pointsEarned: string
  pointsSpent: string
  pointsTakenBack: string
  pointsGivenBack: string
  pointsBalance: string
  /** Label of the date of a points balance. */
  asOf: string
  /** Label of a sold gift voucher. */
  voucher: string
  voucherReloaded: string
  voucherNumber: string
  voucherLeft: string
  /** Text above the QR code that links to the receipt page. */
  online: string
  /** Texts of the receipt page before the hub has the receipt. */
  onItsWay: { title: string; text: string }
  /** Texts below a receipt in an email: the link to its page, and a note that replies are not read. */
  mail: { page: string; note: string }
  /** Labels of the fiscal data, printed after the provider has issued the fiscal receipt. */
  fiscal: Record<FiscalWord, string> & {
    /** Label and names of Russian tax systems. */
    taxSystem: string
    taxSystems: Record<RussianTaxSystem, string>
    /** Labels for the kind of settlement (tag 1054). */
    income: { title: string; sale: string; return: string }
  }
  /** Note required on a receipt that was not printed by a fiscal device (docs/domain.md#printed-receipts). */
  notFiscal: string
  /** Texts on price labels. */
  label: { title: string; per: string }
  tenders: Record<TenderType, string>
}
