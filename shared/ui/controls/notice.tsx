import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import styles from './notice.module.css'

interface NoticeProps {
  /** A problem stands in the way; a warning wants to be known. */
  kind: 'problem' | 'warning'
  title?: string
  children: ReactNode
}

/** Words that must be seen, in place, until they no longer hold. */
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
