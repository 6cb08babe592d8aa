import { UnstyledButton } from '@mantine/core'
import { IconSearch, IconShoppingCart } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Cart } from '#shared/contracts/till/till.ts'
import { useFormat } from '#shared/ui/i18n/format-context.tsx'
import { countOf, isPaidBack, sumOf } from '../cart/cart-sum.ts'
import styles from './selling.module.css'

export type PhoneTab = 'goods' | 'cart'

interface PhoneTabsProps {
  tab: PhoneTab
  cart: Cart
  onChange: (tab: PhoneTab) => void
}

/** Tabs that switch between products and cart on a phone. Wider screens show both and hide the tabs. */
export function PhoneTabs({ tab, cart, onChange }: PhoneTabsProps) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <nav className={styles.tabs} aria-label={t('phone.tabs')}>
      <UnstyledButton
        className={styles.tab ?? ''}
        aria-pressed={tab === 'goods'}
        onClick={() => onChange('goods')}
      >
        <IconSearch size={20} aria-hidden />
        {t('catalog.title')}
      </UnstyledButton>
      <UnstyledButton
        className={styles.tab ?? ''}
        aria-pressed={tab === 'cart'}
        onClick={() => onChange('cart')}
      >
        <IconShoppingCart size={20} aria-hidden />
        {countOf(cart)} · {isPaidBack(cart) && cart.exchange && '−'}
        {format.money(sumOf(cart))}
      </UnstyledButton>
    </nav>
  )
}
