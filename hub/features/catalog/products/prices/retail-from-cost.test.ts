import { expect, it } from 'vitest'
import { amount, cost } from '#shared/money/decimal.ts'
import { retailFromCost } from './retail-from-cost.ts'

it.each([
  [100, 0, 100],
  [100, 0.25, 125],
  [100.0001, 0, 101],
  [0.0001, 0, 1],
  [80, -0.5, 40],
  [80, -1, 0],
  [19.99, 0.3333, 27],
  [0.1, 2, 1],
  [10_000_000_000, 0.0001, 10_001_000_000],
])('turns a cost of %d with a markup of %d into the price %d', (from, markup, price) =>
  expect(retailFromCost(cost(from), markup)).toBe(amount(price)),
)

it('rounds the exact price up, by less than one ruble', () => {
  for (let step = 0; step <= 30_000; step += 7) {
    const exact = step * 13_337
    const price = retailFromCost(step as ReturnType<typeof cost>, 0.3337) * 1_000_000
    expect(price - exact).toBeGreaterThanOrEqual(0)
    expect(price - exact).toBeLessThan(100_000_000)
  }
})

it('throws when the result exceeds the exact range', () => {
  expect(() => retailFromCost(cost(10_000_000_000), 10_000)).toThrow(RangeError)
})
