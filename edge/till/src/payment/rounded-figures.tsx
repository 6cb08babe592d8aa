import { useTranslation } from 'react-i18next'
import { type Amount, amountToNumber } from '#shared/money/decimal.ts'
import { useFormat } from '#shared/ui/i18n/format-context.tsx'
import styles from './payment.module.css'

interface RoundedFiguresProps {
  sum: Amount
  /** What rounding puts on it. */
  rounding: Amount
  /** Where sums are rounded, it is shown also when there is nothing to round: what is below stays where it is. */
  isRounded: boolean
  isReturn: boolean
}

/** What is to be paid, in large figures; where it is rounded, also what it comes of. */
export function RoundedFigures({ sum, rounding, isRounded, isReturn }: RoundedFiguresProps) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <div className={styles.bill}>
      {isRounded && (
        <>
          <div className={styles.figure}>
            <span>{t('cart.total')}</span>
            <span>{format.money(amountToNumber(sum))}</span>
          </div>
          <div className={styles.figure}>
            <span>{t('payment.rounding')}</span>
            <span>{format.signed(amountToNumber(rounding))}</span>
          </div>
        </>
      )}
      <div className={styles.figure}>
        <span>{t(isReturn ? 'payment.toRefund' : 'payment.toPay')}</span>
        <output className={styles.owed} aria-label={t(isReturn ? 'payment.toRefund' : 'payment.toPay')}>
          {format.money(amountToNumber((sum + rounding) as Amount))}
        </output>
      </div>
    </div>
  )
}
