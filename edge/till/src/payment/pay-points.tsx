import { Button, Loader } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { CartPoints } from '#shared/contracts/till/loyalty.ts'
import { amountToNumber } from '#shared/money/decimal.ts'
import { useFormat } from '#shared/ui/i18n/format-context.tsx'
import styles from './payment.module.css'
import { type Bill, mostOf, payMostPoints, type Tendering } from './tender.ts'

interface PayPointsProps {
  bill: Bill
  tendering: Tendering
  points: CartPoints
  /** True while the balance is requested from head office. */
  isAsking: boolean
  onChange: (tendering: Tendering) => void
}

/** Shows the maximum payment in points, the reason for the limit, and the button that pays it. */
export function PayPoints({ bill, tendering, points, isAsking, onChange }: PayPointsProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const most = amountToNumber(mostOf(bill, tendering))
  return (
    <>
      <div className={styles.points} role="status">
        <strong>{t('payment.pointsMost', { sum: format.money(points.maxPaid) })}</strong>
        <span>{t(`payment.pointsBound.${points.boundBy}`)}</span>
        <span>
          {t(points.isOnline ? 'payment.pointsOnline' : 'payment.pointsOffline', {
            points: format.amount(points.balance),
            time: format.time(points.asOf),
          })}
        </span>
        {isAsking && (
          <span className={styles.asking}>
            <Loader size={16} /> {t('payment.pointsAsking')}
          </span>
        )}
      </div>
      <Button
        variant="light"
        h={56}
        disabled={most <= 0 || isAsking}
        onClick={() => onChange(payMostPoints(bill, tendering))}
      >
        {t('payment.payPoints', { sum: format.money(most) })}
      </Button>
    </>
  )
}
