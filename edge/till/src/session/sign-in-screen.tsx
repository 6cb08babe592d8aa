import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ColorSchemeSwitch } from '#shared/ui/controls/color-scheme-switch.tsx'
import { LanguageSwitch } from '#shared/ui/i18n/language-switch.tsx'
import { StatusIndicator } from '../status/status-indicator.tsx'
import { StatusPanel } from '../status/status-panel.tsx'
import { useSettings } from '../status/use-status.ts'
import { TillChoiceDialog } from '../tills/till-choice.tsx'
import { useTill } from '../tills/use-till.ts'
import { CashierChoice } from './cashier-choice.tsx'
import styles from './session.module.css'

export function SignInScreen() {
  const settings = useSettings()
  const { t } = useTranslation()
  const till = useTill(true)
  const [isChoosing, setIsChoosing] = useState(false)
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
          {till && (
            <Button variant="default" h={48} px={14} onClick={() => setIsChoosing(true)}>
              {t('till.numbered', { number: till.number })}
            </Button>
          )}
          <StatusIndicator onClick={() => setIsStatusOpen(true)} />
          <LanguageSwitch />
          <ColorSchemeSwitch />
        </div>
      </header>
      <CashierChoice />
      {isChoosing && <TillChoiceDialog onClose={() => setIsChoosing(false)} />}
      {isStatusOpen && <StatusPanel onClose={() => setIsStatusOpen(false)} />}
    </main>
  )
}
