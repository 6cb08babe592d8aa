import { Loader } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import styles from './status.module.css'

/** Lies over the header, so that nothing moves when it comes and goes. */
export function ReconnectingBanner() {
  const { t } = useTranslation()
  return (
    <div className={styles.banner} role="status">
      <Loader size={22} color="white" />
      {t('agent.reconnecting')}
    </div>
  )
}
