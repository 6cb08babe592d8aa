import { Button } from '@mantine/core'
import { IconClockExclamation } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './shift.module.css'
import { useShift } from './use-shift.ts'

/** Notice that the open shift was probably forgotten or belongs to another cashier, with a button to close it. */
export function ShiftNotice({ onCloseShift }: { onCloseShift: () => void }) {
  const { t } = useTranslation()
  const { shift } = useShift()
  const [dismissed, setDismissed] = useState<string | null>(null)
  if (!shift?.attention) return null
  const subject = `${shift.id} ${shift.attention}`
  if (dismissed === subject) return null
  return (
    <div className={styles.notice} role="status">
      <IconClockExclamation size={24} aria-hidden />
      <span>{t(`shift.attention.${shift.attention}`, { name: shift.openedBy })}</span>
      <Button variant="default" h={44} size="md" onClick={onCloseShift}>
        {t('shift.closeIt')}
      </Button>
      <Button variant="subtle" c="inherit" h={44} size="md" onClick={() => setDismissed(subject)}>
        {t('shift.goOn')}
      </Button>
    </div>
  )
}
