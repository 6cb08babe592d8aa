import { type ExchangeBill, exchangeBill } from '#shared/pricing/exchange.ts'
import { Problem } from '#shared/problems/problem.ts'
import type { Cart } from '../../journal/carts.ts'
import { tendersOf } from './cart-tenders.ts'
import { isLastReturn, priceCart } from './price-cart.ts'

/** A cart with goods returned in exchange. */
export interface ExchangeCart extends Cart {
  back: Cart
}

/** True when goods are returned in exchange; false when all of them were removed again. */
export const isExchange = (cart: Cart): cart is ExchangeCart => (cart.back?.lines.length ?? 0) > 0

/** True when the cart has no goods, neither taken nor returned in exchange. */
export const isEmpty = (cart: Cart): boolean =>
  partsOf(cart).every(({ lines, vouchers }) => lines.length + vouchers.length === 0)

/** Returns the cart and its returned goods, if any. */
export const partsOf = (cart: Cart): Cart[] => (cart.back ? [cart, cart.back] : [cart])

/** Returns the part with the line, which may have been removed. Throws `not_found`. */
export function partWith(cart: Cart, lineId: string): Cart {
  const id = lineId.toLowerCase()
  const part = partsOf(cart).find(
    ({ lines, removed }) =>
      lines.some((line) => line.id === id) || removed.some(({ line }) => line.id === id),
  )
  if (part) return part
  throw new Problem('not_found', { detail: 'There is no such line in the cart' })
}

/** Returns the cart with one of its parts changed. */
export const withPart = (cart: Cart, part: Cart): Cart =>
  part.id === cart.id ? part : { ...cart, back: part }

/**
 * Returns the bill of an exchange. `refunds` belong to the returned goods, which may have become fewer since
 * the exchange began.
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
