import { Button, Group, Text } from '@mantine/core'
import { IconPrinterOff } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { TillPrinting } from '#shared/contracts/till/printing.ts'
import { showProblem } from '#shared/ui/controls/message.tsx'
import { agent } from '../api/agent.ts'
import { useProblemText } from '../api/problem-text.ts'
import { PRINTING_KEY, usePrinting } from './use-printing.ts'

/** Shows the problem that blocks the oldest print job, with the possible actions. Empty without a problem. */
export function PrintTrouble() {
  const { t } = useTranslation()
  const problemText = useProblemText()
  const client = useQueryClient()
  const { data } = usePrinting()
  const { mutate, isPending } = useMutation({
    mutationFn: (action: () => Promise<TillPrinting>) => action(),
    onSuccess: (printing) => client.setQueryData(PRINTING_KEY, printing),
    onError: (error) => showProblem(problemText(error)),
  })
  const job = data?.jobs.find(({ problem }) => problem !== null)
  if (!job?.problem) return null
  return (
    <div role="status">
      <Text fz="lg" fw={550} style={{ display: 'flex', gap: 8 }}>
        <IconPrinterOff size={22} style={{ flex: 'none' }} aria-hidden />
        {t(`printing.problem.${job.problem}`)}
      </Text>
      <Group gap={8} mt={8}>
        <Button
          variant="default"
          h={48}
          loading={isPending}
          onClick={() => mutate(() => agent.retryPrinting())}
        >
          {t('printing.retry')}
        </Button>
        <Button
          variant="default"
          h={48}
          disabled={isPending}
          onClick={() => mutate(() => agent.cancelPrintJob(String(job.id)))}
        >
          {t('printing.cancel')}
        </Button>
      </Group>
    </div>
  )
}
