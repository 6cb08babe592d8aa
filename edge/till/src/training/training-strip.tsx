import { IconSchool } from '@tabler/icons-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './training.module.css'

/** Strip above all screens and dialogs during training. */
export function TrainingStrip() {
  const { t } = useTranslation()
  useEffect(() => {
    document.documentElement.dataset.training = 'true'
    return () => {
      delete document.documentElement.dataset.training
    }
  }, [])
  return (
    <div className={styles.strip} role="status">
      <IconSchool size={22} aria-hidden /> {t('training.strip')}
    </div>
  )
}
