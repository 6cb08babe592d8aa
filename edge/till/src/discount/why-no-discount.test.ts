import { expect, it } from 'vitest'
import type { Cart, CartLine } from '#shared/contracts/till/till.ts'
import { whyNoDiscount } from './why-no-discount.ts'

const tea = { id: 'a', isDiscountProhibited: false } as CartLine
const wine = { id: 'b', isDiscountProhibited: true } as CartLine
const cart = (rest: Partial<Cart> = {}) =>
  ({ maxDiscountPercent: 20, originalReceiptNumber: null, lines: [tea, wine], ...rest }) as Cart

it('returns the reason why no discount is possible, or null when one is possible', () => {
  expect(whyNoDiscount(cart(), tea)).toBeNull()
  expect(whyNoDiscount(cart(), null)).toBeNull()
  expect(whyNoDiscount(cart(), wine)).toBe('discount.notForThis')
  expect(whyNoDiscount(cart({ lines: [wine] }), null)).toBe('discount.notForThis')
  expect(whyNoDiscount(cart({ maxDiscountPercent: 0 }), tea)).toBe('discount.notHere')
  expect(whyNoDiscount(cart({ originalReceiptNumber: 'K7-1' }), tea)).toBe('discount.asOnReceipt')
})
