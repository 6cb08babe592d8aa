import { useTranslation } from 'react-i18next'
import type { Receipt } from '#shared/contracts/till/till.ts'
import { useFormat } from '#shared/ui/i18n/format-context.tsx'
import { isGiving, OfferRow } from './offer-row.tsx'
import styles from './offers.module.css'

interface ReceiptLoyaltyProps {
  receipt: Receipt
  /** True to also show offers without a discount, with the reason. */
  isFull?: boolean
}

/** Shows the discounts of promotions and of the card on a receipt, and its effect on the card's points. */
export function ReceiptLoyalty({ receipt, isFull = false }: ReceiptLoyaltyProps) {
  const { t } = useTranslation()
  const offers = receipt.trace.filter((offer) => isGiving(offer) || isFull)
  if (offers.length === 0 && !receipt.points) return null
  return (
    <section className={styles.ofReceipt} aria-label={t('offers.ofReceipt')}>
      {offers.length > 0 && (
        <ul className={styles.list}>
          {offers.map((offer) => (
            <OfferRow key={offer.id} offer={offer} />
          ))}
        </ul>
      )}
      {receipt.points && <Points points={receipt.points} isReturn={receipt.isReturn} />}
    </section>
  )
}

interface PointsProps {
  points: NonNullable<Receipt['points']>
  isReturn: boolean
}

function Points({ points, isReturn }: PointsProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const { spent, earned, left, asOf } = points
  return (
    <dl className={styles.points}>
      <div>
        <dt>{t(isReturn ? 'offers.takenBack' : 'offers.earned')}</dt>
        <dd>{format.amount(earned)}</dd>
      </div>
      <div>
        <dt>{t(isReturn ? 'offers.givenBack' : 'offers.spent')}</dt>
        <dd>{format.amount(spent)}</dd>
      </div>
      {left !== null && (
        <div>
          <dt>{t('offers.left')}</dt>
          <dd>{format.amount(left)}</dd>
        </div>
      )}
      {left !== null && asOf !== null && (
        <div>
          <dt>{t('offers.asOf')}</dt>
          <dd>{format.dateTime(asOf)}</dd>
        </div>
      )}
    </dl>
  )
}
