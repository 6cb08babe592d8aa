import { Button, Group, Modal } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { LanguageSwitch } from '#shared/ui/i18n/language-switch.tsx'
import { CashierChoice } from './cashier-choice.tsx'
import { useSignOut } from './use-session.ts'

/** Switches the cashier without signing out first. The cart stays on the screen behind. */
export function SwitchCashierDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const signOut = useSignOut()
  return (
    <Modal
      opened
      fullScreen
      styles={{ content: { maxHeight: 'none' } }}
      onClose={onClose}
      title={t('session.switch')}
      closeButtonProps={{ size: 48, 'aria-label': t('dialog.close') }}
    >
      <CashierChoice onSignedIn={onClose} />
      <Group justify="center" gap={16}>
        <Button
          variant="default"
          h={56}
          leftSection={<IconLock size={22} />}
          loading={signOut.isPending}
          onClick={() => signOut.mutate()}
        >
          {t('session.lock')}
        </Button>
        <LanguageSwitch />
      </Group>
    </Modal>
  )
}
