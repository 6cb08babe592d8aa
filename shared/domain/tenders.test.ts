import { expect, it } from 'vitest'
import { amount } from '#shared/money/decimal.ts'
import { shiftTotals } from '#shared/pricing/shift-totals.ts'
import { isCash, needsReference, sumTenders, TENDER_TYPES, TILL_TENDER_TYPES } from './tenders.ts'

it('treats only cash as cash, requires a number only for vouchers, and excludes points and set-offs from the tenders of tills', () => {
  expect(TENDER_TYPES.filter((type) => isCash({ type }))).toEqual(['Cash'])
  expect(TENDER_TYPES.filter(needsReference)).toEqual(['GiftCard'])
  expect(TENDER_TYPES.filter((type) => !new Set<string>(TILL_TENDER_TYPES).has(type))).toEqual([
    'Bonus',
    'SetOff',
  ])
})

it('sums payments by tender, with change deducted from cash', () => {
  const tenders = [
    { type: 'Qr' as const, amount: amount(1) },
    { type: 'Cash' as const, amount: amount(5) },
    { type: 'Qr' as const, amount: amount(2.5) },
  ]
  expect(sumTenders(tenders, amount(1.25))).toEqual([
    { type: 'Cash', amount: amount(3.75) },
    { type: 'Qr', amount: amount(3.5) },
  ])
  expect(sumTenders([{ type: 'Cash', amount: amount(5) }], amount(5))).toEqual([])
})

it('counts only cash in the expected drawer balance of a shift', () => {
  const paid = (...sums: [(typeof TENDER_TYPES)[number], number][]) =>
    new Map(sums.map(([type, value]) => [type, amount(value)]))
  const totals = shiftTotals({
    openingCash: amount(100),
    sales: paid(['Other', 1], ['Cash', 50], ['Qr', 20], ['Card', 30]),
    returns: paid(['Cash', 5], ['Credit', 2], ['Card', 3]),
    cashIn: amount(10),
    cashOut: amount(7),
    receiptsCount: 4,
    returnsCount: 2,
  })
  expect(totals).toEqual({
    salesCash: 50,
    salesCard: 30,
    salesOther: 21,
    returnsCash: 5,
    returnsCard: 3,
    returnsOther: 2,
    otherTenders: [
      { type: 'Qr', sales: 20, returns: 0 },
      { type: 'Credit', sales: 0, returns: 2 },
      { type: 'Other', sales: 1, returns: 0 },
    ],
    cashIn: 10,
    cashOut: 7,
    receiptsCount: 4,
    returnsCount: 2,
    expectedCash: 148,
  })
})
