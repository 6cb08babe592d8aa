import { expect, it } from 'vitest'
import type { Tender, TenderType } from '#shared/domain/tenders.ts'
import { amount } from '#shared/money/decimal.ts'
import { excessOf, leftToRefund, refundsOf } from './refunds.ts'

const tenders = (...paid: [TenderType, number][]): Tender[] =>
  paid.map(([type, value]) => ({ type, amount: amount(value) }))
const receipt = (change: number, ...paid: [TenderType, number][]) => ({
  payments: tenders(...paid),
  changeSum: amount(change),
})

it('limits the refund of each tender to its payment, less change and earlier refunds', () => {
  const sale = receipt(20, ['Card', 30], ['Cash', 50], ['Card', 10])
  expect(leftToRefund(sale, [])).toEqual(tenders(['Card', 40], ['Cash', 30]))
  expect(leftToRefund(sale, [receipt(0, ['Card', 15]), receipt(0, ['Card', 25], ['Cash', 1])])).toEqual(
    tenders(['Cash', 29]),
  )
  expect(leftToRefund(sale, [receipt(0, ['Qr', 5], ['Cash', 40])])).toEqual(tenders(['Card', 40]))
  expect(leftToRefund(receipt(50, ['Cash', 50]), [])).toEqual([])
})

it('proposes refunds to the original tenders, in the order of payment', () => {
  const left = tenders(['Card', 40], ['Cash', 30])
  expect(refundsOf(amount(10), left)).toEqual(tenders(['Card', 10]))
  expect(refundsOf(amount(40), left)).toEqual(tenders(['Card', 40]))
  expect(refundsOf(amount(50.5), left)).toEqual(tenders(['Card', 40], ['Cash', 10.5]))
  expect(refundsOf(amount(0), left)).toEqual([])
})

it('adds up several refund rows of one tender before it compares them with the limit', () => {
  const left = tenders(['Card', 40])
  expect(excessOf(tenders(['Card', 15], ['Card', 25]), left)).toEqual([])
  expect(excessOf(tenders(['Card', 15], ['Card', 25.01], ['Cash', 1]), left)).toEqual([
    { index: 1, type: 'Card', requested: amount(25.01), available: amount(25) },
    { index: 2, type: 'Cash', requested: amount(1), available: 0 },
  ])
})

it('treats each voucher as a separate tender and refunds to the same voucher', () => {
  const voucher = (reference: string | null, value: number) => ({
    type: 'GiftCard' as const,
    amount: amount(value),
    reference,
  })
  const paid = (...payments: ReturnType<typeof voucher>[]) => ({ payments, changeSum: amount(0) })
  const sale = paid(voucher('V 1', 30), voucher('v2', 20), voucher('v1', 5))
  const left = leftToRefund(sale, [])
  expect(left).toEqual([voucher('V 1', 35), voucher('v2', 20)])
  expect(leftToRefund(sale, [paid(voucher('v2', 8)), paid(voucher('V1', 35))])).toEqual([voucher('v2', 12)])
  expect(refundsOf(amount(40), left)).toEqual([voucher('V 1', 35), voucher('v2', 5)])
  expect(excessOf([voucher('v1', 35), voucher('V2', 20)], left)).toEqual([])
  expect(excessOf([voucher('v1', 35.01), voucher('v3', 1)], left)).toMatchObject([
    { index: 0, available: amount(35) },
    { index: 1, available: 0 },
  ])
  // Refunds or payments made at another till have no voucher number here.
  expect(leftToRefund(sale, [paid(voucher(null, 40))])).toEqual([voucher('v2', 15)])
  expect(excessOf([voucher('v1', 50), voucher(null, 6)], [voucher(null, 55)])).toMatchObject([
    { index: 1, available: amount(5) },
  ])
})
