import { type ExchangeBill, exchangeBill } from '#shared/pricing/exchange.ts'
import { Problem } from '#shared/problems/problem.ts'
import type { Cart } from '../../journal/carts.ts'
import { tendersOf } from './cart-tenders.ts'
import { isLastReturn, priceCart } from './price-cart.ts'

/** A cart with goods returned in exchange. */
export interface ExchangeCart extends Cart {
  back: Cart
}

/** True while the cart has goods returned in exchange. False after all of them were removed again. */
export const isExchange = (cart: Cart): cart is ExchangeCart => (cart.back?.lines.length ?? 0) > 0

/** True when the cart is empty, including the goods returned in exchange. */
export const isEmpty = (cart: Cart): boolean =>
  partsOf(cart).every(({ lines, vouchers }) => lines.length + vouchers.length === 0)

/** Returns the cart, followed by the cart of returned goods if there is one. */
export const partsOf = (cart: Cart): Cart[] => (cart.back ? [cart, cart.back] : [cart])

/** Returns the part that contains the line, including removed lines. Throws `not_found`. */
export function partWith(cart: Cart, lineId: string): Cart {
  const id = lineId.toLowerCase()
  const part = partsOf(cart).find(
    ({ lines, removed }) =>
      lines.some((line) => line.id === id) || removed.some(({ line }) => line.id === id),
  )
  if (part) return part
  throw new Problem('not_found', { detail: 'There is no such line in the cart' })
}

/** Replaces one part of the cart. */
export const withPart = (cart: Cart, part: Cart): Cart =>
  part.id === cart.id ? part : { ...cart, back: part }

/**
 * Returns the bill of an exchange. `refunds` apply to the returned goods, some of which may have been removed
 * since the exchange began.
 */
export function billOfExchange(cart: ExchangeCart, refunds = cart.back.refunds): ExchangeBill {
  const { back } = cart
  return exchangeBill({
    backSum: priceCart(back).sum,
    takenSum: priceCart(cart).sum,
    refundable: back.refundable,
    refunds,
    rounding: cart.terms.rounding,
    isLast: isLastReturn(back),
    usualType: tendersOf(back)[0] ?? 'Cash',
  })
}
