import { UnstyledButton, VisuallyHidden } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { TillStatus } from '#shared/contracts/till/till.ts'
import { useFormat } from '#shared/ui/i18n/format-context.tsx'
import styles from './status.module.css'
import { useNextTry, useStatus } from './use-status.ts'

/**
 * Small indicator of the connection and of the waiting sales, with the time of the oldest. It never blocks
 * the cashier.
 */
export function StatusIndicator({ onClick }: { onClick: () => void }) {
  const { t } = useTranslation()
  const { status, isSilent } = useStatus()
  if (!status) return null
  const state = isSilent ? 'silent' : status.trouble.length > 0 ? 'trouble' : status.connection
  return (
    <UnstyledButton className={styles.indicator} data-state={state} aria-haspopup="dialog" onClick={onClick}>
      <span className={styles.dot} aria-hidden />
      <span>
        <VisuallyHidden>{t('status.label')} </VisuallyHidden>
        {t(`status.${state}`)}
        <Waiting upload={status.upload} />
      </span>
    </UnstyledButton>
  )
}

/** Shows the number of waiting items and the time until the next request to head office. */
function Waiting({ upload }: { upload: TillStatus['upload'] }) {
  const { t } = useTranslation()
  const format = useFormat()
  const nextTry = useNextTry()
  const parts = [
    upload.waiting > 0 &&
      t('status.waitingShort', {
        count: upload.waiting,
        age: upload.oldestWaitingAt ? format.since(upload.oldestWaitingAt) : '',
      }),
    nextTry !== null && t('status.nextTryShort', { time: format.duration(nextTry * 1000) }),
  ].filter(Boolean)
  return parts.length > 0 && <small>{parts.join(' · ')}</small>
}
