import { Button, Text } from '@mantine/core'
import { IconDiscount, IconPlayerPause } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Cart } from '#shared/contracts/till/till.ts'
import { KeyHint } from '#shared/ui/controls/key-hint.tsx'
import { useFormat } from '#shared/ui/i18n/format-context.tsx'
import { keyOf } from '../commands/keys.ts'
import styles from './cart.module.css'

interface CartFooterProps {
  cart: Cart
  onPay: () => void
  onPark: () => void
  onDiscount: () => void
  mayDiscount: boolean
  mayPay: boolean
}

export function CartFooter({ cart, onPay, onPark, onDiscount, mayDiscount, mayPay }: CartFooterProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const isEmpty = cart.lines.length === 0
  return (
    <div className={styles.footer}>
      <div className={styles.total}>
        <div>
          <Text fz="lg" fw={600}>
            {t(cart.isReturn ? 'return.total' : 'cart.total')}
          </Text>
          <Text fz="sm" c="var(--text-quiet)">
            {t('cart.linesCount', { count: cart.lines.length })}
            {cart.vatSum > 0 && ` · ${t('cart.vat', { sum: format.amount(cart.vatSum) })}`}
          </Text>
          {cart.discountSum > 0 && (
            <Text fz="sm" fw={600} c="var(--warn-text)">
              {t('discount.taken', { sum: format.amount(cart.discountSum) })}
            </Text>
          )}
        </div>
        <output className={styles.totalSum} aria-label={t(cart.isReturn ? 'return.total' : 'cart.total')}>
          {format.money(cart.sum)}
        </output>
      </div>
      <div className={styles.actions}>
        <Button
          variant="default"
          h={64}
          px={14}
          leftSection={<IconPlayerPause size={22} />}
          classNames={{ section: styles.icon ?? '' }}
          disabled={isEmpty}
          onClick={onPark}
          aria-keyshortcuts={keyOf('parked')}
        >
          {t('cart.park')} <KeyHint>{keyOf('parked')}</KeyHint>
        </Button>
        {mayDiscount ? (
          <Button
            variant="default"
            h={64}
            px={14}
            leftSection={<IconDiscount size={22} />}
            classNames={{ section: styles.icon ?? '' }}
            disabled={isEmpty}
            onClick={onDiscount}
            aria-keyshortcuts={keyOf('discountReceipt')}
          >
            {t('discount.title')} <KeyHint>{keyOf('discountReceipt')}</KeyHint>
          </Button>
        ) : (
          <span />
        )}
        <Button
          h={64}
          fz="2xl"
          color={cart.isReturn ? 'warn' : 'ink'}
          disabled={isEmpty || !mayPay}
          onClick={onPay}
          aria-keyshortcuts={keyOf('pay')}
        >
          {t(cart.isReturn ? 'return.refund' : 'cart.pay')} <KeyHint>{keyOf('pay')}</KeyHint>
        </Button>
      </div>
    </div>
  )
}
