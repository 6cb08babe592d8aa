import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showProblem } from '#shared/ui/controls/message.tsx'
import { agent } from '../api/agent.ts'
import { useProblemText } from '../api/problem-text.ts'
import { PrintTrouble } from './print-trouble.tsx'
import { PRINTERS_KEY, PRINTING_KEY, usePrinters, usePrinting } from './use-printing.ts'

/** Shows the agent's printers, the printer of this till, and the waiting jobs. */
export function PrintersDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const problemText = useProblemText()
  const client = useQueryClient()
  const { data: printers } = usePrinters()
  const { data: printing } = usePrinting()
  const [name, setName] = useState('')
  const [address, setAddress] = useState('tcp://')
  const { mutate, isPending } = useMutation({
    mutationFn: (action: () => Promise<unknown>) => action(),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: PRINTERS_KEY })
      void client.invalidateQueries({ queryKey: PRINTING_KEY })
    },
    onError: (error) => showProblem(problemText(error)),
  })
  return (
    <Modal
      opened
      onClose={onClose}
      size={860}
      title={t('printing.title')}
      closeButtonProps={{ size: 48, 'aria-label': t('dialog.close') }}
    >
      <Stack gap={16}>
        {printers?.items.length === 0 && <Text fz="lg">{t('printing.none')}</Text>}
        {printers?.items.map((printer) => (
          <Stack key={printer.name} gap={8}>
            <Text fz="lg" fw={600}>
              {printer.name}
            </Text>
            <Text c="var(--text-quiet)" style={{ overflowWrap: 'anywhere' }}>
              {printer.address}
              {printer.isFixed && ` · ${t('printing.fixed')}`}
            </Text>
            <Group gap={8}>
              <Button
                h={48}
                variant="default"
                disabled={isPending || printer.isChosen}
                onClick={() => mutate(() => agent.choosePrinter(printer.name))}
              >
                {t(printer.isChosen ? 'printing.used' : 'printing.use')}
              </Button>
              <Button
                h={48}
                variant="default"
                disabled={isPending}
                onClick={() => mutate(() => agent.testPrinter(printer.name))}
              >
                {t('printing.test')}
              </Button>
              <Button
                h={48}
                variant="default"
                disabled={isPending || printer.isFixed}
                onClick={() => mutate(() => agent.removePrinter(printer.name))}
              >
                {t('printing.remove')}
              </Button>
            </Group>
          </Stack>
        ))}
        <Group gap={8} align="end">
          <TextInput
            label={t('printing.name')}
            maxLength={64}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <TextInput
            label={t('printing.address')}
            flex={1}
            miw={220}
            spellCheck={false}
            value={address}
            onChange={(event) => setAddress(event.currentTarget.value)}
          />
          <Button
            h={48}
            loading={isPending}
            disabled={name.trim() === ''}
            onClick={() => mutate(() => agent.putPrinter(name.trim(), address.trim()))}
          >
            {t('printing.add')}
          </Button>
        </Group>
        <Text fz="lg" fw={600}>
          {t('printing.jobs')}
        </Text>
        {printing?.jobs.length === 0 && <Text>{t('printing.noJobs')}</Text>}
        {printing?.jobs.map((job) => (
          <Text key={job.id}>
            {[job.title, job.printer, t(`printing.state.${job.state}`), job.isCopy && t('printing.copy')]
              .filter(Boolean)
              .join(' · ')}
          </Text>
        ))}
        <PrintTrouble />
      </Stack>
    </Modal>
  )
}
