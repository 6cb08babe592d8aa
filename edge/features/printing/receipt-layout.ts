import { readBitmap } from '#shared/receipts/bitmap.ts'
import type { PaperWidth } from '#shared/receipts/document.ts'
import { type ReceiptLayout, receiptDocument } from '#shared/receipts/receipt-document.ts'
import { must } from '#shared/std/must.ts'
import type { ReplicaSettings } from '#shared/sync/download.ts'
import type { Journal } from '../../journal/journal.ts'
import type { PrintJob } from '../../journal/print-spool.ts'
import type { Pictures } from '../pictures/pictures.ts'
import type { FiscalSources } from '../receipts/fiscal.ts'
import { presentReceipt } from '../receipts/present.ts'

type PictureFinder = Pick<Pictures, 'find' | 'store'>

/** How the retail point has its receipts, on paper of this width. Without the logo as long as that has not been fetched. */
export function receiptLayout(
  settings: ReplicaSettings,
  pictures: PictureFinder,
  paperWidth: PaperWidth,
): ReceiptLayout {
  const key = findLogo(settings, pictures, paperWidth)
  const logo = key ? pictures.store.read(key) : null
  return {
    ...settings,
    ...{ paperWidth, language: settings.receiptLanguage },
    logo: logo && readBitmap(logo.content),
  }
}

/** The key of its picture; null: there is none, or it is being fetched. */
export const findLogo = (
  { logoPath }: Pick<ReplicaSettings, 'logoPath'>,
  pictures: Pick<Pictures, 'find'>,
  paperWidth: PaperWidth,
): string | null => pictures.find(logoPath && `${logoPath}/${paperWidth}.pbm`)

/** What is printed for a job that names a receipt. */
export function receiptOfJob(
  sources: FiscalSources & { journal: Journal; pictures: PictureFinder },
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
    receiptLayout(settings, sources.pictures, paperWidth),
    { isCopy },
  )
}
