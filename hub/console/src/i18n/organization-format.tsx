import type { ReactNode } from 'react'
import { FormatProvider } from '#shared/ui/i18n/format-context.tsx'
import { useOrganization } from '../api/use-organization.ts'

/** Provides formats in the currency and time zone of the current organization. */
export function OrganizationFormat({ children }: { children: ReactNode }) {
  const organization = useOrganization()
  return (
    <FormatProvider currency={organization?.currency} timeZone={organization?.timeZone}>
      {children}
    </FormatProvider>
  )
}
