import type { ReceiptLanguage } from '#shared/domain/receipt-languages.ts'
import { PAPER_WIDTHS } from '#shared/receipts/document.ts'
import type { ReceiptLayout } from '#shared/receipts/receipt-document.ts'
import { useSettings } from '../status/use-status.ts'
import { useLogo } from './use-logo.ts'

/** Returns the document layout of the retail point. The language defaults to that of its receipts. */
export function usePaperLayout(language?: ReceiptLanguage): ReceiptLayout {
  const settings = useSettings()
  const logo = useLogo()
  return {
    organizationName: settings?.organizationName ?? '',
    taxId: settings?.taxId ?? null,
    retailPointName: settings?.retailPointName ?? '',
    address: settings?.address ?? null,
    receiptHeader: settings?.receiptHeader ?? null,
    receiptFooter: settings?.receiptFooter ?? null,
    paperWidth: PAPER_WIDTHS.find((width) => width === settings?.paperWidth) ?? 80,
    language: language ?? settings?.receiptLanguage ?? 'en',
    timeZone: settings?.timeZone ?? 'UTC',
    logo,
  }
}
