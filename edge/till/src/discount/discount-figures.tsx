import { useTranslation } from 'react-i18next'
import type { Cart } from '#shared/contracts/till/till.ts'
import { type Amount, amount, amountToNumber, sumAmounts } from '#shared/money/decimal.ts'
import { useFormat } from '#shared/ui/i18n/format-context.tsx'
import { isPaidBack, linesOf } from '../cart/cart-sum.ts'
import { usualPayment } from '../payment/tender.ts'
import styles from './discount.module.css'
import type { DiscountTarget } from './why-no-discount.ts'

interface DiscountFiguresProps {
  before: Cart
  /** Resulting cart, as returned by the agent. */
  after: Cart
  target: DiscountTarget
  /** False when `after` belongs to an earlier entry. */
  isCurrent: boolean
}

/** Shows the discount amount and the resulting amount to pay. */
export function DiscountFigures({ before, after, target, isCurrent }: DiscountFiguresProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const { rounding, due } = usualPayment(after)
  const line = linesOf(after).find(({ id }) => id === target)
  const off = (taken(before) - taken(after)) as Amount
  return (
    <dl className={styles.figures} aria-busy={!isCurrent}>
      {line && (
        <>
          <dt className={styles.detail}>{t('discount.line')}</dt>
          <dd className={styles.detail}>{format.money(line.sum)}</dd>
        </>
      )}
      <dt className={styles.detail}>{t('discount.before')}</dt>
      <dd className={styles.detail}>{format.money(amountToNumber(taken(before)))}</dd>
      <dt>{t('discount.title')}</dt>
      <dd>{format.signed(amountToNumber((0 - off) as Amount))}</dd>
      {after.exchange && (
        <>
          <dt>{t('exchange.back')}</dt>
          <dd>−{format.money(after.exchange.sum)}</dd>
        </>
      )}
      {(rounding !== 0 || after.rounding.mode !== 'None') && (
        <>
          <dt>{t('payment.rounding')}</dt>
          <dd>{format.signed(amountToNumber(rounding))}</dd>
        </>
      )}
      <dt>{t(isPaidBack(after) ? 'payment.toRefund' : 'payment.toPay')}</dt>
      <dd>{format.money(amountToNumber(due))}</dd>
    </dl>
  )
}

/** Returns the total of the products and vouchers that the customer buys. */
const taken = ({ sum, voucherSum }: Cart): Amount => sumAmounts([amount(sum), amount(voucherSum)])
