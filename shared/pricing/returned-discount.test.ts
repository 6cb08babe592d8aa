import { describe, expect, it } from 'vitest'
import { amount, type Quantity, quantity } from '#shared/money/decimal.ts'
import { returnedDiscount } from './returned-discount.ts'

/** The discounts of returns of so much each, one after the other. */
function discounts(sold: { units: number; price: number; net: number }, parts: number[]): number[] {
  let before = quantity(0)
  return parts.map((units) => {
    const part = { before, quantity: quantity(units), price: amount(sold.price) }
    before = (before + part.quantity) as Quantity
    return returnedDiscount({ quantity: quantity(sold.units), net: amount(sold.net) }, part) / 100
  })
}

describe('the discount of what comes back', () => {
  it.each([
    ['all at once', { units: 3, price: 10, net: 29.9 }, [3], [0.1]],
    ['one by one', { units: 3, price: 10, net: 29.9 }, [1, 1, 1], [0.03, 0.04, 0.03]],
    ['in odd parts', { units: 1.5, price: 3.33, net: 4 }, [0.7, 0.8], [0.46, 0.53]],
    ['of what cost nothing', { units: 2, price: 5, net: 0 }, [1, 1], [5, 5]],
  ])('%s', (_, sold, parts, taken) => expect(discounts(sold, parts)).toEqual(taken))
})
