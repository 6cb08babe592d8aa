import { Kbd, Modal } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import styles from './commands.module.css'
import { KEY_PLACES, KEYS, type KeyName, keySign } from './keys.ts'

const NAMES = Object.keys(KEYS) as KeyName[]

/** Lists all keys of the till, grouped by where they work. */
export function HelpDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <Modal
      opened
      onClose={onClose}
      size={980}
      title={t('keys.title')}
      closeButtonProps={{ size: 48, 'aria-label': t('dialog.close') }}
    >
      <div className={styles.sections}>
        {KEY_PLACES.map((place) => (
          <section key={place} className={styles.section}>
            <h3>{t(`keys.where.${place}`)}</h3>
            <dl className={styles.keys}>
              {NAMES.filter((name) => KEYS[name].where === place).map((name) => (
                <div key={name}>
                  <dt>
                    {KEYS[name].keys.map((key) => (
                      <Kbd key={key} size="md">
                        {keySign(key)}
                      </Kbd>
                    ))}
                  </dt>
                  <dd>{t(`keys.${name}`)}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Modal>
  )
}
