import { Text, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { CartPoints } from '#shared/contracts/till/loyalty.ts'
import type { Amount } from '#shared/money/decimal.ts'
import { isCash, needsReference } from '#shared/pricing/tenders.ts'
import { PayPoints } from './pay-points.tsx'
import { QuickCash } from './quick-cash-buttons.tsx'
import type { Bill, Tendering } from './tender.ts'

interface TenderDetailsProps {
  bill: Bill
  tendering: Tendering
  /** Of the card in the cart. */
  points: CartPoints | null
  isAskingPoints: boolean
  left: Amount
  isReturn: boolean
  onChange: (tendering: Tendering) => void
}

/** What else the chosen way to pay asks for: banknotes, or what was done elsewhere and its number. */
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
  if (isCash({ type })) {
    const choose = (value: number) =>
      onChange({ ...tendering, entry: { text: String(value), isFresh: true } })
    return isReturn ? null : <QuickCash left={left} onChoose={choose} />
  }
  const isCard = type === 'Card'
  const hint = isReturn
    ? t(isCard ? 'payment.cardRefundHint' : 'payment.otherRefundHint')
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
