import type { RussianTaxSystem } from '#shared/contracts/organization/russian-tax-system.ts'
import type { TenderType } from '#shared/pricing/tenders.ts'
import type { ReceiptLanguage } from '../document.ts'
import { EN } from './en.ts'
import { KK } from './kk.ts'
import { RU } from './ru.ts'

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

/** What is printed on receipts besides names and figures. */
export interface ReceiptWords {
  /** In the title of a print job. */
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
  /** Before the name of a promotion, below the discount that it is part of. */
  promotion: string
  total: string
  refunded: string
  /** The title of a paper with a return and a sale, and its last line. */
  exchange: string
  restPaid: string
  restGivenBack: string
  vatIncluded: string
  vatOnTop: string
  withoutVat: string
  /** Of a line, after its discount. */
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
  /** Below a balance: the moment that it is of. */
  asOf: string
  /** Below what a voucher has paid. */
  voucher: string
  voucherReloaded: string
  voucherNumber: string
  voucherLeft: string
  /** Above the QR code of the receipt's page. */
  online: string
  /** On the page of a receipt that is not there. */
  onItsWay: { title: string; text: string }
  /** Below a receipt in a mail: its page, and that nobody reads an answer. */
  mail: { page: string; note: string }
  /** Of the fiscal receipt, once a provider has made it. */
  fiscal: Record<FiscalWord, string> & {
    /** In Russia. */
    taxSystem: string
    taxSystems: Record<RussianTaxSystem, string>
    /** What the money was for (tag 1054). */
    income: { title: string; sale: string; return: string }
  }
  /** Required on a slip that no fiscal device has printed (docs/domain.md#printed-receipts). */
  notFiscal: string
  /** Of prices. */
  label: { title: string; per: string }
  tenders: Record<TenderType, string>
}

export const RECEIPT_WORDS: Record<ReceiptLanguage, ReceiptWords> = { en: EN, ru: RU, kk: KK }
