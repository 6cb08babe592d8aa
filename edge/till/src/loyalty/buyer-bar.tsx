import { ActionIcon, UnstyledButton } from '@mantine/core'
import { IconId, IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Cart } from '#shared/contracts/till/till.ts'
import { KeyHint } from '#shared/ui/controls/key-hint.tsx'
import { keyOf, keySign } from '../commands/keys.ts'
import styles from './buyer.module.css'
import { BuyerFigures } from './buyer-figures.tsx'
import { buyerName } from './buyer-name.ts'
import { useAskPoints } from './use-ask-points.ts'

interface BuyerBarProps {
  cart: Cart
  onChoose: () => void
  onRemove: () => void
}

/** Shows the buyer and the benefits of the card. Opens the dialog that selects the buyer. */
export function BuyerBar({ cart, onChoose, onRemove }: BuyerBarProps) {
  const { t } = useTranslation()
  const name = buyerName(cart.buyer)
  useAskPoints(cart)
  return (
    <div className={styles.bar} data-known={name !== null}>
      <UnstyledButton className={styles.choose} onClick={onChoose} aria-keyshortcuts={keyOf('buyer')}>
        <IconId size={24} aria-hidden />
        <span className={styles.who}>
          {name ?? t('buyer.choose')}
          <BuyerFigures cart={cart} />
        </span>
        <KeyHint>{keySign(keyOf('buyer'))}</KeyHint>
      </UnstyledButton>
      {name !== null && (
        <ActionIcon
          variant="subtle"
          size={48}
          c="var(--text-quiet)"
          aria-label={t('buyer.remove')}
          onClick={onRemove}
        >
          <IconX size={22} />
        </ActionIcon>
      )}
    </div>
  )
}
