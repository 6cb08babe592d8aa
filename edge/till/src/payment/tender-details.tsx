import { Text, TextInput } from '@mantine/core'
import type { Dispatch, SetStateAction } from 'react'
import { useTranslation } from 'react-i18next'
import type { CartPoints } from '#shared/contracts/till/loyalty.ts'
import { isCash, needsReference } from '#shared/domain/tenders.ts'
import type { Amount } from '#shared/money/decimal.ts'
import { PayPoints } from './pay-points.tsx'
import { PayVoucher } from './pay-voucher.tsx'
import { QuickCash } from './quick-cash-buttons.tsx'
import type { Bill, Tendering } from './tender.ts'

interface TenderDetailsProps {
  bill: Bill
  tendering: Tendering
  /** Points of the card in the cart. */
  points: CartPoints | null
  isAskingPoints: boolean
  left: Amount
  isReturn: boolean
  onChange: Dispatch<SetStateAction<Tendering>>
}

/**
 * Additional input for the selected payment method: banknotes, points, a voucher, or the reference number of
 * a payment made on another device.
 */
export function TenderDetails({ tendering, left, isReturn, onChange, ...of }: TenderDetailsProps) {
  const { t } = useTranslation()
  const { type, reference } = tendering
  if (type === 'Bonus' && of.points)
    return (
      <PayPoints
        bill={of.bill}
        tendering={tendering}
        points={of.points}
        isAsking={of.isAskingPoints}
        onChange={onChange}
      />
    )
  if (needsReference(type) && !isReturn)
    return <PayVoucher bill={of.bill} tendering={tendering} onChange={onChange} />
  if (isCash({ type })) {
    const choose = (value: number) =>
      onChange({ ...tendering, entry: { text: String(value), isFresh: true } })
    return isReturn ? null : <QuickCash left={left} onChoose={choose} />
  }
  const isCard = type === 'Card'
  const otherRefund = needsReference(type) ? 'payment.voucherRefundHint' : 'payment.otherRefundHint'
  const hint = isReturn
    ? t(isCard ? 'payment.cardRefundHint' : otherRefund)
    : t(isCard ? 'payment.cardHint' : 'payment.otherHint')
  const label = isCard ? t('payment.reference') : t('payment.otherReference')
  return (
    <>
      <Text fz="md" c="var(--text-quiet)">
        {hint}
      </Text>
      <TextInput
        label={needsReference(type) ? t('payment.voucherNumber') : label}
        required={needsReference(type)}
        maxLength={255}
        value={reference}
        onChange={(event) => onChange({ ...tendering, reference: event.currentTarget.value })}
      />
    </>
  )
}
