import { describe, expect, it } from 'vitest'
import { type Amount, amount, percent, quantity } from '#shared/money/decimal.ts'
import { saleTotals, settle } from './sale.ts'

const line = (units: number, price: number, vat: number | null = null, discount = 0) => ({
  quantity: quantity(units),
  price: amount(price),
  discountAmount: amount(discount),
  vatRate: vat === null ? null : percent(vat),
})

describe('saleTotals', () => {
  it('rounds the sum of each line half away from zero', () => {
    const totals = saleTotals([line(0.5, 0.01), line(1.005, 9.99), line(0.333, 100)], true)
    expect(totals.lines.map((each) => each.sum)).toEqual([1, 1004, 3330])
    expect(totals.sum).toBe(4335)
  })

  it('extracts the VAT from prices that include it', () => {
    expect(saleTotals([line(1, 112, 12)], true)).toMatchObject({ sum: 11_200, vatSum: 1200 })
    expect(saleTotals([line(1, 120, 20)], true)).toMatchObject({ sum: 12_000, vatSum: 2000 })
  })

  it('adds the VAT to prices that exclude it', () => {
    expect(saleTotals([line(1, 100, 12)], false)).toMatchObject({ sum: 11_200, vatSum: 1200 })
  })

  it('calculates no VAT at the rate 0 % or without a rate', () => {
    expect(saleTotals([line(1, 100, null), line(1, 100, 0)], true).vatSum).toBe(0)
  })

  it('deducts discounts before it calculates tax', () => {
    expect(saleTotals([line(2, 100, 20, 80)], true)).toMatchObject({
      sum: 12_000,
      vatSum: 2000,
      discountSum: 8000,
    })
  })
})

describe('settle', () => {
  const cash = (major: number) => ({ type: 'Cash' as const, amount: amount(major) })
  const card = (major: number) => ({ type: 'Card' as const, amount: amount(major) })
  const owed = 10_050 as Amount

  it.each([
    ['exact cash', [cash(100.5)], 0],
    ['cash with change', [cash(200)], 9950],
    ['exact card', [card(100.5)], 0],
    ['card and cash', [card(100), cash(1)], 50],
  ])('accepts tenders that cover the sum: %s', (_title, tenders, changeSum) =>
    expect(settle(owed, tenders)).toEqual({ ok: true, changeSum }),
  )

  it('reports the missing amount when the tenders are below the sum', () => {
    expect(settle(owed, [cash(100)])).toEqual({ ok: false, reason: 'too_little', missing: 50 })
    expect(settle(owed, [])).toEqual({ ok: false, reason: 'too_little', missing: 10_050 })
  })

  it('rejects a card payment above the sum, since only cash gives change', () => {
    expect(settle(owed, [card(101)])).toEqual({ ok: false, reason: 'over_sum', over: 50 })
    expect(settle(owed, [card(110), cash(5)])).toEqual({ ok: false, reason: 'over_sum', over: 950 })
  })

  it('needs no payment for a sum of 0', () =>
    expect(settle(0 as Amount, [])).toEqual({ ok: true, changeSum: 0 }))
})
