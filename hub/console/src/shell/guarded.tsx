import type { ReactNode } from 'react'
import { useMay } from '../api/may.ts'
import { useText } from '../i18n/use-text.ts'
import type { PageEntry } from '../page-entry.ts'
import { Notice } from './notice.tsx'

/** Shows the page to users with the required access. Other users see a notice that names the missing permission. */
export function Guarded({ may, children }: { may: PageEntry['may']; children: ReactNode }) {
  const t = useText()
  const isAllowed = useMay()
  if (isAllowed(may)) return children
  return <Notice title={t('shell.forbidden')} text={t('shell.forbiddenWhy', { permission: may })} />
}
