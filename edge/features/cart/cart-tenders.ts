import { isPrepaid, type TenderType } from '#shared/domain/tenders.ts'
import type { Cart } from '../../journal/carts.ts'
import { pointsCardOf } from '../buyers/points.ts'

/**
 * Returns the payment methods that can pay a cart: those of the retail point, and points if its card collects
 * them. A cart with vouchers only is paid and refunded in money.
 */
export function tendersOf(cart: Cart): TenderType[] {
  const { lines, vouchers, terms } = cart
  const { paymentTypes } = terms
  if (lines.length === 0 && vouchers.length > 0) return paymentTypes.filter((type) => !isPrepaid({ type }))
  return pointsCardOf(cart) ? [...paymentTypes, 'Bonus'] : [...paymentTypes]
}
