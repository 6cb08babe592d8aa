import { useTranslation } from 'react-i18next'
import type { Cart, CartLine } from '#shared/contracts/till/till.ts'
import { whyNoDiscount } from '../discount/why-no-discount.ts'
import exchangeStyles from '../exchange/exchange.module.css'
import { VoucherRows } from '../vouchers/voucher-rows.tsx'
import styles from './cart.module.css'
import { CartLineRow } from './cart-line-row.tsx'
import type { CartActions } from './use-cart-actions.ts'

interface CartLinesProps {
  cart: Cart
  actions: CartActions
  selectedId: string | null
  allowsPrice: boolean
  mayDelete: boolean
  onSelect: (lineId: string) => void
  onEnter: (line: CartLine, field: 'quantity' | 'price') => void
  onDiscount: (lineId: string) => void
  onInfo: (productId: string) => void
}

/** Lines of a cart. In an exchange, the returned lines come first, then the new ones. */
export function CartLines(props: CartLinesProps) {
  const { t } = useTranslation()
  const { cart } = props
  if (cart.vouchers.length > 0) return <WithVouchers {...props} />
  if (!cart.exchange) return <LineRows {...props} lines={cart.lines} label={t('cart.lines')} />
  return (
    <div className={styles.lines}>
      <h3 className={exchangeStyles.heading} data-back>
        {t('exchange.back')}
      </h3>
      <LineRows {...props} lines={cart.exchange.lines} label={t('exchange.back')} isBack mayDelete />
      <h3 className={exchangeStyles.heading}>{t('exchange.taken')}</h3>
      {cart.lines.length === 0 ? (
        <p className={exchangeStyles.nothing}>{t('exchange.scan')}</p>
      ) : (
        <LineRows {...props} lines={cart.lines} label={t('exchange.taken')} />
      )}
    </div>
  )
}

function WithVouchers(props: CartLinesProps) {
  const { t } = useTranslation()
  const { cart, actions, mayDelete } = props
  return (
    <div className={styles.lines}>
      {cart.lines.length > 0 && <LineRows {...props} lines={cart.lines} label={t('cart.lines')} />}
      <VoucherRows
        vouchers={cart.vouchers}
        isReturn={cart.isReturn}
        mayDelete={mayDelete}
        onRemove={({ id }) => actions.removeVoucher(id)}
      />
    </div>
  )
}

interface LineRowsProps extends CartLinesProps {
  lines: readonly CartLine[]
  label: string
  isBack?: boolean
}

function LineRows({ cart, actions, lines, label, isBack = false, ...on }: LineRowsProps) {
  return (
    <ul
      className={styles.lines}
      aria-label={label}
      data-part={cart.exchange !== null || cart.vouchers.length > 0}
    >
      {lines.map((line) => (
        <CartLineRow
          key={line.id}
          line={line}
          isBack={isBack}
          isSelected={line.id === on.selectedId}
          mayChangePrice={on.allowsPrice && line.originalLineNo === null}
          mayDiscount={!isBack && whyNoDiscount(cart, line) === null}
          mayDelete={on.mayDelete}
          onSelect={() => on.onSelect(line.id)}
          onStep={(by) => actions.step(line.id, by)}
          onEnter={(field) => on.onEnter(line, field)}
          onDiscount={() => on.onDiscount(line.id)}
          onInfo={() => on.onInfo(line.productId)}
          onRemove={() => actions.remove(line, cart)}
        />
      ))}
    </ul>
  )
}
