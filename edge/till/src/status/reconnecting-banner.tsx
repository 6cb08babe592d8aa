import { Loader } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import styles from './status.module.css'

/** Banner on top of the header, so that the layout does not move when it appears and disappears. */
export function ReconnectingBanner() {
  const { t } = useTranslation()
  return (
    <div className={styles.banner} role="status">
      <Loader size={22} color="white" />
      {t('agent.reconnecting')}
    </div>
  )
}
