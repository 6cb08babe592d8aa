import { Button, Group, Modal, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Notice } from '#shared/ui/controls/notice.tsx'
import { agent } from '../api/agent.ts'
import { useProblemText } from '../api/problem-text.ts'
import { useIsTraining } from '../session/use-session.ts'

/** Dialog to begin or end training. */
export function TrainingDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const problemText = useProblemText()
  const isTraining = useIsTraining()
  const training = useTraining()
  return (
    <Modal
      opened
      onClose={onClose}
      size={520}
      title={t('training.title')}
      closeButtonProps={{ size: 48, 'aria-label': t('dialog.close') }}
    >
      <Text fz="lg" mb={20}>
        {t(isTraining ? 'training.endLead' : 'training.beginLead')}
      </Text>
      {training.error && <Notice kind="problem">{problemText(training.error)}</Notice>}
      <Group grow mt={16}>
        <Button variant="default" h={60} onClick={onClose}>
          {t('training.cancel')}
        </Button>
        <Button
          h={60}
          color={isTraining ? 'ink' : 'warn'}
          loading={training.isPending}
          onClick={() => training.mutate(!isTraining, { onSuccess: onClose })}
        >
          {t(isTraining ? 'training.end' : 'training.begin')}
        </Button>
      </Group>
    </Modal>
  )
}

/** Begins or ends training. All data is refetched, because training has its own cart, receipts and shift. */
function useTraining() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (isOn: boolean) => (isOn ? agent.beginTraining() : agent.endTraining()),
    onSuccess: () => client.invalidateQueries(),
  })
}
