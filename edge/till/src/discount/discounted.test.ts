import { describe, expect, it } from 'vitest'
import type { Cart, CartLine } from '#shared/contracts/till/till.ts'
import { discounted, whyNoDiscount } from './discounted.ts'

const line = (id: string, price: number, rest: Partial<CartLine> = {}) =>
  ({
    id,
    quantity: 1,
    price,
    minPrice: null,
    isDiscountProhibited: false,
    discount: null,
    promotions: [],
    ...rest,
  }) as CartLine
const cart = (rest: Partial<Cart> = {}) =>
  ({
    ...{ maxDiscountPercent: 20, maxReceiptDiscount: 1 },
    discount: null,
    originalReceiptNumber: null,
    isOriginalOfAnotherTill: false,
    lines: [line('a', 10, { discount: { percent: 10 } }), line('b', 5.5, { isDiscountProhibited: true })],
    ...rest,
  }) as Cart

describe('a discount', () => {
  it('is off a line', () => {
    expect(discounted(cart(), 'a', { percent: 15 })).toEqual({ full: 1000, most: 200, off: 150 })
    expect(discounted(cart(), 'a', null)).toMatchObject({ off: 0 })
  })

  it('is off the whole receipt, less what its lines have off', () => {
    expect(discounted(cart(), null, { amount: 1 })).toEqual({ full: 1450, most: 100, off: 100 })
  })

  it('is off no more than the cart would give', () => {
    const atLeast = cart({ lines: [line('a', 10, { minPrice: 9 })] })
    expect(discounted(atLeast, 'a', { percent: 20 })).toMatchObject({ off: 100 })
    const afterPromotions = cart({ lines: [line('a', 10)], maxReceiptDiscount: 0.4 })
    expect(discounted(afterPromotions, null, { percent: 20 })).toMatchObject({ off: 40 })
  })

  it('is refused with a reason', () => {
    const [tea = null, wine = null] = cart().lines
    expect(whyNoDiscount(cart(), tea)).toBeNull()
    expect(whyNoDiscount(cart(), null)).toBeNull()
    expect(whyNoDiscount(cart(), wine)).toBe('discount.notForThis')
    expect(whyNoDiscount(cart({ lines: wine ? [wine] : [] }), null)).toBe('discount.notForThis')
    expect(whyNoDiscount(cart({ maxDiscountPercent: 0 }), tea)).toBe('discount.notHere')
    expect(whyNoDiscount(cart({ originalReceiptNumber: 'K7-1' }), tea)).toBe('discount.asOnReceipt')
  })
})
