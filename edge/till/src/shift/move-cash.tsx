import { Button } from '@mantine/core'
import { type SyntheticEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Refusal } from '#shared/ui/api/client.ts'
import { Keypad } from '#shared/ui/controls/keypad.tsx'
import { showMessage } from '#shared/ui/controls/message.tsx'
import { Notice } from '#shared/ui/controls/notice.tsx'
import { emptyEntry, entryValue, pressKeypad } from '#shared/ui/controls/number-entry.ts'
import { NumberField } from '#shared/ui/controls/number-field.tsx'
import { useFormat } from '#shared/ui/i18n/format-context.tsx'
import { agent } from '../api/agent.ts'
import { useProblemText } from '../api/problem-text.ts'
import { ReasonField } from '../reasons/reason-field.tsx'
import { useSettings } from '../status/use-status.ts'
import { bringIntoView } from './bring-into-view.ts'
import styles from './shift.module.css'
import { useShiftAction } from './use-shift.ts'

const PLACES = 2

interface MoveCashFormProps {
  kind: 'In' | 'Out'
  onMoved: () => void
}

/** Form that records cash in or cash out. */
export function MoveCashForm({ kind, onMoved }: MoveCashFormProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const problemText = useProblemText()
  const settings = useSettings()
  const [entry, setEntry] = useState(emptyEntry)
  const [reason, setReason] = useState('')
  const move = useShiftAction(agent.moveCash)
  const amount = entryValue(entry)
  const isReady = amount !== null && amount > 0 && reason.trim() !== ''
  const missing = findMissing(move.error)
  const submit = (event: SyntheticEvent, beyondDrawer = false): void => {
    event.preventDefault()
    if (!isReady || move.isPending) return
    move.mutate(
      { kind, amount, reason: reason.trim(), beyondDrawer },
      {
        onSuccess: () => {
          showMessage(t(kind === 'In' ? 'shift.movedIn' : 'shift.movedOut', { sum: format.money(amount) }))
          onMoved()
        },
      },
    )
  }
  return (
    <form className={styles.form} onSubmit={submit}>
      <NumberField
        label={t(kind === 'In' ? 'shift.cashIn' : 'shift.cashOut')}
        entry={entry}
        onChange={setEntry}
        places={PLACES}
        suffix={settings?.currencySymbol ?? ''}
      />
      <Keypad keyHeight={52} onPress={(key) => setEntry(pressKeypad(entry, key, PLACES))} />
      <ReasonField purpose={kind === 'In' ? 'cashIn' : 'cashOut'} reason={reason} onChange={setReason} />
      {missing === null && move.error && <Notice kind="problem">{problemText(move.error)}</Notice>}
      {missing !== null && (
        <div ref={bringIntoView} className={styles.question}>
          <Notice kind="warning">{t('shift.beyondDrawer', { sum: format.money(missing) })}</Notice>
          <Button variant="default" h={56} onClick={(event) => submit(event, true)}>
            {t('shift.takeOutAnyway')}
          </Button>
        </div>
      )}
      <Button type="submit" h={60} fz="xl" disabled={!isReady} loading={move.isPending}>
        {t(kind === 'In' ? 'shift.putIn' : 'shift.takeOut')}
      </Button>
    </form>
  )
}

/**
 * Returns the expected content of the drawer if the error reports that it is less than the amount, otherwise
 * null.
 */
function findMissing(error: unknown): number | null {
  if (!(error instanceof Refusal) || error.problem.code !== 'drawer_exceeded') return null
  return Number(error.problem.expectedCash)
}
