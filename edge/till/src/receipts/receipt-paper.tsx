import { useTranslation } from 'react-i18next'
import type { Receipt } from '#shared/contracts/till/till.ts'
import { receiptDocument } from '#shared/receipts/receipt-document.ts'
import { Paper } from '#shared/ui/paper/paper.tsx'
import { usePaperLayout } from '../printing/use-paper-layout.ts'

interface ReceiptPaperProps {
  receipt: Receipt
  isCopy?: boolean
}

/** The receipt as printed for the customer, in the language of the shop's receipts. */
export function ReceiptPaper({ receipt, isCopy = false }: ReceiptPaperProps) {
  const { t } = useTranslation()
  const layout = usePaperLayout()
  return (
    <Paper
      document={receiptDocument(receipt, layout, { isCopy })}
      label={t('receipt.titled', { number: receipt.receiptNumber })}
    />
  )
}
