import { useTranslation } from 'react-i18next'
import { type Amount, amountToNumber } from '#shared/money/decimal.ts'
import { useFormat } from '#shared/ui/i18n/format-context.tsx'
import { ConfirmDialog } from '../cart/confirm-dialog.tsx'

interface UnlikelyCashDialogProps {
  received: Amount
  change: Amount
  onConfirm: () => void
  onClose: () => void
}

/** Asks to confirm an unlikely amount of cash, such as a typing error or a barcode scanned into the wrong field. */
export function UnlikelyCashDialog({ received, change, onConfirm, onClose }: UnlikelyCashDialogProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const money = (sum: Amount) => format.money(amountToNumber(sum))
  return (
    <ConfirmDialog
      title={t('payment.unlikely')}
      question={t('payment.unlikelyQuestion', { received: money(received), change: money(change) })}
      goBack={t('payment.correct')}
      confirm={t('payment.confirmUnlikely')}
      isDangerous
      onConfirm={onConfirm}
      onClose={onClose}
    />
  )
}
