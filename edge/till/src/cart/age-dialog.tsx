import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'

interface AgeDialogProps {
  productName: string
  minimumAge: number
  onAnswer: (ageCheck: 'Confirmed' | 'Refused') => void
  onClose: () => void
}

/** Asks whether the customer is old enough. Each answer is recorded with the cashier's name. */
export function AgeDialog({ productName, minimumAge, onAnswer, onClose }: AgeDialogProps) {
  const { t } = useTranslation()
  const answer = (ageCheck: 'Confirmed' | 'Refused') => () => {
    onAnswer(ageCheck)
    onClose()
  }
  return (
    <Modal
      opened
      onClose={onClose}
      size={480}
      title={t('age.title', { age: minimumAge })}
      closeButtonProps={{ size: 48, 'aria-label': t('dialog.close') }}
    >
      <Stack gap={16}>
        <Text fz="lg">{t('age.question', { name: productName, age: minimumAge })}</Text>
        <Group grow>
          <Button h={60} fz="lg" variant="default" onClick={answer('Refused')}>
            {t('age.refuse')}
          </Button>
          <Button h={60} fz="lg" onClick={answer('Confirmed')}>
            {t('age.confirm', { age: minimumAge })}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
