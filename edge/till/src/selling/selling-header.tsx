import { Button } from '@mantine/core'
import { IconMenu2, IconUser } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { KeyHint } from '#shared/ui/controls/key-hint.tsx'
import type { CommandId } from '../commands/commands.ts'
import { type KeyName, keyOf } from '../commands/keys.ts'
import type { Commands } from '../commands/use-commands.ts'
import type { SignedInCashier } from '../session/use-session.ts'
import { StatusIndicator } from '../status/status-indicator.tsx'
import { useSettings, useStatus } from '../status/use-status.ts'
import { useTill } from '../tills/use-till.ts'
import styles from './selling.module.css'

interface SellingHeaderProps {
  cashier: SignedInCashier
  commands: Commands
  onMenu: () => void
}

export function SellingHeader({ cashier, commands, onMenu }: SellingHeaderProps) {
  const { t } = useTranslation()
  const settings = useSettings()
  const till = useTill(true)
  const parkedCarts = useStatus().status?.parkedCarts ?? 0
  return (
    <header className={styles.header}>
      <Button
        variant="default"
        h={48}
        size="md"
        px={12}
        leftSection={<IconMenu2 size={22} />}
        aria-haspopup="dialog"
        aria-keyshortcuts={keyOf('menu')}
        onClick={onMenu}
      >
        <span className={styles.words}>{t('menu.title')}</span> <KeyHint>{keyOf('menu')}</KeyHint>
      </Button>
      <div className={styles.place}>
        {till && <span>{t('till.numbered', { number: till.number })}</span>}
        <small>{settings?.retailPointName}</small>
      </div>
      <HeaderButton id="parked" commands={commands} count={parkedCarts} />
      <HeaderButton id="return" commands={commands} />
      <HeaderButton id="receipts" commands={commands} />
      <StatusIndicator onClick={() => commands.run('status')} />
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
        aria-keyshortcuts={keyOf('switchCashier')}
        onClick={() => commands.run('switchCashier')}
      >
        <span>{cashier.name}</span>
      </Button>
    </header>
  )
}

interface HeaderButtonProps {
  id: CommandId & KeyName
  commands: Commands
  /** Number of waiting items, shown on the button. */
  count?: number
}

/** Header button for a frequently used command. */
function HeaderButton({ id, commands, count = 0 }: HeaderButtonProps) {
  const { t } = useTranslation()
  const { icon: Icon, disabledReason } = commands.get(id)
  return (
    <Button
      variant="default"
      h={48}
      size="md"
      px={12}
      leftSection={<Icon size={20} />}
      classNames={{ section: styles.icon ?? '' }}
      data-often
      disabled={disabledReason !== null}
      title={disabledReason ?? undefined}
      aria-keyshortcuts={keyOf(id)}
      onClick={() => commands.run(id)}
    >
      {t(`command.${id}`)}
      {count > 0 && <span className={styles.count}>{count}</span>} <KeyHint>{keyOf(id)}</KeyHint>
    </Button>
  )
}
