import { describe, expect, it } from 'vitest'
import { gs1CheckDigit, isBarcodeValid } from './barcode.ts'

describe('gs1CheckDigit', () => {
  it.each([
    ['211234501500', 2],
    ['460702700001', 1],
    ['400638133393', 1],
    ['9638507', 4],
    ['01234567890', 5],
    ['', 0],
  ])('computes for %s the digit %i', (digits, digit) => {
    expect(gs1CheckDigit(digits)).toBe(digit)
  })
})

describe('isBarcodeValid', () => {
  it.each([
    ['Ean13', '4006381333931', true],
    ['Ean13', '4006381333930', false],
    ['Ean13', '96385074', false],
    ['Ean8', '96385074', true],
    ['Ean8', '4006381333931', false],
    ['UpcA', '012345678905', true],
    ['UpcA', '96385074', false],
    ['Gtin', '96385074', true],
    ['Gtin', '012345678905', true],
    ['Gtin', '4006381333931', true],
    ['Gtin', '04006381333931', true],
    ['Gtin', '963850745', false],
    ['Ean8', 'A6385074', false],
    ['Ean8', '9638507A', false],
    ['Ean8', '9638 074', false],
    ['Code128', 'ABC 12', true],
    ['Code128', 'a\u007fb', false],
    ['Code128', 'a\u001fb', false],
    ['Code128', 'a\u0000', false],
    ['Code128', '', true],
  ])('validates the type %s: %j gives %s', (type, value, isOne) => {
    expect(isBarcodeValid(value, type)).toBe(isOne)
  })
})
