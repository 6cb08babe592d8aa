import { describe, expect, it } from 'vitest'
import { amount, type Quantity, quantity } from '#shared/money/decimal.ts'
import { returnedLine } from './returned-line.ts'

/** Returns `[net, VAT, discount]` for successive returns of the given quantities. */
function returned(sold: { units: number; price: number; net: number; vat?: number }, parts: number[]) {
  let before = quantity(0)
  return parts.map((units) => {
    const part = { before, quantity: quantity(units), price: amount(sold.price) }
    before = (before + part.quantity) as Quantity
    const line = { quantity: quantity(sold.units), net: amount(sold.net), vatSum: amount(sold.vat ?? 0) }
    const { net, vatSum, discountAmount } = returnedLine(line, part)
    return [net / 100, vatSum / 100, discountAmount / 100]
  })
}

describe('returnedLine', () => {
  it.each([
    ['all at once', { units: 3, price: 10, net: 29.9 }, [3], [0.1]],
    ['one by one', { units: 3, price: 10, net: 29.9 }, [1, 1, 1], [0.03, 0.04, 0.03]],
    ['in fractional parts', { units: 1.5, price: 3.33, net: 4 }, [0.7, 0.8], [0.46, 0.53]],
    ['when the line cost nothing', { units: 2, price: 5, net: 0 }, [1, 1], [5, 5]],
  ])('gives a returned part its share of the discount, %s', (_, sold, parts, discounts) =>
    expect(returned(sold, parts).map(([, , discount]) => discount)).toEqual(discounts),
  )

  it('gives each returned part its share of the paid VAT', () => {
    expect(returned({ units: 3, price: 33.34, net: 100, vat: 16.67 }, [1, 1, 1])).toEqual([
      [33.33, 5.56, 0.01],
      [33.34, 5.55, 0],
      [33.33, 5.56, 0.01],
    ])
  })

  it('adds up to the paid sum when the separately rounded parts would exceed it', () => {
    // 0.5 at 0.33 alone is rounded to 0.17, but the whole 1.5 cost only 0.50.
    const parts = returned({ units: 1.5, price: 0.33, net: 0.5 }, [0.5, 0.5, 0.5])
    expect(parts.map(([net]) => net)).toEqual([0.17, 0.16, 0.17])
  })
})
