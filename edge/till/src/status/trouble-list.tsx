import { useTranslation } from 'react-i18next'
import type { TillStatus } from '#shared/contracts/till/till.ts'
import { Notice } from '#shared/ui/controls/notice.tsx'
import { useFormat } from '#shared/ui/i18n/format-context.tsx'
import styles from './status.module.css'

/** Lists all troubles: the problem, its time, the solution, and technical details to read to IT support. */
export function TroubleList({ trouble }: { trouble: TillStatus['trouble'] }) {
  const { t } = useTranslation()
  const format = useFormat()
  if (trouble.length === 0) return null
  return (
    <ul className={styles.troubles} aria-label={t('status.troubles')}>
      {trouble.map(({ code, detail, since }) => (
        <li key={code}>
          <Notice kind="warning" title={t(`trouble.${code}.title`)}>
            {t(`trouble.${code}.next`)}
            <small>
              {t('status.since', { time: format.time(since) })} · {detail}
            </small>
          </Notice>
        </li>
      ))}
    </ul>
  )
}
