import { expect, it } from 'vitest'
import { isMistypedVoucher, maskVoucher, newVoucherNumber, voucherKeyOf } from './voucher-number.ts'

it('ignores spaces and letter case in voucher numbers, and distinguishes numbers with hyphens', () => {
  expect(new Set([' Ab 1', 'aB1', 'a\u00a0b 1'].map(voucherKeyOf))).toEqual(new Set(['ab1']))
  expect(voucherKeyOf('ab-1')).not.toBe(voucherKeyOf('ab1'))
})

it.each([
  ['1234 5678 9012 3456', '***3456'],
  ['V-10057', '***57'],
  ['ABC', '***C'],
  ['V1', '***'],
])('masks voucher number %s as %s on printed receipts', (number, shown) => {
  expect(maskVoucher(number)).toBe(shown)
})

it('generates voucher numbers whose check digit detects any single wrong digit', () => {
  for (let made = 0; made < 50; made += 1) {
    const number = newVoucherNumber()
    expect(number).toMatch(/^\d{17}$/)
    expect(isMistypedVoucher(number)).toBe(false)
    for (let at = 0; at < number.length; at += 1) {
      const other = (Number(number[at]) + 1 + (made % 9)) % 10
      expect(isMistypedVoucher(`${number.slice(0, at)}${other}${number.slice(at + 1)}`)).toBe(true)
    }
  }
})

it('ignores spaces when it checks a voucher number, and accepts numbers chosen by users', () => {
  expect(isMistypedVoucher(' 1234 5678 9012 3456 1')).toBe(true)
  expect(isMistypedVoucher(' 1234 5678 9012 3456 0')).toBe(false)
  for (const number of ['1234567890123456', '123456789012345678', 'V2345678901234561', 'A1', ''])
    expect(isMistypedVoucher(number)).toBe(false)
})
