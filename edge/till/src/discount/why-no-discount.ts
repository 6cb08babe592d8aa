import type { Cart, CartLine } from '#shared/contracts/till/till.ts'

/** What a discount is off: a line of the cart by its id, or with null the whole receipt. */
export type DiscountTarget = string | null

/** Why no discount is given, as the name of a text; null when one may be. */
export function whyNoDiscount(cart: Cart, line: CartLine | null) {
  if (cart.originalReceiptNumber) return 'discount.asOnReceipt'
  if (cart.maxDiscountPercent === 0) return 'discount.notHere'
  const isProhibited = line ? line.isDiscountProhibited : cart.lines.every((one) => one.isDiscountProhibited)
  return isProhibited ? 'discount.notForThis' : null
}
