import { describe, expect, it } from 'vitest'
import { type Amount, amount, amountToNumber } from '#shared/money/decimal.ts'
import { NO_ROUNDING } from '#shared/pricing/cash-rounding.ts'
import {
  type Bill,
  beginTendering,
  chooseType,
  dropPart,
  leftToPay,
  noTender,
  outcomeOf,
  payMostOfVoucher,
  roundingAt,
  type Tendering,
  takePart,
  tendersOf,
} from './tender.ts'

const billOf = (sum: number, rounding = NO_ROUNDING): Bill => ({
  sum: amount(sum),
  rounding,
  most: null,
  types: ['Cash', 'Card', 'GiftCard'],
  order: ['Cash', 'Card', 'GiftCard'],
  refunds: null,
  allowsOther: false,
  inAdvance: 0 as Amount,
  mostPoints: null,
  isReturn: false,
})
const bill = billOf(100)
const entering = (text: string, rest: Partial<Tendering> = {}): Tendering => ({
  ...noTender,
  ...rest,
  entry: { text, isFresh: false },
})

describe('payment', () => {
  it('pays the whole amount in cash while nothing is entered', () => {
    expect(tendersOf(bill, noTender)).toEqual([{ type: 'Cash', amount: amount(100), reference: '' }])
    expect(outcomeOf(bill, noTender, false)).toEqual({ ok: true, changeSum: 0 })
  })

  it('gives change for cash', () => {
    expect(outcomeOf(bill, entering('150.5'), false)).toEqual({ ok: true, changeSum: amount(50.5) })
  })

  it('reports the missing amount', () => {
    expect(outcomeOf(bill, entering('99.99'), false)).toMatchObject({ reason: 'too_little', missing: 1 })
  })

  it('refuses more than the amount to pay by card', () => {
    const outcome = outcomeOf(bill, entering('120', { type: 'Card' }), false)
    expect(outcome).toMatchObject({ reason: 'over_sum', over: amount(20) })
  })

  it('splits a payment between card and cash', () => {
    const rest = takePart(bill, entering('60', { type: 'Card', reference: '7781' }))
    expect(rest && leftToPay(bill, rest)).toBe(amount(40))
    expect(rest && tendersOf(bill, rest)).toEqual([
      { type: 'Card', amount: amount(60), reference: '7781' },
      { type: 'Cash', amount: amount(40), reference: '' },
    ])
  })

  it('gives change on the cash part of a split payment', () => {
    const rest = takePart(bill, entering('60', { type: 'Card' }))
    const paid = { ...(rest ?? noTender), entry: { text: '50', isFresh: false } }
    expect(outcomeOf(bill, paid, false)).toEqual({ ok: true, changeSum: amount(10) })
  })

  const known = (number: string, maxPaid: number): Partial<Tendering> => ({
    type: 'GiftCard',
    reference: number,
    voucher: { number, maxPaid, balance: maxPaid, asOf: '2026-03-02T09:00:00.000Z', isOnline: true },
  })

  it('accepts a checked voucher with a number, up to its limit', () => {
    const voucher = { type: 'GiftCard' as const }
    expect(outcomeOf(bill, entering('', voucher), false)).toEqual({ ok: false, reason: 'no_reference' })
    expect(outcomeOf(bill, entering('', { ...voucher, reference: ' ' }), false)).toMatchObject({ ok: false })
    const unchecked = entering('', { ...voucher, reference: 'V-7' })
    expect(outcomeOf(bill, unchecked, false)).toEqual({ ok: false, reason: 'unchecked_voucher' })
    expect(takePart(bill, { ...unchecked, entry: { text: '5', isFresh: false } })).toBeNull()
    expect(outcomeOf(bill, entering('', known('V-7', 100)), false)).toEqual({ ok: true, changeSum: 0 })
    expect(outcomeOf(bill, entering('', known('V-7', 30)), false)).toMatchObject({ missing: amount(70) })
    expect(outcomeOf(bill, entering('30.01', known('V-7', 30)), false)).toMatchObject({
      reason: 'too_much_of_voucher',
      most: amount(30),
    })
    expect(takePart(bill, entering('30.01', known('V-7', 30)))).toBeNull()
  })

  it('pays up to the limit of one voucher and then of another, but never the same voucher twice', () => {
    const first = payMostOfVoucher(bill, entering('5', known('V 7', 30)))
    expect(first).toMatchObject({
      parts: [{ type: 'GiftCard', amount: amount(30) }],
      type: 'Cash',
      reference: '',
    })
    expect(outcomeOf(bill, { ...first, ...known('v7', 30) }, false)).toEqual({
      ok: false,
      reason: 'voucher_taken',
    })
    const second = payMostOfVoucher(bill, { ...first, ...known('V 8', 500) })
    expect(outcomeOf(bill, second, false)).toEqual({ ok: true, changeSum: 0 })
    expect(tendersOf(bill, second)).toMatchObject([
      { amount: amount(30), reference: 'V 7' },
      { amount: amount(70), reference: 'V 8' },
    ])
    expect(chooseType(bill, second, 'GiftCard')).toMatchObject({ reference: '', voucher: null })
  })

  it('refuses a partial payment when there is only one payment method', () => {
    expect(takePart({ ...bill, types: ['Cash'] }, entering('60'))).toBeNull()
  })

  it('refuses a partial payment of zero or of the whole amount', () => {
    expect(takePart(bill, entering('100'))).toBeNull()
    expect(takePart(bill, entering('0'))).toBeNull()
  })

  it('adds a removed part back to the remaining amount', () => {
    const rest = takePart(bill, entering('60')) ?? noTender
    expect(leftToPay(bill, dropPart(rest, 0))).toBe(bill.sum)
  })

  it('refunds exactly the amount to refund', () => {
    expect(outcomeOf(bill, entering('150'), true)).toEqual({ ok: false, reason: 'not_exact' })
    expect(outcomeOf(bill, noTender, true)).toEqual({ ok: true, changeSum: 0 })
  })

  it('needs no payment for an amount of zero', () => {
    expect(tendersOf(billOf(0), noTender)).toEqual([])
    expect(outcomeOf(billOf(0), noTender, false)).toEqual({ ok: true, changeSum: 0 })
  })

  describe('with cash rounding', () => {
    const rounded = billOf(100.37, { mode: 'Down', step: amount(1), appliesTo: 'CashOnly' })
    const byCard = { type: 'Card' as const }
    const left = (tendering: Tendering | null) => tendering && amountToNumber(leftToPay(rounded, tendering))

    it('rounds the amount for cash, but not for a card', () => {
      expect(left(noTender)).toBe(100)
      expect(left({ ...noTender, ...byCard })).toBe(100.37)
      expect(roundingAt(rounded, noTender)).toBe(-37)
      expect(roundingAt(rounded, { ...noTender, ...byCard })).toBe(0)
      expect(outcomeOf(rounded, noTender, false)).toEqual({ ok: true, changeSum: 0 })
      expect(outcomeOf(rounded, entering('200'), false)).toEqual({ ok: true, changeSum: amount(100) })
      expect(outcomeOf(rounded, entering('99'), false)).toMatchObject({ missing: amount(1) })
    })

    it('rounds the remaining cash amount after a part by card', () => {
      const rest = takePart(rounded, entering('60.5', byCard))
      expect(left(rest)).toBe(39)
      expect(outcomeOf(rounded, rest ?? noTender, false)).toEqual({ ok: true, changeSum: 0 })
    })

    it('leaves an exact remaining amount for the card after a part in cash', () => {
      const rest = takePart(rounded, entering('60'))
      expect(left(rest)).toBe(40.37)
      expect(outcomeOf(rounded, rest ?? noTender, false)).toEqual({ ok: true, changeSum: 0 })
    })

    it('refunds no more than the payment over several returns', () => {
      const paidInCash = { ...rounded, most: amount(100) }
      expect(amountToNumber(leftToPay(paidInCash, { ...noTender, ...byCard }))).toBe(100)
      expect(outcomeOf(paidInCash, { ...noTender, ...byCard }, true)).toEqual({ ok: true, changeSum: 0 })
    })

    it('requires no payment for an amount that is rounded to zero', () => {
      const little = { ...rounded, sum: amount(0.4) }
      expect(tendersOf(little, noTender)).toEqual([])
      expect(outcomeOf(little, noTender, false)).toEqual({ ok: true, changeSum: 0 })
    })
  })
})

describe('refund of a receipt', () => {
  const paid = [
    { type: 'Card' as const, amount: amount(60) },
    { type: 'Cash' as const, amount: amount(40) },
  ]
  const refund = (sum: number, allowsOther = false): Bill => ({
    ...billOf(sum),
    most: amount(100),
    types: ['Card', 'Cash'],
    refunds: paid,
    allowsOther,
  })

  it('starts with the payment methods of the receipt', () => {
    expect(tendersOf(refund(50), beginTendering(refund(50)))).toMatchObject([{ type: 'Card', amount: 5000 }])
    const whole = beginTendering(refund(100))
    expect(tendersOf(refund(100), whole)).toMatchObject(paid)
    expect(outcomeOf(refund(100), whole, true)).toEqual({ ok: true, changeSum: 0 })
    const begun = { ...noTender, type: 'Cash' as const }
    expect(tendersOf(refund(100), begun)).toMatchObject([{ type: 'Cash', amount: 4000 }])
  })

  it('reports the maximum refund of a payment method', () => {
    const cash = entering('50', { type: 'Cash' })
    expect(outcomeOf(refund(50), cash, true)).toMatchObject({
      reason: 'not_as_paid',
      excess: { type: 'Cash', available: 4000 },
    })
  })

  it('requires a reason for a refund in another payment method, if the retail point allows it', () => {
    const cash = entering('50', { type: 'Cash' })
    expect(outcomeOf(refund(50, true), cash, true)).toEqual({ ok: false, reason: 'no_reason' })
    expect(outcomeOf(refund(50, true), { ...cash, reason: 'The card is lost' }, true)).toMatchObject({
      ok: true,
    })
    const asPaid = entering('40', { type: 'Cash' })
    expect(outcomeOf(refund(40, true), asPaid, true)).toMatchObject({ ok: true })
  })

  it('refunds to each voucher at most the amount that it paid', () => {
    const vouchers = ['V 1', 'V 2'].map((reference) => ({
      type: 'GiftCard' as const,
      amount: amount(30),
      reference,
    }))
    const bill: Bill = { ...refund(50), isReturn: true, types: ['GiftCard'], refunds: vouchers }
    const begun = beginTendering(bill)
    expect(tendersOf(bill, begun)).toEqual([
      { type: 'GiftCard', amount: amount(30), reference: 'V 1' },
      { type: 'GiftCard', amount: amount(20), reference: 'V 2' },
    ])
    expect(outcomeOf(bill, begun, true)).toEqual({ ok: true, changeSum: 0 })
    expect(chooseType(bill, begun, 'GiftCard').reference).toBe('V 2')
    const other = { ...begun, reference: 'V 3' }
    expect(outcomeOf(bill, other, true)).toMatchObject({ reason: 'not_as_paid', excess: { available: 0 } })
  })
})
