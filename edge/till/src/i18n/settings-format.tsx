import type { ReactNode } from 'react'
import { FormatProvider } from '#shared/ui/i18n/format-context.tsx'
import { useSettings } from '../status/use-status.ts'

/** Provides formats in the currency and time zone of the retail point. */
export function SettingsFormat({ children }: { children: ReactNode }) {
  const settings = useSettings()
  return (
    <FormatProvider currency={settings?.currencyCode} timeZone={settings?.timeZone}>
      {children}
    </FormatProvider>
  )
}
