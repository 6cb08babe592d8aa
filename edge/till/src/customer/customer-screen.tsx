import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TILL_API } from '#shared/contracts/till/routes.ts'
import type { Cart, CartLine, Receipt } from '#shared/contracts/till/till.ts'
import { useFormat } from '#shared/ui/i18n/format-context.tsx'
import { QrCode } from '#shared/ui/paper/paper.tsx'
import { isPaidBack, linesOf, sumOf } from '../cart/cart-sum.ts'
import { useProduct } from '../product/use-product.ts'
import { movedBy } from '../receipts/moved-by.ts'
import { usePolledStatus } from '../status/use-status.ts'
import styles from './customer.module.css'
import { useCustomerView } from './customer-channel.ts'

/** The customer's screen of a till, with the products in the cart, the total and the change. It takes no input. */
export function CustomerScreen() {
  const { t } = useTranslation()
  const { status } = usePolledStatus()
  const view = useCustomerView()
  return (
    <main className={styles.screen}>
      {view?.isTraining && <p className={styles.training}>{t('training.paper')}</p>}
      {view && 'receipt' in view && <Paid receipt={view.receipt} />}
      {view && 'cart' in view && linesOf(view.cart).length > 0 && <Buying cart={view.cart} />}
      {(view === null || ('cart' in view && linesOf(view.cart).length === 0)) && (
        <div className={styles.idle}>
          <h1>{status?.settings?.retailPointName}</h1>
          <p>{t('customer.welcome')}</p>
        </div>
      )}
    </main>
  )
}

function Buying({ cart }: { cart: Cart }) {
  const { t } = useTranslation()
  const format = useFormat()
  const end = useRef<HTMLDivElement>(null)
  const { lines, exchange } = cart
  const latest = useLatest(lines)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a changed cart brings its end into view
  useEffect(() => {
    end.current?.scrollIntoView({ block: 'end' })
  }, [lines])
  return (
    <div className={styles.buying}>
      {latest && <ProductPicture key={latest.productId} productId={latest.productId} />}
      <div className={styles.goods}>
        {exchange && (
          <>
            <h2>{t('exchange.back')}</h2>
            <ul className={styles.lines} aria-label={t('exchange.back')}>
              {exchange.lines.map((line) => (
                <Line key={line.id} line={line} isBack />
              ))}
            </ul>
            {lines.length > 0 && <h2>{t('exchange.taken')}</h2>}
          </>
        )}
        <ul className={styles.lines} aria-label={t(exchange ? 'exchange.taken' : 'customer.goods')}>
          {lines.map((line) => (
            <Line key={line.id} line={line} />
          ))}
        </ul>
        <div ref={end} />
      </div>
      <footer className={styles.footer}>
        {cart.discountSum > 0 && (
          <p className={styles.saved}>
            <span>{t('customer.saved')}</span>
            <span>−{format.money(cart.discountSum)}</span>
          </p>
        )}
        <p className={styles.total} role="status">
          <span>{t(isPaidBack(cart) ? 'customer.back' : exchange ? 'payment.toPay' : 'customer.total')}</span>
          <strong>{format.money(sumOf(cart))}</strong>
        </p>
      </footer>
    </div>
  )
}

/**
 * Returns the line that was last added or increased. If the screen was opened later, returns the last line.
 * Returns undefined for an empty cart.
 */
function useLatest(lines: readonly CartLine[]): CartLine | undefined {
  const [seen, setSeen] = useState({ lines, latest: lines.at(-1)?.id })
  if (seen.lines !== lines) {
    const before = new Map(seen.lines.map(({ id, quantity }) => [id, quantity]))
    const grown = lines.findLast(({ id, quantity }) => quantity > (before.get(id) ?? 0))
    setSeen({ lines, latest: grown?.id ?? seen.latest })
  }
  return lines.find(({ id }) => id === seen.latest) ?? lines.at(-1)
}

/** The product's picture, if it is cached. */
function ProductPicture({ productId }: { productId: string }) {
  const { data } = useProduct(productId)
  return data?.picture ? (
    <img className={styles.picture} src={`${TILL_API}/pictures/${data.picture}`} alt="" />
  ) : null
}

interface LineProps {
  line: CartLine
  /** True for a line returned in exchange. */
  isBack?: boolean
}

function Line({ line, isBack = false }: LineProps) {
  const { name, quantity, unitName, price, discountAmount, sum } = line
  const format = useFormat()
  return (
    <li className={styles.line}>
      <span className={styles.name}>{name}</span>
      <span className={styles.sum}>
        {isBack && '−'}
        {format.amount(sum)}
      </span>
      <span className={styles.detail}>
        {format.quantity(quantity)} {unitName} × {format.amount(price)}
      </span>
      {discountAmount > 0 && <span className={styles.off}>−{format.amount(discountAmount)}</span>}
    </li>
  )
}

function Paid({ receipt }: { receipt: Receipt }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { changeSum, points } = receipt
  const { isReturn, sum } = movedBy(receipt)
  return (
    <div className={styles.idle} role="status">
      <p>
        {t(isReturn ? 'customer.back' : 'customer.paid')} {format.money(sum)}
      </p>
      {changeSum > 0 && (
        <h1>
          {t('customer.change')} {format.money(changeSum)}
        </h1>
      )}
      {points && points.earned > 0 && !isReturn && (
        <p>{t('customer.earned', { points: format.amount(points.earned) })}</p>
      )}
      {receipt.link && (
        <>
          <p className={styles.online}>{t('customer.receiptOnline')}</p>
          <QrCode text={receipt.link} className={styles.qr} />
        </>
      )}
      <p>{t('customer.thanks')}</p>
    </div>
  )
}
