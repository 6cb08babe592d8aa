import { expect, it } from 'vitest'
import { barcodeVariant } from './barcode-variants.ts'

it.each([
  ['036000291452', '0036000291452'],
  ['0036000291452', '036000291452'],
  ['4006381333931', null],
  ['12345', null],
  ['A36000291452', null],
])('%s may also be sent as %s', (code, variant) => {
  expect(barcodeVariant(code)).toBe(variant)
})
