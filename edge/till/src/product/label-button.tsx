import { Button } from '@mantine/core'
import { IconTag } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { TillProductDetails } from '#shared/contracts/till/tiles.ts'
import { labelDocument } from '#shared/receipts/label-document.ts'
import { showProblem } from '#shared/ui/controls/message.tsx'
import { Paper } from '#shared/ui/paper/paper.tsx'
import { agent } from '../api/agent.ts'
import { useProblemText } from '../api/problem-text.ts'
import { usePress } from '../api/use-press.ts'
import { usePaperLayout } from '../printing/use-paper-layout.ts'
import { PRINTING_KEY, usePrinting } from '../printing/use-printing.ts'
import { usePrinter } from '../receipts/printer.tsx'
import { useSettings } from '../status/use-status.ts'

/**
 * Button that prints one price label, on the till's printer or in the browser. Hidden for a product without a
 * price.
 */
export function LabelButton({ product }: { product: TillProductDetails }) {
  const { t } = useTranslation()
  const problemText = useProblemText()
  const client = useQueryClient()
  const layout = usePaperLayout()
  const currencyCode = useSettings()?.currencyCode ?? ''
  const printInBrowser = usePrinter()
  const { data: printing } = usePrinting()
  const print = usePress(async (command) => {
    if (printing?.printer != null) {
      client.setQueryData(PRINTING_KEY, await agent.printLabels(product.id, { copies: 1 }, command))
      return
    }
    const at = new Date().toISOString()
    const document = labelDocument({ ...product, currencyCode }, layout, { copies: 1, at })
    await printInBrowser(<Paper document={document} label={document.title} />)
  })
  const { mutate, isPending } = useMutation({
    mutationFn: () => print(null),
    onError: (error) => showProblem(problemText(error)),
  })
  return (
    <Button
      variant="default"
      h={56}
      size="md"
      leftSection={<IconTag size={22} aria-hidden />}
      loading={isPending}
      disabled={product.price === 0 || printing === undefined}
      onClick={() => mutate()}
    >
      {t('product.printLabel')}
    </Button>
  )
}
