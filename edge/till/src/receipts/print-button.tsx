import { Button } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Receipt } from '#shared/contracts/till.ts'
import { agent } from '../api/agent.ts'
import { useProblemText } from '../api/problem-text.ts'
import { showProblem } from '../controls/message.tsx'
import { PrintedReceipt } from './printed-receipt.tsx'
import { RECEIPTS_KEY } from './use-receipts.ts'

interface PrintButtonProps {
  receipt: Receipt
  /** A receipt that was never printed is printed without being asked for. */
  isAutomatic?: boolean
}

/** Counts the printing before it prints, so that there are never two originals. */
export function PrintButton({ receipt, isAutomatic = false }: PrintButtonProps) {
  const { t } = useTranslation()
  const problemText = useProblemText()
  const client = useQueryClient()
  const [printedBefore, setPrintedBefore] = useState(receipt.printedCount)
  const [isPrinting, setIsPrinting] = useState(false)
  const count = Math.max(printedBefore, receipt.printedCount)
  const print = useMutation({
    mutationFn: () => agent.receiptPrinted(receipt.receiptNumber),
    onSuccess: () => setIsPrinting(true),
    onError: (error) => showProblem(problemText(error)),
  })
  const isBegun = useRef(false)
  const { mutate } = print
  useEffect(() => {
    if (!isAutomatic || isBegun.current || count > 0) return
    isBegun.current = true
    mutate()
  }, [isAutomatic, count, mutate])
  const onPrinted = useCallback(() => {
    setIsPrinting(false)
    setPrintedBefore(count + 1)
    void client.invalidateQueries({ queryKey: RECEIPTS_KEY })
  }, [client, count])
  return (
    <>
      <Button
        variant="default"
        h={60}
        leftSection={<IconPrinter size={24} />}
        loading={print.isPending || isPrinting}
        onClick={() => print.mutate()}
      >
        {t(count > 0 ? 'receipt.printCopy' : 'receipt.print')}
      </Button>
      {isPrinting && <PrintedReceipt receipt={receipt} isCopy={count > 0} onPrinted={onPrinted} />}
    </>
  )
}
