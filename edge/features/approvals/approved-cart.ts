import type { Cart } from '../../journal/carts.ts'

/**
 * Identifies the cart content that an approval is for: the cart and its version, which grows with every
 * change. Empty carts are equal.
 */
export function approvedCart(cart: Cart | null): string {
  if (!cart) return 'empty'
  const { id, version, lines, vouchers, back, isReturn } = cart
  const size = lines.length + vouchers.length + (back?.lines.length ?? 0)
  if (size > 0) return `${id} ${version}`
  return isReturn ? 'empty return' : 'empty'
}
