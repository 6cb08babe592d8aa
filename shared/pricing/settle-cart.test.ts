import { describe, expect, it, vi } from 'vitest'
import type { TenderType } from '#shared/domain/tenders.ts'
import { type Amount, amount } from '#shared/money/decimal.ts'
import { NO_ROUNDING } from './cash-rounding.ts'
import { type CartBill, type KnownMeans, settleCart } from './settle-cart.ts'

const TENDERS: TenderType[] = ['Cash', 'Card', 'GiftCard', 'Bonus']
const TO_FIVE = { mode: 'Nearest', step: amount(5), appliesTo: 'CashOnly' } as const

const billOf = (sum: number, more: Partial<CartBill> = {}): CartBill => ({
  isReturn: false,
  sum: amount(sum),
  voucherSum: amount(0),
  tenders: TENDERS,
  rounding: NO_ROUNDING,
  refundable: null,
  isLast: false,
  refundsLeft: null,
  allowRefundOtherTender: false,
  half: null,
  ...more,
})

const known = (more: Partial<KnownMeans> = {}): KnownMeans => ({
  mostPoints: amount(0),
  limitOf: () => ({ most: amount(0), isOnline: true }),
  refuseMistyped: () => {},
  ...more,
})

const paid = (type: TenderType, value: number, reference?: string) => ({
  type,
  amount: amount(value),
  ...(reference !== undefined && { reference }),
})

const settled = (
  bill: CartBill,
  payments: ReturnType<typeof paid>[],
  { means = known(), refundReason }: { means?: KnownMeans; refundReason?: string } = {},
) => settleCart(bill, { payments, refundReason }, means)

const refused = (code: string, options = {}) =>
  expect.objectContaining({ code, options: expect.objectContaining(options) })

describe('a sale', () => {
  it('gives change from cash after a payment by card', () => {
    expect(settled(billOf(70), [paid('Card', 50), paid('Cash', 50)])).toEqual({
      roundingSum: 0,
      changeSum: amount(30),
      payments: [paid('Card', 50), paid('Cash', 50)],
      refundReason: null,
    })
  })

  it('rounds a sum paid in cash and keeps a sum paid by card exact', () => {
    const bill = billOf(103, { rounding: TO_FIVE })
    expect(settled(bill, [paid('Cash', 110)])).toMatchObject({
      roundingSum: amount(2),
      changeSum: amount(5),
    })
    expect(settled(bill, [paid('Card', 103)])).toMatchObject({ roundingSum: 0, changeSum: 0 })
  })

  it('refuses too small a payment, change for a card payment, and payments above the largest sum of a sale', () => {
    const bill = billOf(100)
    const missing = { extensions: { missing: 40 } }
    expect(() => settled(bill, [paid('Cash', 60)])).toThrow(refused('payment_too_little', missing))
    const over = { extensions: { over: 5 } }
    expect(() => settled(bill, [paid('Card', 105)])).toThrow(refused('payment_too_much', over))
    expect(() => settled(bill, [paid('Cash', 1e10), paid('Cash', 1)])).toThrow(refused('invalid_request'))
  })

  it('refuses tenders that the retail point does not accept, and vouchers without a number', () => {
    expect(() => settled(billOf(10), [paid('Qr', 10)])).toThrow(refused('not_allowed_here'))
    const errors = [expect.objectContaining({ pointer: '#/payments/1/reference' })]
    expect(() => settled(billOf(10), [paid('Cash', 5), paid('GiftCard', 5)])).toThrow(
      refused('invalid_request', { errors }),
    )
  })

  it('limits points', () => {
    const means = known({ mostPoints: amount(30) })
    expect(settled(billOf(50), [paid('Cash', 20), paid('Bonus', 30)], { means }).changeSum).toBe(0)
    const errors = [{ pointer: '#/payments/0/amount', detail: 'Points may pay 30 of it', available: 30 }]
    expect(() => settled(billOf(50), [paid('Bonus', 30.01), paid('Cash', 20)], { means })).toThrow(
      refused('points_not_enough', { errors }),
    )
  })

  it('compares the total paid with each voucher with its limit', () => {
    const rows = [paid('GiftCard', 20, 'V 1'), paid('GiftCard', 15, 'v1'), paid('Cash', 15)]
    const limited = (most: number, isOnline: boolean) =>
      settled(billOf(50), rows, { means: known({ limitOf: () => ({ most: amount(most), isOnline }) }) })
    expect(limited(35, true).changeSum).toBe(0)
    const online = refused('voucher_not_enough', { extensions: { available: 34 } })
    expect(() => limited(34, true)).toThrow(online)
    expect(() => limited(34, false)).toThrow(refused('voucher_offline_limit'))
  })

  it('refuses points as payment for a gift voucher', () => {
    const bill = billOf(10, { voucherSum: amount(50) })
    const means = known({ mostPoints: amount(60) })
    expect(settled(bill, [paid('Bonus', 10), paid('Cash', 50)], { means }).changeSum).toBe(0)
    const available = { extensions: { available: 10 } }
    expect(() => settled(bill, [paid('Bonus', 10.01), paid('Cash', 50)], { means })).toThrow(
      refused('voucher_pays_voucher', available),
    )
  })
})

describe('a return', () => {
  const back = (sum: number, more: Partial<CartBill> = {}) =>
    billOf(sum, { isReturn: true, refundable: amount(100), refundsLeft: [paid('Card', 100)], ...more })

  it('refunds exactly its sum and refuses more', () => {
    expect(settled(back(40), [paid('Card', 40)])).toMatchObject({ changeSum: 0, refundReason: null })
    expect(() => settled(back(40, { refundsLeft: null }), [paid('Cash', 41)])).toThrow(
      refused('payment_too_much', { extensions: { over: 1 } }),
    )
  })

  it('refunds the whole remaining payment with the last products', () => {
    const bill = back(98, { isLast: true, rounding: TO_FIVE })
    expect(settled(bill, [paid('Card', 100)]).roundingSum).toBe(amount(2))
  })

  it('requires a reason for a refund with another tender, where the retail point allows such refunds', () => {
    const cash = [paid('Cash', 40)]
    expect(() => settled(back(40), cash)).toThrow(refused('refund_exceeded'))
    const allowed = back(40, { allowRefundOtherTender: true })
    expect(() => settled(allowed, cash)).toThrow(refused('invalid_request'))
    const refundReason = 'Card expired'
    expect(settled(allowed, cash, { refundReason })).toMatchObject({ refundReason })
    expect(settled(allowed, [paid('Card', 40)], { refundReason })).toMatchObject({ refundReason: null })
  })

  it('checks only the voucher numbers that are not on the receipt', () => {
    const refuseMistyped = vi.fn()
    const bill = back(20, { refundsLeft: [paid('GiftCard', 100, 'V1')], allowRefundOtherTender: true })
    const rows = [paid('GiftCard', 10, 'v 1'), paid('GiftCard', 10, 'V2')]
    settled(bill, rows, { means: known({ refuseMistyped }), refundReason: 'Lost' })
    expect(refuseMistyped.mock.calls).toEqual([['V2']])
  })
})

describe('a half of an exchange', () => {
  const setOff = { type: 'SetOff', amount: amount(60), originType: 'Card' } as const

  it('places the set-off before the payments and rounds only the remainder', () => {
    const half = { settled: [setOff], rest: amount(43), most: null }
    expect(settled(billOf(103, { half, rounding: TO_FIVE }), [paid('Cash', 50)])).toEqual({
      roundingSum: amount(2),
      changeSum: amount(5),
      payments: [setOff, paid('Cash', 50)],
      refundReason: null,
    })
  })

  it('needs no payment when nothing remains', () => {
    const half = { settled: [setOff], rest: 0 as Amount, most: amount(40) }
    expect(settled(billOf(60, { isReturn: true, half, refundsLeft: [] }), [])).toMatchObject({
      roundingSum: 0,
      changeSum: 0,
    })
  })
})
