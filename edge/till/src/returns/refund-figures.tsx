import { useTranslation } from 'react-i18next'
import type { Cart } from '#shared/contracts/till/till.ts'
import { needsReference } from '#shared/domain/tenders.ts'
import { maskVoucher } from '#shared/loyalty/voucher-number.ts'
import { amountToNumber } from '#shared/money/decimal.ts'
import { useFormat } from '#shared/ui/i18n/format-context.tsx'
import { isPaidBack } from '../cart/cart-sum.ts'
import { usualPayment } from '../payment/tender.ts'
import styles from './returns.module.css'

interface RefundFiguresProps {
  /** The return or exchange, as calculated by the agent. */
  cart: Cart
  /** False when `cart` belongs to an earlier selection. */
  isCurrent: boolean
}

/** Shows the suggested refund by payment method. For an exchange, also shows the amount to pay. */
export function RefundFigures({ cart, isCurrent }: RefundFiguresProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const { rounding, due, tenders } = usualPayment(cart)
  const pointsBack = cart.exchange?.pointsBack ?? 0
  return (
    <dl className={styles.figures} aria-label={t('return.figures')} aria-busy={!isCurrent}>
      {cart.exchange && (
        <>
          <dt>{t('exchange.setOff')}</dt>
          <dd>{format.money(cart.exchange.setOff)}</dd>
        </>
      )}
      {pointsBack > 0 && (
        <>
          <dt>{t('tender.Bonus')}</dt>
          <dd>{format.money(pointsBack)}</dd>
        </>
      )}
      {isPaidBack(cart) &&
        tenders.map(({ type, reference, amount }) => (
          <div key={`${type} ${reference}`}>
            <dt>
              {t(`tender.${type}`)} {needsReference(type) && reference && maskVoucher(reference)}
            </dt>
            <dd>{format.money(amountToNumber(amount))}</dd>
          </div>
        ))}
      {rounding !== 0 && (
        <>
          <dt>{t('payment.rounding')}</dt>
          <dd>{format.signed(amountToNumber(rounding))}</dd>
        </>
      )}
      <dt>{t(isPaidBack(cart) ? 'payment.toRefund' : 'payment.toPay')}</dt>
      <dd>{format.money(amountToNumber(due))}</dd>
    </dl>
  )
}
