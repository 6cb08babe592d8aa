import { expect, it } from 'vitest'
import { maskVoucher, voucherKeyOf } from './voucher-number.ts'

it('spaces and letter case do not tell vouchers apart', () => {
  expect(new Set([' Ab 1', 'aB1', 'a\u00a0b 1'].map(voucherKeyOf))).toEqual(new Set(['ab1']))
  expect(voucherKeyOf('ab-1')).not.toBe(voucherKeyOf('ab1'))
})

it.each([
  ['1234 5678 9012 3456', '***3456'],
  ['V-10057', '***57'],
  ['ABC', '***C'],
  ['V1', '***'],
])('of %s stands %s on paper', (number, shown) => {
  expect(maskVoucher(number)).toBe(shown)
})
