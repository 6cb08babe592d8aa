import { describe, expect, it } from 'vitest'
import { amount } from '#shared/money/decimal.ts'
import { isUnlikelyCash, quickCash } from './quick-cash.ts'

describe('quickCash', () => {
  it('offers the next round amounts above the amount to pay', () => {
    expect(quickCash(amount(1234.5), 'KZT')).toEqual([1500, 2000, 5000])
  })

  it('uses the banknotes of the currency', () => {
    expect(quickCash(amount(12.34), 'GBP')).toEqual([15, 20, 50])
  })

  it('leaves out the exact amount', () => {
    expect(quickCash(amount(500), 'RUB')).toEqual([600, 1000, 2000])
  })

  it('adds up several notes for an amount above the largest note', () => {
    expect(quickCash(amount(43_210), 'KZT')).toEqual([43_500, 44_000, 45_000])
  })

  it('offers amounts for a currency with unknown banknotes', () => {
    expect(quickCash(amount(7), 'XXX')).toEqual([10, 20, 50])
  })
})

describe('isUnlikelyCash', () => {
  it.each([
    [950, 'KZT', 20_000, false],
    [950, 'KZT', 20_000.01, true],
    [950, 'KZT', 4_006_381, true],
    [20_000, 'KZT', 20_000, false],
    [20_000, 'KZT', 20_001, true],
    [43_210, 'KZT', 60_000, false],
    [12.34, 'GBP', 60, true],
    [123_456, 'VND', 500_000, false],
    [123_456, 'VND', 4_006_381, true],
  ])(
    'decides for an amount of %d %s whether %d in cash is unlikely: %s',
    (sum, currency, received, isUnlikely) => {
      expect(isUnlikelyCash(amount(received), amount(sum), currency)).toBe(isUnlikely)
    },
  )
})
