import type { Cart } from '../../journal/carts.ts'

/**
 * Names the content of the open cart that an approval is for: the cart and its version, which every change counts up. Carts
 * with nothing in them are alike.
 */
export function approvedCart(cart: Cart | null): string {
  if (!cart) return 'empty'
  const { id, version, lines, vouchers, back, isReturn } = cart
  const size = lines.length + vouchers.length + (back?.lines.length ?? 0)
  if (size > 0) return `${id} ${version}`
  return isReturn ? 'empty return' : 'empty'
}
