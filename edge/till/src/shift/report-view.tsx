import { Button, Loader } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Notice } from '#shared/ui/controls/notice.tsx'
import { useProblemText } from '../api/problem-text.ts'
import { usePrinter } from '../receipts/printer.tsx'
import { ReportPaper } from './report-paper.tsx'
import styles from './shift.module.css'
import { fetchReport } from './use-shift.ts'

interface ReportViewProps {
  /** Of a closed shift, for its Z; null: the X of the open one. */
  number: number | null
  children?: ReactNode
}

/** X or Z as it is printed. */
export function ReportView({ number, children }: ReportViewProps) {
  const { t } = useTranslation()
  const problemText = useProblemText()
  const print = usePrinter()
  const [isPrinting, setIsPrinting] = useState(false)
  const { data: report, error } = useQuery({
    queryKey: ['shift-report', number],
    queryFn: () => fetchReport(number),
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  })
  if (error) return <Notice kind="problem">{problemText(error)}</Notice>
  if (!report) return <Loader />
  return (
    <div className={styles.form}>
      <div className={styles.paperScroll}>
        <ReportPaper report={report} />
      </div>
      <Button
        variant="default"
        h={60}
        leftSection={<IconPrinter size={24} />}
        loading={isPrinting}
        onClick={() => {
          setIsPrinting(true)
          void print(<ReportPaper report={report} />).finally(() => setIsPrinting(false))
        }}
      >
        {t('receipt.print')}
      </Button>
      {children}
    </div>
  )
}
