import { Button, Text } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { TillShift } from '#shared/contracts/till/shift.ts'
import { type Amount, amount, amountToNumber } from '#shared/money/decimal.ts'
import { Refusal } from '#shared/ui/api/client.ts'
import { Notice } from '#shared/ui/controls/notice.tsx'
import { useFormat } from '#shared/ui/i18n/format-context.tsx'
import { agent } from '../api/agent.ts'
import { useProblemText } from '../api/problem-text.ts'
import { ReasonField } from '../reasons/reason-field.tsx'
import { bringIntoView } from './bring-into-view.ts'
import { CashCountForm, NOTHING_COUNTED, notesOf, sumOf } from './cash-count.tsx'
import { FiscalNotices } from './fiscal-notices.tsx'
import { OpenCartsNotice } from './open-carts-notice.tsx'
import styles from './shift.module.css'
import { useShift, useShiftAction } from './use-shift.ts'

interface CloseShiftFormProps {
  shift: TillShift
  onClosed: (closed: TillShift) => void
}

/** Form that counts the drawer and closes the shift. The expected cash is shown unless the count is blind. */
export function CloseShiftForm({ shift, onClosed }: CloseShiftFormProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const problemText = useProblemText()
  const [count, setCount] = useState(NOTHING_COUNTED)
  const [confirmed, setConfirmed] = useState<number | null>(null)
  const [reason, setReason] = useState('')
  const close = useShiftAction(agent.closeShift)
  const { fiscal } = useShift()
  const counted = sumOf(count)
  const expected = shift.totals?.expectedCash ?? null
  const isDifferent = counted !== null && expected !== null && counted !== expected
  // The cashier confirms a specific count, so another count must be confirmed again.
  const isConfirmed = counted !== null && confirmed === counted
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (counted === null || close.isPending || (isConfirmed && reason.trim() === '')) return
    if (isDifferent && !isConfirmed) {
      setConfirmed(counted)
      return
    }
    close.mutate(
      {
        countedCash: counted,
        counted: notesOf(count),
        ...(isConfirmed && { differenceReason: reason.trim() }),
      },
      {
        onSuccess: onClosed,
        onError: (error) => {
          if (error instanceof Refusal && error.problem.code === 'drawer_differs') setConfirmed(counted)
        },
      },
    )
  }
  return (
    <form className={styles.form} onSubmit={submit}>
      <FiscalNotices fiscal={fiscal} />
      <OpenCartsNotice />
      <Text fz="lg">{t(shift.isBlind ? 'shift.closeBlindLead' : 'shift.closeLead')}</Text>
      <CashCountForm label={t('shift.countedCash')} count={count} onChange={setCount} />
      {expected !== null && (
        <div className={styles.figures}>
          <div className={styles.figure}>
            <span>{t('shift.expectedCash')}</span>
            <strong>{format.money(expected)}</strong>
          </div>
          {counted !== null && (
            <div className={styles.figure} data-differs={counted !== expected}>
              <span>{t('shift.discrepancy')}</span>
              <strong>{format.signed(differenceOf(counted, expected))}</strong>
            </div>
          )}
        </div>
      )}
      {shift.waiting > 0 && <Notice kind="warning">{t('shift.waiting', { count: shift.waiting })}</Notice>}
      {isConfirmed && (
        <div ref={bringIntoView} className={styles.question}>
          <Notice kind="warning">{t('problem.drawer_differs')}</Notice>
          <ReasonField purpose="cashDifference" reason={reason} onChange={setReason} />
        </div>
      )}
      {close.error && !isConfirmed && <Notice kind="problem">{problemText(close.error)}</Notice>}
      <Button
        type="submit"
        h={60}
        fz="xl"
        className={styles.submit ?? ''}
        disabled={counted === null || (isConfirmed && reason.trim() === '')}
        loading={close.isPending}
      >
        {t('shift.close')}
      </Button>
    </form>
  )
}

const differenceOf = (counted: number, expected: number): number =>
  amountToNumber((amount(counted) - amount(expected)) as Amount)
