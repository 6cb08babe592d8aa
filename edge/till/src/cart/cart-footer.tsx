import { Button, Text } from '@mantine/core'
import { IconArrowsExchange, IconDiscount, IconPlayerPause } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Cart } from '#shared/contracts/till/till.ts'
import { KeyHint } from '#shared/ui/controls/key-hint.tsx'
import { useFormat } from '#shared/ui/i18n/format-context.tsx'
import { keyOf } from '../commands/keys.ts'
import { ExchangeFigures } from '../exchange/exchange-figures.tsx'
import styles from './cart.module.css'
import { countOf, isPaidBack, sumOf } from './cart-sum.ts'

interface CartFooterProps {
  cart: Cart
  onPay: () => void
  onPark: () => void
  onDiscount: () => void
  /** Called to continue a return as an exchange. */
  onExchange: () => void
  mayDiscount: boolean
  mayPay: boolean
}

export function CartFooter({ cart, mayDiscount, mayPay, ...on }: CartFooterProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const isEmpty = cart.lines.length === 0
  const isAllEmpty = countOf(cart) === 0
  const mayBePaid = !isEmpty || cart.vouchers.length > 0
  const total = t(totalWord(cart))
  return (
    <div className={styles.footer}>
      {cart.exchange && <ExchangeFigures cart={cart} exchange={cart.exchange} />}
      <div className={styles.total}>
        <div>
          <Text fz="lg" fw={600}>
            {total}
          </Text>
          <Text fz="sm" c="var(--text-quiet)">
            {t('cart.linesCount', { count: countOf(cart) })}
            {cart.vatSum > 0 && ` · ${t('cart.vat', { sum: format.amount(cart.vatSum) })}`}
          </Text>
          {cart.discountSum > 0 && (
            <Text fz="sm" fw={600} c="var(--warn-text)">
              {t('discount.taken', { sum: format.amount(cart.discountSum) })}
            </Text>
          )}
        </div>
        <output className={styles.totalSum} aria-label={total}>
          {format.money(sumOf(cart))}
        </output>
      </div>
      {cart.isReturn && (
        <Button
          variant="light"
          h={52}
          leftSection={<IconArrowsExchange size={22} />}
          disabled={isEmpty}
          onClick={on.onExchange}
        >
          {t('exchange.begin')}
        </Button>
      )}
      <div className={styles.actions}>
        <Button
          variant="default"
          h={64}
          px={14}
          leftSection={<IconPlayerPause size={22} />}
          classNames={{ section: styles.icon ?? '' }}
          disabled={isAllEmpty}
          onClick={on.onPark}
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
            onClick={on.onDiscount}
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
          color={isPaidBack(cart) ? 'warn' : 'ink'}
          disabled={!mayBePaid || !mayPay}
          onClick={on.onPay}
          aria-keyshortcuts={keyOf('pay')}
        >
          {t(isPaidBack(cart) ? 'return.refund' : 'cart.pay')} <KeyHint>{keyOf('pay')}</KeyHint>
        </Button>
      </div>
    </div>
  )
}

function totalWord({ exchange, isReturn }: Cart) {
  if (exchange) return exchange.toRefund > 0 ? 'payment.toRefund' : 'payment.toPay'
  return isReturn ? 'return.total' : 'cart.total'
}
