import type { Cart, CartLine } from '#shared/contracts/till/till.ts'

/** Id of the discounted cart line, or null for the whole receipt. */
export type DiscountTarget = string | null

/** Returns the text key of the reason why no discount is possible, or null when one is possible. */
export function whyNoDiscount(cart: Cart, line: CartLine | null) {
  if (cart.originalReceiptNumber) return 'discount.asOnReceipt'
  if (cart.maxDiscountPercent === 0) return 'discount.notHere'
  const isProhibited = line ? line.isDiscountProhibited : cart.lines.every((one) => one.isDiscountProhibited)
  return isProhibited ? 'discount.notForThis' : null
}
