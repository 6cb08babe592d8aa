import { describe, expect, it } from 'vitest'
import { type Amount, amount, cost, percent, quantity } from '#shared/money/decimal.ts'
import { spread } from '#shared/money/spread.ts'
import { lineSums } from './line-sums.ts'

const line = (units: number, price: number, discount = 0, vat: number | null = null) => ({
  quantity: quantity(units),
  price: cost(price),
  discountPercent: percent(discount),
  vatRate: vat === null ? null : percent(vat),
})

describe('lineSums', () => {
  it.each([
    ['whole pieces', line(3, 12.5), 37.5, 0],
    ['half a step, rounded away from zero', line(0.001, 5), 0.01, 0],
    ['a line with a discount', line(2, 10, 33.33), 13.33, 0],
    ['a price that includes VAT', line(1, 120, 0, 20), 120, 20],
    ['a price with four decimals', line(3, 0.3333), 1, 0],
  ])('computes the sum of %s', (_, priced, sum, vat) => {
    expect(lineSums(priced, { vatEnabled: true, vatIncluded: true })).toEqual({
      sum: amount(sum),
      vatSum: amount(vat),
    })
  })

  it('computes sums up to the end of the exact range and throws RangeError beyond it', () => {
    const terms = { vatEnabled: true, vatIncluded: true }
    expect(lineSums(line(90_071_992_547.409, 1000), terms).sum).toBe(9_007_199_254_740_900)
    expect(() => lineSums(line(90_071_992_547.41, 1000), terms)).toThrow(RangeError)
  })

  it('computes zero VAT at the rate 0 % and a zero sum for a discount of 100 %', () => {
    expect(lineSums(line(1, 100, 0, 0), { vatEnabled: true, vatIncluded: false }).vatSum).toBe(0)
    expect(lineSums(line(1, 100, 100, 20), { vatEnabled: true, vatIncluded: false })).toEqual({
      sum: 0,
      vatSum: 0,
    })
  })

  it('adds VAT to the sum when prices exclude it', () => {
    const sums = lineSums(line(1, 100, 0, 20), { vatEnabled: true, vatIncluded: false })
    expect(sums).toEqual({ sum: amount(120), vatSum: amount(20) })
  })

  it('computes no VAT in a document without VAT', () => {
    const sums = lineSums(line(1, 100, 0, 20), { vatEnabled: false, vatIncluded: true })
    expect(sums.vatSum).toBe(0)
  })
})

describe('spread', () => {
  it.each([
    ['by weight', 100, [1, 3], [25, 75]],
    ['with a remainder', 100, [1, 1, 1], [34, 33, 33]],
    ['equally when all weights are 0', 10, [0, 0], [5, 5]],
    ['with 0 for a weight of 0', 10, [0, 3], [0, 10]],
    ['with the last step for the largest remainder', 10, [1, 2, 3], [2, 3, 5]],
    ['with the last step for the first of equal remainders', 5, [1, 1], [3, 2]],
    ['with two remaining steps for two parts', 11, [1, 1, 1], [4, 4, 3]],
    ['a total of 0', 0, [1, 2], [0, 0]],
    ['without parts', 10, [], []],
  ])('splits a total: %s', (_, total, weights, parts) => {
    expect(spread(total as Amount, weights)).toEqual(parts)
  })

  it('splits every total into parts that add up to it', () => {
    for (let seed = 1; seed < 500; seed += 1) {
      const weights = Array.from({ length: 1 + (seed % 9) }, (_, i) => (seed * (i + 7) * 7919) % 1009)
      const parts = spread((seed * 104_729) as Amount, weights)
      expect(parts.reduce((sum, part) => sum + part, 0)).toBe(seed * 104_729)
    }
  })
})
