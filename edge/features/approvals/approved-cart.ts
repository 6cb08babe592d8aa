import type { Cart } from '../../journal/carts.ts'

/**
 * Identifies the cart state that an approval applies to: the cart's id and its version, which every change
 * increments. All empty carts are equal, except that a return differs from a sale.
 */
export function approvedCart(cart: Cart | null): string {
  if (!cart) return 'empty'
  const { id, version, lines, vouchers, back, isReturn } = cart
  const size = lines.length + vouchers.length + (back?.lines.length ?? 0)
  if (size > 0) return `${id} ${version}`
  return isReturn ? 'empty return' : 'empty'
}
