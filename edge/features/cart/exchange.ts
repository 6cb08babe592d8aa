import { type ExchangeBill, exchangeBill } from '#shared/pricing/exchange.ts'
import { Problem } from '#shared/problems/problem.ts'
import type { Cart } from '../../journal/carts.ts'
import { tendersOf } from './cart-tenders.ts'
import { isLastReturn, priceCart } from './price-cart.ts'

/** A cart with what comes back in exchange. */
export interface ExchangeCart extends Cart {
  back: Cart
}

/** Something comes back for what is taken; of what was all taken out again nothing does. */
export const isExchange = (cart: Cart): cart is ExchangeCart => (cart.back?.lines.length ?? 0) > 0

/** Nothing is in the cart, nor comes back in exchange. */
export const isEmpty = (cart: Cart): boolean =>
  partsOf(cart).every(({ lines, vouchers }) => lines.length + vouchers.length === 0)

/** The cart, and what comes back in exchange. */
export const partsOf = (cart: Cart): Cart[] => (cart.back ? [cart, cart.back] : [cart])

/** The part with the line, which may have been removed. Throws Problem not_found. */
export function partWith(cart: Cart, lineId: string): Cart {
  const id = lineId.toLowerCase()
  const part = partsOf(cart).find(
    ({ lines, removed }) =>
      lines.some((line) => line.id === id) || removed.some(({ line }) => line.id === id),
  )
  if (part) return part
  throw new Problem('not_found', { detail: 'There is no such line in the cart' })
}

/** The cart with one of its parts changed. */
export const withPart = (cart: Cart, part: Cart): Cart =>
  part.id === cart.id ? part : { ...cart, back: part }

/** `refunds` of what comes back, which may have become less since it was begun. */
export function billOfExchange(cart: ExchangeCart, refunds = cart.back.refunds): ExchangeBill {
  const { back } = cart
  return exchangeBill({
    backSum: priceCart(back).sum,
    takenSum: priceCart(cart).sum,
    ...{ refundable: back.refundable, refunds, rounding: cart.terms.rounding },
    isLast: isLastReturn(back),
    usualType: tendersOf(back)[0] ?? 'Cash',
  })
}
