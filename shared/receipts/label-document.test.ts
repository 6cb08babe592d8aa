import { expect, it } from 'vitest'
import { labelDocument } from './label-document.ts'
import { layOut } from './lay-out.ts'

const COFFEE = {
  name: 'Coffee',
  article: 'C-1',
  code: '00017',
  barcodes: ['4600000000015', '4600000000022'],
  unitName: 'pcs',
  price: 12.5,
  currencyCode: 'KZT',
}
const LAYOUT = { language: 'en', paperWidth: 58, timeZone: 'Asia/Almaty' } as const
const read = (product: typeof COFFEE, copies = 1) =>
  layOut(labelDocument(product, LAYOUT, { copies, at: '2027-03-01T21:00:00Z' }).blocks, 58).map((step) =>
    step.kind === 'line' ? step.text.trim() : 'code' in step ? `[${step.code}]` : `[${step.kind}]`,
  )

it('prints name, price, unit and date on each label, followed by a cut', () => {
  // It is already the next day in the time zone of the store.
  const label = ['Coffee', '₸12.50', 'per pcs', '[4600000000015]', 'C-1  2 Mar 2027', '[cut]']
  expect(read(COFFEE)).toEqual(label)
  expect(read(COFFEE, 2)).toEqual([...label, ...label])
})

it('prints the product code on the label of a product without a barcode', () => {
  expect(read({ ...COFFEE, barcodes: [] })).toContain('[00017]')
})
