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

/**
 * Returns the receipt layout of the retail point for this paper width. The logo is missing until it has been
 * downloaded.
 */
export function receiptLayout(
  settings: ReplicaSettings,
  pictures: PictureFinder,
  paperWidth: PaperWidth,
): ReceiptLayout {
  const key = findLogo(settings, pictures, paperWidth)
  const logo = key ? pictures.store.read(key) : null
  return {
    ...settings,
    paperWidth,
    language: settings.receiptLanguage,
    logo: logo && readBitmap(logo.content),
  }
}

/** Returns the picture key of the logo. Returns null when there is no logo or it is not downloaded yet. */
export const findLogo = (
  { logoPath }: Pick<ReplicaSettings, 'logoPath'>,
  pictures: Pick<Pictures, 'find'>,
  paperWidth: PaperWidth,
): string | null => pictures.find(logoPath && `${logoPath}/${paperWidth}.pbm`)

/** Returns the receipt document of a print job. */
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
