import { useTranslation } from 'react-i18next'
import { type Amount, amountToNumber } from '#shared/money/decimal.ts'
import { useFormat } from '#shared/ui/i18n/format-context.tsx'
import styles from './discount.module.css'
import type { Discounted } from './discounted.ts'

/** What comes off, and what is left. */
export function DiscountFigures({ full, off }: Discounted) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <dl className={styles.figures}>
      <dt>{t('discount.before')}</dt>
      <dd>{format.money(amountToNumber(full))}</dd>
      <dt>{t('discount.title')}</dt>
      <dd>
        {off > 0 && '−'}
        {format.money(amountToNumber(off))}
      </dd>
      <dt>{t('discount.after')}</dt>
      <dd>{format.money(amountToNumber((full - off) as Amount))}</dd>
    </dl>
  )
}
