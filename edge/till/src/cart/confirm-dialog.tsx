import { Button, Group, Modal, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'

interface ConfirmDialogProps {
  title: string
  question: string
  /** Label of the button that cancels. It has the focus when the command is dangerous. */
  goBack: string
  confirm: string
  isDangerous: boolean
  onConfirm: () => void
  onClose: () => void
}

/** Asks for confirmation before a command. */
export function ConfirmDialog({ title, question, goBack, confirm, isDangerous, ...on }: ConfirmDialogProps) {
  const { t } = useTranslation()
  return (
    <Modal
      opened
      onClose={on.onClose}
      size={480}
      title={title}
      closeButtonProps={{ size: 48, 'aria-label': t('dialog.close') }}
    >
      <Text fz="lg" mb={24}>
        {question}
      </Text>
      <Group grow>
        <Button variant="default" h={60} onClick={on.onClose} data-autofocus={isDangerous || undefined}>
          {goBack}
        </Button>
        <Button
          {...(isDangerous && { color: 'red.8' })}
          h={60}
          data-autofocus={!isDangerous || undefined}
          onClick={() => {
            on.onClose()
            on.onConfirm()
          }}
        >
          {confirm}
        </Button>
      </Group>
    </Modal>
  )
}
