import { useTranslation } from 'react-i18next'
import type { Cart } from '#shared/contracts/till/till.ts'
import { useFormat } from '#shared/ui/i18n/format-context.tsx'

/**
 * Benefits of the cart's card: its percentage, or its point balance with its time and the points earned by
 * the cart.
 */
export function BuyerFigures({ cart: { buyer, points } }: { cart: Pick<Cart, 'buyer' | 'points'> }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { card } = buyer
  if (!card) return null
  if (!points)
    return (
      <small>
        {t('buyer.percent', { program: card.programName, percent: format.percent(card.percent) })}
      </small>
    )
  return (
    <small>
      {t('buyer.points', {
        program: card.programName,
        points: format.amount(points.balance),
        time: format.time(points.asOf),
      })}
      {points.earned > 0 && <> · {t('buyer.earns', { points: format.amount(points.earned) })}</>}
    </small>
  )
}
