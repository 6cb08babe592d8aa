import { describe, expect, it } from 'vitest'
import { type Amount, amount, cost, rate } from './decimal.ts'
import { exchanged, exchangedInto, OWN_RATE } from './exchange.ts'

describe('amounts in another currency', () => {
  it.each([
    [10, 450.55, 1, 4505.5],
    [0.01, 450.5, 1, 4.51],
    [-0.01, 450.5, 1, -4.51],
    [1, 0.000125, 10, 0],
    [1000, 3.75, 100, 37.5],
    [0.05, 0.1, 1, 0.01],
    [1e8, 999.999999, 1, 99_999_999_900],
  ])('converts %d at a rate of %d for %d units to %d', (value, at, multiplicity, due) => {
    expect(exchanged(amount(value), { rate: rate(at), multiplicity })).toBe(amount(due))
  })

  it('keeps the decimal places of a cost', () => {
    expect(exchanged(cost(0.3333), { rate: rate(3), multiplicity: 1 })).toBe(cost(0.9999))
    expect(exchanged(cost(0.0001), { rate: rate(0.5), multiplicity: 1 })).toBe(cost(0.0001))
  })

  it('does not change an amount in the currency of the organization', () => {
    expect(exchanged(amount(12.34), OWN_RATE)).toBe(amount(12.34))
  })

  it('converts into a third currency with one rounding', () => {
    const [rouble, sum] = [
      { rate: rate(5.2), multiplicity: 1 },
      { rate: rate(3.75), multiplicity: 100 },
    ]
    // 10 × 5.2 / 0.0375
    expect(exchangedInto(amount(10), rouble, sum)).toBe(amount(1386.67))
    expect(exchangedInto(amount(10), rouble, OWN_RATE)).toBe(amount(52))
    const dearest = { rate: rate(1e9), multiplicity: 1 }
    const cheapest = { rate: rate(1e9), multiplicity: 1e6 }
    expect(exchangedInto(amount(10), dearest, cheapest)).toBe(amount(1e7))
  })

  it('throws when the converted amount exceeds the exact range', () => {
    const large = Number.MAX_SAFE_INTEGER as Amount
    expect(() => exchanged(large, { rate: rate(1.1), multiplicity: 1 })).toThrow(RangeError)
  })
})
