import { describe, expect, it } from 'vitest'
import type { CashRounding, CashRoundingScope } from '#shared/domain/cash-rounding.ts'
import { amount, amountToNumber } from '#shared/money/decimal.ts'
import { roundingOf } from './cash-rounding.ts'

const rule = (mode: CashRounding, step: number, appliesTo: CashRoundingScope = 'CashOnly') => ({
  mode,
  step: amount(step),
  appliesTo,
})
const cash = (major: number) => ({ type: 'Cash' as const, amount: amount(major) })
const card = (major: number) => ({ type: 'Card' as const, amount: amount(major) })

describe('roundingOf', () => {
  it.each<[CashRounding, number, number, number]>([
    ['None', 1, 100.37, 0],
    ['Down', 1, 100.37, -0.37],
    ['Down', 1, 100.99, -0.99],
    ['Down', 1, 100, 0],
    ['Up', 1, 100.01, 0.99],
    ['Up', 1, 100, 0],
    ['Nearest', 1, 100.49, -0.49],
    ['Nearest', 1, 100.5, 0.5],
    ['Nearest', 0.05, 0.02, -0.02],
    ['Nearest', 0.05, 0.03, 0.02],
    ['Nearest', 0.05, 9.99, 0.01],
    ['Nearest', 0.01, 9.99, 0],
    ['Nearest', 5, 12.5, 2.5],
    ['Nearest', 5, 12.49, -2.49],
    ['Down', 10, 9.99, -9.99],
    ['Up', 10, 0.01, 9.99],
    ['Up', 10, 0, 0],
    ['Down', 1, 9_999_999_999.99, -0.99],
  ])('rounds %s to %d: the rounding of %d is %d', (mode, step, sum, put) => {
    expect(amountToNumber(roundingOf(amount(sum), [cash(1e10)], rule(mode, step)))).toBe(put)
  })

  it.each([
    ['the whole sum by card', [card(100.37)], 0],
    ['less than the sum by card', [card(100)], 0],
    ['cash and a round sum by card', [card(50), cash(50)], -0.37],
    ['cash and 0.30 by card', [card(0.3), cash(100)], -0.07],
    ['the whole sum by card, and cash', [card(100.37), cash(5)], 0],
    ['more than the sum by card, and cash', [card(200), cash(5)], 0],
    ['no payment yet', [], -0.37],
  ])('rounds only the part paid in cash with CashOnly: %s', (_, tenders, put) => {
    expect(amountToNumber(roundingOf(amount(100.37), tenders, rule('Down', 1)))).toBe(put)
  })

  it.each([
    ['a payment above the rounded sum', [cash(10)], 4.4, 20, 0.6],
    ['a payment equal to the rounded sum', [cash(10)], 4.4, 5, 0.6],
    ['a payment below the sum', [cash(10)], 4.4, 3, -1.4],
    ['a card payment below the sum', [card(4)], 4.4, 4, -0.4],
  ])('rounds a refund, limited to the remaining payment: %s', (_, tenders, sum, most, put) => {
    expect(amountToNumber(roundingOf(amount(sum), tenders, rule('Up', 1), amount(most)))).toBe(put)
  })

  it('rounds the whole sum with All, for every tender', () => {
    expect(roundingOf(amount(100.37), [card(100)], rule('Down', 1, 'All'))).toBe(amount(-0.37))
    expect(roundingOf(amount(100.37), [card(50), cash(51)], rule('Up', 1, 'All'))).toBe(amount(0.63))
  })
})
