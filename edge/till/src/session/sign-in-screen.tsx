import { Text } from '@mantine/core'
import { ColorSchemeSwitch } from '#shared/ui/controls/color-scheme-switch.tsx'
import { LanguageSwitch } from '#shared/ui/i18n/language-switch.tsx'
import { StatusIndicator } from '../status/status-indicator.tsx'
import { useSettings } from '../status/use-status.ts'
import { CashierChoice } from './cashier-choice.tsx'
import styles from './session.module.css'

export function SignInScreen() {
  const settings = useSettings()
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
          <StatusIndicator />
          <LanguageSwitch />
          <ColorSchemeSwitch />
        </div>
      </header>
      <CashierChoice />
    </main>
  )
}
