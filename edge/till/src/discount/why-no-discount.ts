import type { Cart, CartLine } from '#shared/contracts/till/till.ts'

/** The line of the cart, by its id, that a discount is given on; null: the whole receipt. */
export type DiscountTarget = string | null

/** Why no discount is given, as the name of a text; null when one may be. */
export function whyNoDiscount(cart: Cart, line: CartLine | null) {
  if (cart.originalReceiptNumber) return 'discount.asOnReceipt'
  if (cart.maxDiscountPercent === 0) return 'discount.notHere'
  const isProhibited = line ? line.isDiscountProhibited : cart.lines.every((one) => one.isDiscountProhibited)
  return isProhibited ? 'discount.notForThis' : null
}
