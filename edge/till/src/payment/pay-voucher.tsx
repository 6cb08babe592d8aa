import { Button, Text, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { Dispatch, KeyboardEvent, SetStateAction } from 'react'
import { useTranslation } from 'react-i18next'
import { type Amount, amountToNumber } from '#shared/money/decimal.ts'
import { Notice } from '#shared/ui/controls/notice.tsx'
import { useFormat } from '#shared/ui/i18n/format-context.tsx'
import { agent } from '../api/agent.ts'
import { useProblemText } from '../api/problem-text.ts'
import { useNumberScan } from '../scanner/scan-target.tsx'
import styles from './payment.module.css'
import { type Bill, enteredAmount, payMostOfVoucher, type Tendering, takesVoucher } from './tender.ts'

interface PayVoucherProps {
  bill: Bill
  tendering: Tendering
  onChange: Dispatch<SetStateAction<Tendering>>
}

/**
 * Field for the number of a gift voucher, scanned or typed, with the voucher's data and the button that pays
 * with it.
 */
export function PayVoucher({ bill, tendering, onChange }: PayVoucherProps) {
  const { t } = useTranslation()
  const problemText = useProblemText()
  const { reference, voucher } = tendering
  const ask = useMutation({ mutationFn: (number: string) => agent.askVoucher({ number }) })
  const isTaken = takesVoucher(tendering, reference)
  const check = (typed: string): void => {
    const number = typed.trim()
    if (number === '' || ask.isPending) return
    onChange((now) => ({ ...now, reference: number, voucher: null }))
    if (takesVoucher(tendering, number)) return
    ask.mutate(number, {
      // In the meantime, another payment method may have been selected.
      onSuccess: (found) => onChange((now) => (now.type === 'GiftCard' ? { ...now, voucher: found } : now)),
    })
  }
  useNumberScan(check)
  const checkByEnter = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    check(reference)
  }
  return (
    <>
      <TextInput
        label={t('payment.voucherNumber')}
        description={voucher ? undefined : t('payment.scanVoucher')}
        required
        autoFocus
        maxLength={255}
        autoComplete="off"
        readOnly={ask.isPending}
        value={reference}
        styles={{ input: { height: 48 } }}
        onKeyDown={checkByEnter}
        onChange={(event) => {
          ask.reset()
          onChange({ ...tendering, reference: event.currentTarget.value, voucher: null })
        }}
      />
      {isTaken && <Notice kind="problem">{t('payment.voucherTaken')}</Notice>}
      {ask.error && <Notice kind="problem">{problemText(ask.error)}</Notice>}
      {voucher ? (
        <VoucherFigures bill={bill} tendering={tendering} onChange={onChange} />
      ) : (
        <Button
          variant="light"
          h={56}
          loading={ask.isPending}
          disabled={reference.trim() === '' || isTaken}
          onClick={() => check(reference)}
        >
          {t('payment.checkVoucher')}
        </Button>
      )}
    </>
  )
}

function VoucherFigures({ bill, tendering, onChange }: PayVoucherProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const { voucher } = tendering
  if (!voucher) return null
  const paid = enteredAmount(bill, tendering)
  const after = voucher.balance === null ? null : voucher.balance - amountToNumber(paid)
  return (
    <>
      <div className={styles.points} role="status">
        <strong>{t('payment.voucherMost', { sum: format.money(voucher.maxPaid) })}</strong>
        {voucher.balance === null || voucher.asOf === null ? (
          <Text c="var(--warn-text)" fw={550}>
            {t('payment.voucherOffline')}
          </Text>
        ) : (
          <span>
            {t('payment.voucherBalance', {
              sum: format.money(voucher.balance),
              time: format.time(voucher.asOf),
            })}
          </span>
        )}
        {after !== null && after >= 0 && (
          <span>{t('payment.voucherAfter', { sum: format.money(after) })}</span>
        )}
      </div>
      <Button
        variant="light"
        mih={56}
        h="auto"
        styles={{ label: { whiteSpace: 'normal' } }}
        onClick={() => onChange(payMostOfVoucher(bill, tendering))}
      >
        {t('payment.payVoucher', { sum: format.money(amountToNumber(mostOfVoucher(bill, tendering))) })}
      </Button>
    </>
  )
}

const mostOfVoucher = (bill: Bill, tendering: Tendering): Amount =>
  enteredAmount(bill, { ...tendering, entry: { text: '', isFresh: true } })
