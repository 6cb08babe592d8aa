import { Text } from '@mantine/core'
import { useState } from 'react'
import { ColorSchemeSwitch } from '#shared/ui/controls/color-scheme-switch.tsx'
import { LanguageSwitch } from '#shared/ui/i18n/language-switch.tsx'
import { StatusIndicator } from '../status/status-indicator.tsx'
import { StatusPanel } from '../status/status-panel.tsx'
import { useSettings } from '../status/use-status.ts'
import { CashierChoice } from './cashier-choice.tsx'
import styles from './session.module.css'

export function SignInScreen() {
  const settings = useSettings()
  const [isStatusOpen, setIsStatusOpen] = useState(false)
  return (
    <main className={styles.page}>
      <header className={styles.header}>
        <div>
          <Text fw={650} fz="lg">
            {settings?.retailPointName}
          </Text>
          <Text c="dimmed">{settings?.organizationName}</Text>
        </div>
        <div style={{ display: 'flex', gap: 12 }}>
          <StatusIndicator onClick={() => setIsStatusOpen(true)} />
          <LanguageSwitch />
          <ColorSchemeSwitch />
        </div>
      </header>
      <CashierChoice />
      {isStatusOpen && <StatusPanel onClose={() => setIsStatusOpen(false)} />}
    </main>
  )
}
