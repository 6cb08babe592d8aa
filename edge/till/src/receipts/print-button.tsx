import { Button } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Receipt } from '#shared/contracts/till/till.ts'
import { showProblem } from '#shared/ui/controls/message.tsx'
import { agent } from '../api/agent.ts'
import { useProblemText } from '../api/problem-text.ts'
import { usePress } from '../api/use-press.ts'
import { PRINTING_KEY, usePrinting } from '../printing/use-printing.ts'
import { usePrinter } from './printer.tsx'
import { ReceiptPaper } from './receipt-paper.tsx'
import { RECEIPTS_KEY } from './use-receipts.ts'

interface PrintButtonProps {
  receipt: Receipt
  /** True to print a receipt automatically if it was never printed. */
  isAutomatic?: boolean
}

/**
 * Button that prints a receipt. The print is recorded first, so that there are never two originals. If the
 * till has a printer, the agent prints, also automatically where every receipt is printed. Otherwise the
 * browser prints.
 */
export function PrintButton({ receipt, isAutomatic = false }: PrintButtonProps) {
  const { t } = useTranslation()
  const problemText = useProblemText()
  const client = useQueryClient()
  const printInBrowser = usePrinter()
  const { data: printing } = usePrinting()
  // Nothing is printed automatically until the printer is known. Otherwise both the agent and the browser
  // could print.
  const hasPrinter = printing ? printing.printer !== null : null
  const [printedBefore, setPrintedBefore] = useState(receipt.printedCount)
  const count = Math.max(printedBefore, receipt.printedCount)
  const print = usePress(async (command) => {
    if (hasPrinter) {
      client.setQueryData(PRINTING_KEY, await agent.printReceipt(receipt.receiptNumber, command))
      return
    }
    await agent.receiptPrinted(receipt.receiptNumber, command)
    await printInBrowser(<ReceiptPaper receipt={receipt} isCopy={count > 0} />)
  })
  const { mutate, isPending } = useMutation({
    mutationFn: () => print(null),
    onSuccess: () => {
      setPrintedBefore(count + 1)
      void client.invalidateQueries({ queryKey: RECEIPTS_KEY })
    },
    onError: (error) => showProblem(problemText(error)),
  })
  const isBegun = useRef(false)
  useEffect(() => {
    if (!isAutomatic || hasPrinter !== false || isBegun.current || count > 0) return
    isBegun.current = true
    mutate()
  }, [isAutomatic, hasPrinter, count, mutate])
  return (
    <Button
      variant="default"
      h={60}
      leftSection={<IconPrinter size={24} />}
      loading={isPending}
      onClick={() => mutate()}
    >
      {t(count > 0 ? 'receipt.printCopy' : 'receipt.print')}
    </Button>
  )
}
