import { useTranslation } from 'react-i18next'
import type { Cart, CartExchange } from '#shared/contracts/till/till.ts'
import { useFormat } from '#shared/ui/i18n/format-context.tsx'
import styles from './exchange.module.css'

interface ExchangeFiguresProps {
  cart: Cart
  exchange: CartExchange
}

/** Totals of the returned and the new products, shown above the amount to pay. */
export function ExchangeFigures({ cart, exchange }: ExchangeFiguresProps) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <dl className={styles.figures}>
      <dt>{t('exchange.taken')}</dt>
      <dd>{format.money(cart.sum)}</dd>
      <dt>{t('exchange.back')}</dt>
      <dd>−{format.money(exchange.sum)}</dd>
      {exchange.pointsBack > 0 && (
        <>
          <dt>{t('exchange.pointsBack')}</dt>
          <dd>{format.money(exchange.pointsBack)}</dd>
        </>
      )}
    </dl>
  )
}
