import { useTranslation } from 'react-i18next'
import { type Amount, amountToNumber } from '#shared/money/decimal.ts'
import { useFormat } from '#shared/ui/i18n/format-context.tsx'
import styles from './payment.module.css'

interface RoundedFiguresProps {
  sum: Amount
  /** Amount added by rounding. */
  rounding: Amount
  /**
   * True where amounts are rounded. The rounding is then shown even when it is zero, so that the content
   * below does not move.
   */
  isRounded: boolean
  isReturn: boolean
}

/** Shows the amount to pay in large digits. Where amounts are rounded, also shows the amount before rounding. */
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
