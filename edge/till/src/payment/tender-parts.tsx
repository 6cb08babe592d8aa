import { CloseButton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { needsReference } from '#shared/domain/tenders.ts'
import { maskVoucher } from '#shared/loyalty/voucher-number.ts'
import { type Amount, amountToNumber } from '#shared/money/decimal.ts'
import { useFormat } from '#shared/ui/i18n/format-context.tsx'
import styles from './payment.module.css'
import { dropPart, type Tendering } from './tender.ts'

interface TenderPartsProps {
  tendering: Tendering
  left: Amount
  isReturn: boolean
  onChange: (tendering: Tendering) => void
}

/** Shows the parts already paid and the remaining amount. */
export function TenderParts({ tendering, left, isReturn, onChange }: TenderPartsProps) {
  const { t } = useTranslation()
  const format = useFormat()
  if (tendering.parts.length === 0) return null
  return (
    <>
      {tendering.parts.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other identity
        <div key={index} className={styles.figure}>
          <span>
            {t(`tender.${part.type}`)} {needsReference(part.type) && maskVoucher(part.reference)}
          </span>
          <span style={{ display: 'flex', alignItems: 'center', gap: 8 }}>
            {format.money(amountToNumber(part.amount))}
            <CloseButton
              size={44}
              aria-label={t('payment.dropPart')}
              onClick={() => onChange(dropPart(tendering, index))}
            />
          </span>
        </div>
      ))}
      <div className={styles.figure} style={{ fontWeight: 650 }}>
        <span>{t(isReturn ? 'payment.leftToRefund' : 'payment.left')}</span>
        <span>{format.money(amountToNumber(left))}</span>
      </div>
    </>
  )
}
