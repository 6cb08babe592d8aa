import { describe, expect, it } from 'vitest'
import { amount, percent } from '#shared/money/decimal.ts'
import { presentVatBreakdown } from './vat-breakdown.ts'

const line = (rate: number | null, sum: number, vat: number) => ({
  vatRate: rate === null ? null : percent(rate),
  sum: amount(sum),
  vatSum: amount(vat),
})

describe('VAT by rate', () => {
  it('sums the VAT and the base of each rate exactly, with the highest rate first', () => {
    expect(presentVatBreakdown([line(12, 1.12, 0.1), line(20, 9, 1.5), line(12, 2.24, 0.2)])).toEqual([
      { rate: 20, base: 7.5, vat: 1.5 },
      { rate: 12, base: 3.06, vat: 0.3 },
    ])
  })

  it('includes the 0 % rate and leaves out lines without VAT', () => {
    expect(presentVatBreakdown([line(null, 5, 0), line(0, 3, 0)])).toEqual([{ rate: 0, base: 3, vat: 0 }])
  })
})
