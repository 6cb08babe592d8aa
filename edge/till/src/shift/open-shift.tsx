import { Button, Text } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Notice } from '#shared/ui/controls/notice.tsx'
import { agent } from '../api/agent.ts'
import { useProblemText } from '../api/problem-text.ts'
import { CashCountForm, isWrong, NOTHING_COUNTED, notesOf, sumOf } from './cash-count.tsx'
import styles from './shift.module.css'
import { useShiftAction } from './use-shift.ts'

/** Form that counts the float and opens the shift. */
export function OpenShiftForm({ onOpened }: { onOpened: () => void }) {
  const { t } = useTranslation()
  const problemText = useProblemText()
  const [count, setCount] = useState(NOTHING_COUNTED)
  const open = useShiftAction(agent.openShift)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (open.isPending || isWrong(count)) return
    open.mutate({ openingCash: sumOf(count) ?? 0, counted: notesOf(count) }, { onSuccess: onOpened })
  }
  return (
    <form className={styles.form} onSubmit={submit}>
      <Text fz="lg">{t('shift.openLead')}</Text>
      <CashCountForm label={t('shift.openingCash')} count={count} onChange={setCount} />
      {open.error && <Notice kind="problem">{problemText(open.error)}</Notice>}
      <Button
        type="submit"
        h={60}
        fz="xl"
        className={styles.submit ?? ''}
        disabled={isWrong(count)}
        loading={open.isPending}
      >
        {t('shift.open')}
      </Button>
    </form>
  )
}
