import { IconId, IconTag } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { CartTrace } from '#shared/contracts/till/till.ts'
import { useFormat } from '#shared/ui/i18n/format-context.tsx'
import styles from './offers.module.css'

/** Text keys without underscores, because i18next uses underscores for plural forms. */
const REASON_TEXTS = {
  applied: 'offers.reason.applied',
  inactive: 'offers.reason.inactive',
  not_begun: 'offers.reason.not-begun',
  over: 'offers.reason.over',
  other_day: 'offers.reason.other-day',
  other_hour: 'offers.reason.other-hour',
  other_place: 'offers.reason.other-place',
  card_needed: 'offers.reason.card-needed',
  other_program: 'offers.reason.other-program',
  coupon_needed: 'offers.reason.coupon-needed',
  no_goods: 'offers.reason.no-goods',
  too_few: 'offers.reason.too-few',
  too_little: 'offers.reason.too-little',
  better_one: 'offers.reason.better-one',
  nothing_off: 'offers.reason.nothing-off',
} as const satisfies Record<CartTrace['reason'], string>

export const isGiving = ({ reason }: CartTrace): boolean => reason === 'applied'

/** The discount of a promotion or of the card, or the reason why there is none. */
export function OfferRow({ offer }: { offer: CartTrace }) {
  const { t } = useTranslation()
  const format = useFormat()
  const isCard = offer.kind === 'Loyalty'
  const Icon = isCard ? IconId : IconTag
  return (
    <li className={styles.row} data-gives={isGiving(offer)}>
      <Icon size={22} aria-hidden />
      <span className={styles.name}>
        {isCard ? t('offers.card', { program: offer.name }) : offer.name}
        <small>{t(REASON_TEXTS[offer.reason])}</small>
      </span>
      <span className={styles.gift}>
        {offer.amount > 0 && `−${format.money(offer.amount)}`}
        {offer.points > 0 && t('offers.points', { points: format.amount(offer.points) })}
      </span>
    </li>
  )
}
