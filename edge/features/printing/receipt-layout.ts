import type { PaperWidth } from '#shared/receipts/document.ts'
import { type ReceiptLayout, receiptDocument } from '#shared/receipts/receipt-document.ts'
import { must } from '#shared/std/must.ts'
import type { ReplicaSettings } from '#shared/sync/download.ts'
import type { Journal } from '../../journal/journal.ts'
import type { PrintJob } from '../../journal/print-spool.ts'
import type { Replica } from '../../replica/replica.ts'
import { presentReceipt } from '../receipts/present.ts'

/** How the retail point has its receipts, on paper of this width. */
export function receiptLayout(settings: ReplicaSettings, paperWidth: PaperWidth): ReceiptLayout {
  return { ...settings, paperWidth, language: settings.receiptLanguage, logo: null }
}

/** What is printed for a job that names a receipt. */
export function receiptOfJob(
  sources: { journal: Journal; replica: Replica },
  { receiptNumber, isCopy }: PrintJob,
  paperWidth: PaperWidth,
) {
  const stored = must(
    sources.journal.read.receipts.findByNumber(receiptNumber ?? ''),
    'receipt of a print job',
  )
  const settings = must(
    sources.replica.find((reader) => reader.settings.find()),
    'settings of the retail point',
  )
  return receiptDocument(
    presentReceipt(stored, { ...sources, isTraining: false }),
    receiptLayout(settings, paperWidth),
    { isCopy },
  )
}
