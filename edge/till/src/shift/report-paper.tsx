import { useTranslation } from 'react-i18next'
import type { ShiftReport } from '#shared/contracts/till/shift.ts'
import { shiftReportDocument } from '#shared/receipts/shift-report-document.ts'
import { Paper } from '#shared/ui/paper/paper.tsx'
import { receiptLanguageOf } from '../i18n/receipt-language.ts'
import { usePaperLayout } from '../printing/use-paper-layout.ts'
import { useIsTraining } from '../session/use-session.ts'

/** The report as printed, in the language of the page. */
export function ReportPaper({ report }: { report: ShiftReport }) {
  const { i18n } = useTranslation()
  const isTraining = useIsTraining()
  const layout = usePaperLayout(receiptLanguageOf(i18n.language))
  const document = shiftReportDocument(report, layout, { isTraining })
  return <Paper document={document} label={document.title} />
}
