import type { Cart, CartLine } from '#shared/contracts/till/till.ts'

/** Id of the cart line for a discount; null: the whole receipt. */
export type DiscountTarget = string | null

/** Returns the reason why no discount is possible, as the key of a text; null when one is. */
export function whyNoDiscount(cart: Cart, line: CartLine | null) {
  if (cart.originalReceiptNumber) return 'discount.asOnReceipt'
  if (cart.maxDiscountPercent === 0) return 'discount.notHere'
  const isProhibited = line ? line.isDiscountProhibited : cart.lines.every((one) => one.isDiscountProhibited)
  return isProhibited ? 'discount.notForThis' : null
}
