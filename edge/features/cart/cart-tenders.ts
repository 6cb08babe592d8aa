import type { TenderType } from '#shared/pricing/tenders.ts'
import type { Cart } from '../../journal/carts.ts'
import { pointsCardOf } from '../buyers/points.ts'

/** The ways in which a cart can be paid: those of the retail point, and points of its card. */
export function tendersOf(cart: Cart): TenderType[] {
  const { paymentTypes } = cart.terms
  return pointsCardOf(cart) ? [...paymentTypes, 'Bonus'] : [...paymentTypes]
}
