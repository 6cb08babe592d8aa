import { Button, Group, Modal, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { type Amount, amountToNumber } from '#shared/money/decimal.ts'
import { useFormat } from '#shared/ui/i18n/format-context.tsx'

interface UnlikelyCashDialogProps {
  received: Amount
  change: Amount
  onConfirm: () => void
  onClose: () => void
}

/** More cash than any customer hands over: a slip of the finger, or a barcode in the wrong field. */
export function UnlikelyCashDialog({ received, change, onConfirm, onClose }: UnlikelyCashDialogProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const money = (sum: Amount) => format.money(amountToNumber(sum))
  return (
    <Modal
      opened
      onClose={onClose}
      size={480}
      title={t('payment.unlikely')}
      closeButtonProps={{ size: 48, 'aria-label': t('dialog.close') }}
    >
      <Text fz="lg" mb={24}>
        {t('payment.unlikelyQuestion', { received: money(received), change: money(change) })}
      </Text>
      <Group grow>
        <Button variant="default" h={60} onClick={onClose} data-autofocus>
          {t('payment.correct')}
        </Button>
        <Button
          color="red.8"
          h={60}
          onClick={() => {
            onClose()
            onConfirm()
          }}
        >
          {t('payment.confirmUnlikely')}
        </Button>
      </Group>
    </Modal>
  )
}
