import { UnstyledButton, VisuallyHidden } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { TillStatus } from '#shared/contracts/till/till.ts'
import { useFormat } from '#shared/ui/i18n/format-context.tsx'
import styles from './status.module.css'
import { useStatus } from './use-status.ts'

/** One quiet word on the connection, and how many sales wait since when. Never in the way. */
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
        <WaitingSales upload={status.upload} />
      </span>
    </UnstyledButton>
  )
}

function WaitingSales({ upload }: { upload: TillStatus['upload'] }) {
  const { t } = useTranslation()
  const format = useFormat()
  if (upload.waiting === 0) return null
  return (
    <small>
      {t('status.waitingShort', {
        count: upload.waiting,
        age: upload.oldestWaitingAt ? format.since(upload.oldestWaitingAt) : '',
      })}
    </small>
  )
}
