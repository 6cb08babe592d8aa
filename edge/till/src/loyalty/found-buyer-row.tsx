import { UnstyledButton } from '@mantine/core'
import { IconId, IconUser } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { CardObstacle, FoundBuyer } from '#shared/contracts/till/loyalty.ts'
import { useFormat } from '#shared/ui/i18n/format-context.tsx'
import styles from './buyer.module.css'

/** Text keys without underscores, because i18next uses underscores for plural forms. */
const OBSTACLE_TEXTS = {
  card_blocked: 'buyer.obstacle.blocked',
  card_expired: 'buyer.obstacle.expired',
  program_inactive: 'buyer.obstacle.inactive',
} as const satisfies Record<CardObstacle, string>

/** A found buyer. An unusable card shows the reason. */
export function FoundBuyerRow({ found, onTake }: { found: FoundBuyer; onTake: () => void }) {
  const { t } = useTranslation()
  const { card, customer, phone } = found
  const Icon = card ? IconId : IconUser
  return (
    <UnstyledButton className={styles.row} disabled={card?.obstacle != null} onClick={onTake}>
      <Icon size={24} aria-hidden />
      <span className={styles.who}>
        {card?.holderName ?? customer?.name ?? card?.cardNumber}
        <small>{[card?.cardNumber ?? t('buyer.noCard'), phone].filter(Boolean).join(' · ')}</small>
      </span>
      {card && <CardWords card={card} />}
    </UnstyledButton>
  )
}

function CardWords({ card }: { card: NonNullable<FoundBuyer['card']> }) {
  const { t } = useTranslation()
  const format = useFormat()
  if (card.obstacle) return <span className={styles.obstacle}>{t(OBSTACLE_TEXTS[card.obstacle])}</span>
  return (
    <span className={styles.gives}>
      {card.programKind === 'Bonus'
        ? t('offers.points', { points: format.amount(card.balance) })
        : `−${format.percent(card.percent)}`}
      <small>{card.programName}</small>
    </span>
  )
}
