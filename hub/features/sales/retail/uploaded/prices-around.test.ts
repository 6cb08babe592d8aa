import { expect, it } from 'vitest'
import { type Amount, amount } from '#shared/money/decimal.ts'
import { pricesAround, pricesOverTime } from './prices-around.ts'

const product = {
  price: amount(100),
  nextPrices: [
    { from: '2026-12-01T00:00:00.000Z', price: amount(120) },
    { from: '2026-12-24T12:00:00.000Z', price: amount(90) },
  ],
}

it.each<[string, number, number[]]>([
  ['2026-11-30T23:50:00.000Z', 100, []],
  ['2026-11-30T23:59:00.000Z', 100, [120]],
  ['2026-12-01T00:00:00.000Z', 120, [100]],
  ['2026-12-01T00:50:00.000Z', 120, [100]],
  ['2026-12-01T01:30:00.000Z', 120, []],
  ['2027-01-01T00:00:00.000Z', 90, []],
])('accepts at %s the price %d, and %j as well', (at, first, others) => {
  const prices = pricesAround(product, new Date(at))
  expect(prices[0]).toBe(amount(first))
  expect(new Set<Amount>(prices)).toEqual(new Set([first, ...others].map(amount)))
})

it('lists past prices before the current price, with the times of the changes', () => {
  const past = [
    { until: '2026-12-01T00:00:00.000Z', price: amount(100) },
    { until: '2026-12-24T12:00:00.000Z', price: amount(120) },
  ]
  expect(pricesOverTime(amount(90), past, [])).toEqual(product)
  expect(pricesOverTime(amount(90), [], [])).toEqual({ price: amount(90), nextPrices: [] })
})
