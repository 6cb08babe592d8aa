import { describe, expect, it } from 'vitest'
import { amount, quantity, sumAmounts } from '#shared/money/decimal.ts'
import { withNetPrices } from './net-prices.ts'
import type { FiscalLine } from './receipt.ts'

const line = (units: number, sum: number, vatSum = 0, markingCode: string | null = null): FiscalLine => ({
  name: 'Tea',
  quantity: quantity(units),
  price: amount(50),
  sum: amount(sum),
  vatRate: null,
  vatSum: amount(vatSum),
  unit: { code: '796', name: 'шт', fiscalMeasure: 0 },
  subject: 'Good' as const,
  isMarked: false,
  ntin: null,
  isAdvance: false,
  markingCode,
})

const shown = (lines: FiscalLine[]) =>
  lines.map(({ quantity: q, price, sum }) => [q / 1000, price / 100, sum / 100])

describe('withNetPrices', () => {
  it('includes the discount in the price', () => {
    expect(shown(withNetPrices([line(2, 90)]))).toEqual([[2, 45, 90]])
  })

  it('splits a line when no price yields its sum exactly', () => {
    expect(shown(withNetPrices([line(3, 100)]))).toEqual([
      [2, 33.33, 66.66],
      [1, 33.34, 33.34],
    ])
  })

  it('keeps the sum and the VAT in every split', () => {
    for (const [units, sum, vat] of [
      [7, 99.99, 18.03],
      [11, 0.05, 0.01],
      [999, 1234.56, 222.63],
    ] as const) {
      const lines = withNetPrices([line(units, sum, vat)])
      expect(sumAmounts(lines.map((each) => each.sum))).toBe(amount(sum))
      expect(sumAmounts(lines.map((each) => each.vatSum))).toBe(amount(vat))
      for (const { price, quantity: q, sum: part } of lines) expect((price * q) / 1000).toBe(part)
    }
  })

  it('splits weighed goods in the same way, unless the nearest price yields the sum', () => {
    expect(shown(withNetPrices([line(1.333, 10)]))).toEqual([[1.333, 7.5, 10]])
    expect(shown(withNetPrices([line(2.5, 10.01)]))).toEqual([
      [1.5, 4, 6],
      [1, 4.01, 4.01],
    ])
    expect(shown(withNetPrices([line(333.333, 10_000)]))).toEqual([
      [332.333, 30, 9969.99],
      [1, 30.01, 30.01],
    ])
  })

  it('yields lines whose prices match their sums, and keeps quantity, sum and VAT, for any quantity', () => {
    for (let units = 1; units <= 4000; units += 37)
      for (let sum = 1; sum <= 300; sum += 7) {
        const parts = withNetPrices([line(units / 1000, sum / 100, Math.round(sum / 7) / 100)])
        expect(parts.every(({ quantity: q }) => q > 0)).toBe(true)
        const off = parts.filter((each) => Math.round((each.price * each.quantity) / 1000) !== each.sum)
        expect([units, sum, off]).toEqual([units, sum, []])
        expect(parts.reduce((total, each) => total + each.quantity, 0)).toBe(units)
        expect(sumAmounts(parts.map((each) => each.sum))).toBe(sum)
        expect(sumAmounts(parts.map((each) => each.vatSum))).toBe(Math.round(sum / 7))
      }
  })

  it('keeps a line with a marking code whole and uses the nearest price', () => {
    expect(shown(withNetPrices([line(3, 100, 0, '0104')]))).toEqual([[3, 33.33, 100]])
  })

  it('accepts a line with the sum 0', () => {
    expect(shown(withNetPrices([line(3, 0)]))).toEqual([[3, 0, 0]])
  })
})
