import { Loader, Text, UnstyledButton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Notice } from '#shared/ui/controls/notice.tsx'
import { useFormat } from '#shared/ui/i18n/format-context.tsx'
import { useProblemText } from '../api/problem-text.ts'
import styles from '../parked/parked.module.css'
import { useShifts } from './use-shift.ts'

/** Lists the closed shifts of this till, to open their Z reports. */
export function PastShifts({ onChoose }: { onChoose: (number: number) => void }) {
  const { t } = useTranslation()
  const format = useFormat()
  const problemText = useProblemText()
  const { data, error } = useShifts()
  if (error) return <Notice kind="problem">{problemText(error)}</Notice>
  if (!data) return <Loader />
  const closed = data.items.filter(({ closedAt }) => closedAt !== null)
  if (closed.length === 0) return <Text fz="lg">{t('shift.nonePast')}</Text>
  return (
    <ul className={styles.list} aria-label={t('shift.past')}>
      {closed.map(({ number, openedAt, closedAt, closedBy, discrepancy }) => (
        <li key={number}>
          <UnstyledButton className={styles.row} onClick={() => onChoose(number)}>
            <span>
              {t('shift.numbered', { number })}
              <small>
                {format.dateTime(openedAt)} – {format.dateTime(closedAt ?? openedAt)} · {closedBy}
              </small>
            </span>
            <span>
              {discrepancy === null ? (
                t('shift.notCounted')
              ) : (
                <>
                  <small>{t('shift.discrepancy')}</small> {format.signed(discrepancy)}
                </>
              )}
            </span>
          </UnstyledButton>
        </li>
      ))}
    </ul>
  )
}
