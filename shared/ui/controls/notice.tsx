import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import styles from './notice.module.css'

interface NoticeProps {
  /** Severity: a problem blocks the user, a warning only informs. */
  kind: 'problem' | 'warning'
  title?: string
  children: ReactNode
}

/** Notice shown within the page until it no longer applies. */
export function Notice({ kind, title, children }: NoticeProps) {
  return (
    <div className={styles.notice} data-kind={kind} role={kind === 'problem' ? 'alert' : 'status'}>
      <IconAlertTriangle size={24} aria-hidden />
      <div>
        {title && <strong>{title}</strong>}
        <div>{children}</div>
      </div>
    </div>
  )
}
