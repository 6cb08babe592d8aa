import { expect, it } from 'vitest'
import { amount } from '#shared/money/decimal.ts'
import { priceAt } from './price-at.ts'

const next = [
  { from: '2026-12-01T00:00:00.000Z', price: amount(120) },
  { from: '2026-12-24T12:00:00.000Z', price: amount(90) },
]

it.each([
  ['2026-11-30T23:59:59.999Z', 100],
  ['2026-12-01T00:00:00.000Z', 120],
  ['2026-12-24T11:59:59.999Z', 120],
  ['2027-01-01T00:00:00.000Z', 90],
])('finds at %s the price %d', (at, price) => {
  expect(priceAt(amount(100), next, new Date(at))).toBe(amount(price))
})

it('returns null before the first price of a product, and the price from its start', () => {
  expect(priceAt(null, next, new Date('2026-11-01'))).toBeNull()
  expect(priceAt(null, next, new Date('2026-12-02'))).toBe(amount(120))
})
