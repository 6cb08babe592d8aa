import { Button, Loader } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { showProblem } from '#shared/ui/controls/message.tsx'
import { Notice } from '#shared/ui/controls/notice.tsx'
import { agent } from '../api/agent.ts'
import { useProblemText } from '../api/problem-text.ts'
import { usePress } from '../api/use-press.ts'
import { receiptLanguageOf } from '../i18n/receipt-language.ts'
import { ScrolledPaper } from '../printing/scrolled-paper.tsx'
import { PRINTING_KEY, usePrinting } from '../printing/use-printing.ts'
import { usePrinter } from '../receipts/printer.tsx'
import { ReportPaper } from './report-paper.tsx'
import styles from './shift.module.css'
import { fetchReport } from './use-shift.ts'

interface ReportViewProps {
  /** Number of a closed shift, for its Z report. Null for the X report of the open shift. */
  number: number | null
  children?: ReactNode
}

/** An X or Z report as printed. */
export function ReportView({ number, children }: ReportViewProps) {
  const { t, i18n } = useTranslation()
  const client = useQueryClient()
  const problemText = useProblemText()
  const printInBrowser = usePrinter()
  const hasPrinter = usePrinting().data?.printer != null
  const { data: report, error } = useQuery({
    queryKey: ['shift-report', number],
    queryFn: () => fetchReport(number),
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  })
  const press = usePress(async (command, paper: ReactNode) => {
    if (!hasPrinter) return printInBrowser(paper)
    const language = receiptLanguageOf(i18n.language)
    client.setQueryData(PRINTING_KEY, await agent.printReport(number, { language }, command))
  })
  const { mutate: print, isPending: isPrinting } = useMutation({
    mutationFn: press,
    onError: (problem) => showProblem(problemText(problem)),
  })
  if (error) return <Notice kind="problem">{problemText(error)}</Notice>
  if (!report) return <Loader />
  return (
    <div className={styles.form}>
      <ScrolledPaper className={styles.paperScroll ?? ''}>
        <ReportPaper report={report} />
      </ScrolledPaper>
      <Button
        variant="default"
        h={60}
        leftSection={<IconPrinter size={24} />}
        loading={isPrinting}
        onClick={() => print(<ReportPaper report={report} />)}
      >
        {t('receipt.print')}
      </Button>
      {children}
    </div>
  )
}
