import { Modal, UnstyledButton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { KeyHint } from '#shared/ui/controls/key-hint.tsx'
import styles from './commands.module.css'
import { type Command, type CommandId, SECTIONS } from './commands.ts'
import { isKeyName, keyOf } from './keys.ts'

interface MenuDialogProps {
  commands: readonly Command[]
  onClose: () => void
}

/** Lists all commands of the till by section. An unavailable command shows the reason. */
export function MenuDialog({ commands, onClose }: MenuDialogProps) {
  const { t } = useTranslation()
  return (
    <Modal
      opened
      onClose={onClose}
      size={980}
      title={t('menu.title')}
      closeButtonProps={{ size: 48, 'aria-label': t('dialog.close') }}
    >
      <nav className={styles.sections} aria-label={t('menu.title')}>
        {SECTIONS.map((section) => {
          const entries = commands.filter((command) => command.section === section)
          return (
            entries.length > 0 && (
              <section key={section} className={styles.section}>
                <h3>{t(`menu.section.${section}`)}</h3>
                {entries.map((command) => (
                  <MenuEntry key={command.id} command={command} onClose={onClose} />
                ))}
              </section>
            )
          )
        })}
      </nav>
    </Modal>
  )
}

function MenuEntry({ command, onClose }: { command: Command; onClose: () => void }) {
  const { t } = useTranslation()
  const { id, icon: Icon, disabledReason, run } = command
  const shortcut = isKeyName(id) ? keyOf(id) : undefined
  // Not `disabled`, because screen reader and keyboard users must be able to focus it and learn the reason.
  return (
    <UnstyledButton
      className={styles.entry}
      aria-disabled={disabledReason !== null}
      aria-keyshortcuts={shortcut}
      onClick={() => {
        if (disabledReason !== null) return
        onClose()
        run()
      }}
    >
      <Icon size={24} aria-hidden />
      <span>
        {t(`command.${id as CommandId}`)}
        {disabledReason !== null && <small>{disabledReason}</small>}
      </span>
      {shortcut && <KeyHint>{shortcut}</KeyHint>}
    </UnstyledButton>
  )
}
