import type { ReactNode } from 'react'
import { FormatProvider } from '#shared/ui/i18n/format-context.tsx'
import { useSession } from '../api/session.ts'

/** Money and times of the organization that is worked in. */
export function OrganizationFormat({ children }: { children: ReactNode }) {
  const session = useSession()
  const organization =
    session.state === 'signed-in' ? (session.visit?.organization ?? session.me.organization) : null
  return (
    <FormatProvider currency={organization?.currency} timeZone={organization?.timeZone}>
      {children}
    </FormatProvider>
  )
}
