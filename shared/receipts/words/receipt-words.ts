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

/** Words on receipts, besides names and figures. */
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
  /** Word before the name of a promotion, below the discount that it is part of. */
  promotion: string
  total: string
  refunded: string
  /** Title of a printed document with a return and a sale, and its last line (`restPaid` or `restGivenBack`). */
  exchange: string
  restPaid: string
  restGivenBack: string
  vatIncluded: string
  vatOnTop: string
  withoutVat: string
  /** Total of a line, after its discount. */
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
  /** Word below a balance, before its moment. */
  asOf: string
  /** Word below a payment by voucher. */
  voucher: string
  voucherReloaded: string
  voucherNumber: string
  voucherLeft: string
  /** Text above the QR code of the receipt page. */
  online: string
  /** Texts of the page of a receipt that does not exist yet. */
  onItsWay: { title: string; text: string }
  /** Texts below a receipt in a mail: the link to its page, and the note that replies are not read. */
  mail: { page: string; note: string }
  /** Words of the fiscal receipt, once a provider has made it. */
  fiscal: Record<FiscalWord, string> & {
    /** Tax system, in Russia. */
    taxSystem: string
    taxSystems: Record<RussianTaxSystem, string>
    /** Kind of the settlement (tag 1054). */
    income: { title: string; sale: string; return: string }
  }
  /** Note required on a slip that no fiscal device has printed (docs/domain.md#printed-receipts). */
  notFiscal: string
  /** Words of price labels. */
  label: { title: string; per: string }
  tenders: Record<TenderType, string>
}
