import { Button } from '@mantine/core'
import { IconArrowBackUp, IconPlayerPause, IconReceipt, IconUser } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { KeyHint } from '#shared/ui/controls/key-hint.tsx'
import type { SignedInCashier } from '../session/use-session.ts'
import { StatusIndicator } from '../status/status-indicator.tsx'
import { useSettings } from '../status/use-status.ts'
import styles from './selling.module.css'

export type HeaderDialog = 'parked' | 'return' | 'receipts' | 'cashier'

interface SellingHeaderProps {
  cashier: SignedInCashier
  mayReturn: boolean
  onOpen: (dialog: HeaderDialog) => void
}

export function SellingHeader({ cashier, mayReturn, onOpen }: SellingHeaderProps) {
  const { t } = useTranslation()
  const settings = useSettings()
  return (
    <header className={styles.header}>
      <div className={styles.place}>
        {settings?.retailPointName}
        <small>{settings?.organizationName}</small>
      </div>
      <HeaderButton icon={<IconPlayerPause size={20} />} shortcut="F4" onClick={() => onOpen('parked')}>
        {t('parked.title')}
      </HeaderButton>
      <HeaderButton
        icon={<IconArrowBackUp size={20} />}
        shortcut="F7"
        isDisabled={!mayReturn}
        onClick={() => onOpen('return')}
      >
        {t('return.title')}
      </HeaderButton>
      <HeaderButton icon={<IconReceipt size={20} />} shortcut="F8" onClick={() => onOpen('receipts')}>
        {t('receipts.title')}
      </HeaderButton>
      <StatusIndicator />
      <Button
        variant="default"
        h={48}
        size="md"
        px={14}
        maw={240}
        title={cashier.name}
        className={styles.cashier ?? ''}
        leftSection={<IconUser size={20} />}
        aria-label={t('session.switchFrom', { name: cashier.name })}
        aria-keyshortcuts="F10"
        onClick={() => onOpen('cashier')}
      >
        <span>{cashier.name}</span>
      </Button>
    </header>
  )
}

interface HeaderButtonProps {
  icon: ReactNode
  shortcut: string
  isDisabled?: boolean
  onClick: () => void
  children: string
}

function HeaderButton({ icon, shortcut, isDisabled = false, onClick, children }: HeaderButtonProps) {
  return (
    <Button
      variant="default"
      h={48}
      size="md"
      px={12}
      leftSection={icon}
      classNames={{ section: styles.icon ?? '' }}
      disabled={isDisabled}
      aria-keyshortcuts={shortcut}
      onClick={onClick}
    >
      {children} <KeyHint>{shortcut}</KeyHint>
    </Button>
  )
}
