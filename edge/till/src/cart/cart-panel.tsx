import { Button, Text, Title } from '@mantine/core'
import { IconBarcode, IconTag, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Cart, CartExchange, CartLine } from '#shared/contracts/till/till.ts'
import { KeyHint } from '#shared/ui/controls/key-hint.tsx'
import { keyOf } from '../commands/keys.ts'
import type { DiscountTarget } from '../discount/why-no-discount.ts'
import { BuyerBar } from '../loyalty/buyer-bar.tsx'
import { useSettings } from '../status/use-status.ts'
import styles from './cart.module.css'
import { CartFooter } from './cart-footer.tsx'
import { CartLines } from './cart-lines.tsx'
import { countOf } from './cart-sum.ts'
import { ClearCartDialog } from './clear-cart-dialog.tsx'
import { quantityPlaces } from './line-quantity.ts'
import { NumberDialog } from './number-dialog.tsx'
import type { CartActions } from './use-cart-actions.ts'

interface CartPanelProps {
  cart: Cart
  actions: CartActions
  selectedId: string | null
  onSelect: (lineId: string) => void
  onPay: () => void
  onPark: () => void
  onOffers: () => void
  onBuyer: () => void
  onDiscount: (target: DiscountTarget) => void
  onInfo: (productId: string) => void
  mayPay: boolean
}

export function CartPanel({ cart, actions, selectedId, mayPay, ...on }: CartPanelProps) {
  const { t } = useTranslation()
  const [requested, setRequested] = useState<{ line: CartLine; field: 'quantity' | 'price' } | null>(null)
  const [isClearing, setIsClearing] = useState(false)
  const settings = useSettings()
  const allowsPrice = settings?.allowCustomPrice ?? false
  const mayDelete = cart.isReturn || (settings?.allowDeleteLines ?? true)
  const mayClear =
    cart.isReturn || (cart.lines.length + cart.vouchers.length > 0 ? mayDelete : cart.exchange !== null)
  return (
    <section
      className={styles.panel}
      data-return={cart.isReturn}
      data-exchange={cart.exchange !== null}
      aria-label={t(cart.exchange ? 'exchange.title' : cart.isReturn ? 'return.title' : 'cart.title')}
    >
      <div className={styles.title}>
        <Title order={2} fz="xl">
          {cart.exchange ? (
            <ExchangeTitle exchange={cart.exchange} />
          ) : cart.isReturn ? (
            <ReturnTitle cart={cart} />
          ) : (
            t('cart.title')
          )}
        </Title>
        {!cart.isReturn && (cart.trace.length > 0 || cart.coupons.length > 0) && (
          <Button
            variant="subtle"
            c={cart.exchange ? 'var(--on-color)' : 'var(--accent)'}
            h={44}
            ml="auto"
            size="md"
            leftSection={<IconTag size={20} />}
            onClick={on.onOffers}
            aria-keyshortcuts={keyOf('offers')}
          >
            {t('offers.title')} <KeyHint>{keyOf('offers')}</KeyHint>
          </Button>
        )}
        {mayClear && (
          <Button
            variant="subtle"
            c={cart.isReturn || cart.exchange ? 'var(--on-color)' : 'var(--text)'}
            h={44}
            size="md"
            leftSection={<IconTrash size={20} />}
            onClick={() => setIsClearing(true)}
          >
            {t(cart.exchange ? 'exchange.cancelShort' : cart.isReturn ? 'return.cancel' : 'cart.clear')}
          </Button>
        )}
      </div>
      {!cart.isReturn && <BuyerBar cart={cart} onChoose={on.onBuyer} onRemove={actions.removeBuyer} />}
      {countOf(cart) === 0 ? (
        <EmptyCart isReturn={cart.isReturn} />
      ) : (
        <CartLines
          cart={cart}
          actions={actions}
          selectedId={selectedId}
          allowsPrice={allowsPrice}
          mayDelete={mayDelete}
          onSelect={on.onSelect}
          onEnter={(line, field) => setRequested({ line, field })}
          onDiscount={on.onDiscount}
          onInfo={on.onInfo}
        />
      )}
      <CartFooter
        cart={cart}
        onPay={on.onPay}
        onPark={on.onPark}
        onDiscount={() => on.onDiscount(null)}
        onExchange={actions.exchange}
        mayDiscount={cart.maxDiscountPercent > 0}
        mayPay={mayPay}
      />
      {requested && <LineDialog {...requested} actions={actions} onClose={() => setRequested(null)} />}
      {isClearing && (
        <ClearCartDialog cart={cart} onConfirm={actions.clear} onClose={() => setIsClearing(false)} />
      )}
    </section>
  )
}

function ReturnTitle({ cart }: { cart: Cart }) {
  const { t } = useTranslation()
  const number = cart.originalReceiptNumber
  if (!number) return t('return.withoutReceiptTitle')
  return (
    <>
      {t('return.ofReceipt', { number })}
      {cart.isOriginalOfAnotherTill && (
        <Text span display="block" fz="sm">
          {t('return.elsewhere')}
        </Text>
      )}
    </>
  )
}

function ExchangeTitle({ exchange }: { exchange: CartExchange }) {
  const { t } = useTranslation()
  const number = exchange.originalReceiptNumber
  return number ? t('exchange.shortOfReceipt', { number }) : t('exchange.withoutReceipt')
}

function EmptyCart({ isReturn }: { isReturn: boolean }) {
  const { t } = useTranslation()
  return (
    <div className={styles.empty}>
      <IconBarcode size={56} stroke={1.2} aria-hidden />
      <Text fz="xl" fw={600} c="var(--text)">
        {t(isReturn ? 'return.empty' : 'cart.empty')}
      </Text>
      <Text fz="md">{t('cart.emptyHint')}</Text>
    </div>
  )
}

interface LineDialogProps {
  line: CartLine
  field: 'quantity' | 'price'
  actions: CartActions
  onClose: () => void
}

function LineDialog({ line, field, actions, onClose }: LineDialogProps) {
  const { t } = useTranslation()
  const currency = useSettings()?.currencySymbol ?? ''
  return field === 'quantity' ? (
    <NumberDialog
      title={t('cart.quantity')}
      subject={line.name}
      label={t('cart.quantity')}
      value={line.quantity}
      places={quantityPlaces(line)}
      max={line.returnable}
      suffix={line.unitName}
      onClose={onClose}
      onEnter={(quantity) => actions.change(line.id, { quantity })}
    />
  ) : (
    <NumberDialog
      title={t('cart.price')}
      subject={line.name}
      label={t('cart.price')}
      value={line.price}
      places={2}
      suffix={currency}
      onClose={onClose}
      onEnter={(price) => actions.change(line.id, { price })}
    />
  )
}
