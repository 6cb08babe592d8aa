import { describe, expect, it } from 'vitest'
import { gs1CheckDigit } from '#shared/domain/barcode.ts'
import {
  DEFAULT_WEIGHT_MASKS,
  readWeightMasks,
  type WeightMask,
  WeightMasks,
} from '#shared/domain/weight-masks.ts'
import { type Amount, amount, quantity } from '#shared/money/decimal.ts'
import { lineSum } from '#shared/pricing/line.ts'
import { internalEan13 } from './internal-ean13.ts'
import { isPriceOfLabel, lineOfLabel, parseWeightBarcode, quantityOf } from './weight-barcode.ts'

describe('parseWeightBarcode', () => {
  it('uses the layout of most scales by default (docs/domain.md#weight-barcodes)', () => {
    expect(DEFAULT_WEIGHT_MASKS).toEqual([
      { prefix: '21', itemDigits: 5, valueDigits: 5, kind: 'Weight', divisor: 1000 },
    ])
  })

  it('reads stored layouts, with defaults for missing members', () => {
    const price = { prefix: '22', itemDigits: 5, valueDigits: 5, kind: 'Price', divisor: 100 }
    expect(readWeightMasks([{ prefix: '21', itemDigits: 5, valueDigits: 5 }, price])).toEqual([
      ...DEFAULT_WEIGHT_MASKS,
      price,
    ])
    expect(() => readWeightMasks([{ prefix: '21' }])).toThrow()
  })

  it.each([
    ['2112345015002', '12345', 1.5],
    ['2100042000018', '42', 0.001],
  ])('reads %s as a quantity of a product', (barcode, weightCode, weight) => {
    expect(parseWeightBarcode(barcode)).toEqual({ weightCode, quantity: quantity(weight) })
  })

  it.each([
    ['a wrong check digit', '2112345015003'],
    ['another prefix', '2012345015005'],
    ['too few digits', '211234501500'],
    ['letters', '21123450150ab'],
    ['a space in place of a digit', '21 2345015003'],
    ['too many digits', '21123450150020'],
    ['a letter before the prefix', 'a2112345015002'],
    ['a letter in the product number', '21a2345015002'],
    ['a weight of 0', '2112345000008'],
  ])('refuses a barcode with %s', (_, barcode) => expect(parseWeightBarcode(barcode)).toBeUndefined())

  const mask = (rest: Partial<WeightMask>): WeightMask[] => [
    { prefix: '21', itemDigits: 5, valueDigits: 5, kind: 'Weight', divisor: 1000, ...rest },
  ]

  it('reads the value as a number of pieces in a layout of kind Pieces', () => {
    const label = parseWeightBarcode('2112345015002', mask({ kind: 'Pieces', divisor: 1 }))
    expect(label).toEqual({ weightCode: '12345', quantity: quantity(1500) })
  })

  it('supports a layout with another prefix, item length and divisor', () => {
    const label = parseWeightBarcode('2112345015002', mask({ prefix: '2', itemDigits: 6, divisor: 100 }))
    expect(label).toEqual({ weightCode: '112345', quantity: quantity(15) })
  })

  it('uses the first matching layout, and none when the list is empty', () => {
    const masks = [
      ...mask({ prefix: '22' }),
      ...mask({ itemDigits: 4 }),
      ...mask({ divisor: 100 }),
      ...mask({ divisor: 10 }),
    ]
    expect(parseWeightBarcode('2112345015002', masks)).toEqual({
      weightCode: '12345',
      quantity: quantity(15),
    })
    expect(parseWeightBarcode('2112345015002', [])).toBeUndefined()
  })

  it('uses the quantity of the label regardless of the unit price', () => {
    const label = parseWeightBarcode('2112345015002')
    expect(label && quantityOf(label, amount(0))).toBe(quantity(1.5))
  })

  it('reads the value as a sum in a layout of kind Price, and derives the quantity from the unit price', () => {
    const label = parseWeightBarcode('2112345015002', mask({ kind: 'Price', divisor: 100 }))
    expect(label).toEqual({ weightCode: '12345', sum: amount(15) })
    if (!label) return
    expect(quantityOf(label, amount(60))).toBe(quantity(0.25))
    expect(quantityOf(label, amount(0.01))).toBe(quantity(1500))
    expect(quantityOf(label, amount(0))).toBeUndefined()
    expect(quantityOf(label, amount(40_000))).toBeUndefined()
  })

  it('sells a label of up to 4.9 kg for exactly its sum, at the unit price if a quantity matches', () => {
    expect(lineOfLabel({ weightCode: '1', sum: amount(5) }, amount(12.99))).toEqual({
      quantity: quantity(0.385),
      price: amount(12.99),
    })
    expect(lineOfLabel({ weightCode: '1', sum: amount(500) }, amount(1299))).toEqual({
      quantity: quantity(0.385),
      price: amount(1298.7),
    })
    const wrong: unknown[] = []
    for (const unitPrice of [0.07, 0.99, 9.99, 61.37, 1299, 4_815.16, 99_999.99].map(amount)) {
      for (let sum = 3; sum < 99_999; sum += 37) {
        const line = lineOfLabel({ weightCode: '1', sum: sum as Amount }, unitPrice)
        if (!line || line.quantity > quantity(4.9)) continue
        const isRight =
          lineSum(line.quantity, line.price) === sum && isPriceOfLabel(line.price, unitPrice, line.quantity)
        if (!isRight) wrong.push([unitPrice, sum, line])
      }
    }
    expect(wrong).toEqual([])
  })

  const withCheck = (digits: string): string => `${digits}${gs1CheckDigit(digits)}`
  // Examples of prices with 4 and 5 digits (GS1 General Specifications, section 7.9).
  it.each([
    ['0212345', '9', '2875', 28.75],
    ['0212345', '8', '0499', 4.99],
    ['212345', '6', '14685', 146.85],
  ])('accepts only the correct verifier digit of a price: %s %s %s', (item, verifier, price, sum) => {
    const masks = [
      mask({ prefix: '02', valueDigits: 4, kind: 'Price', divisor: 100, verifier: 'Price4' }),
      mask({ prefix: '2', valueDigits: 5, kind: 'Price', divisor: 100, verifier: 'Price5' }),
    ].flat()
    expect(parseWeightBarcode(withCheck(item + verifier + price), masks)).toEqual({
      weightCode: '12345',
      sum: amount(sum),
    })
    for (const wrong of [...'0123456789'].filter((digit) => digit !== verifier))
      expect(() => parseWeightBarcode(withCheck(item + wrong + price), masks)).toThrow(/misread/)
  })

  it('adjusts the price when the label has both a quantity and a sum', () => {
    const label = { weightCode: '1', quantity: quantity(1.25), sum: amount(9.99) }
    expect(lineOfLabel(label, amount(8))).toEqual({ quantity: quantity(1.25), price: amount(7.99) })
  })

  it('accepts a price close to the unit price and refuses any other price', () => {
    expect(isPriceOfLabel(amount(1298.7), amount(1299), quantity(0.385))).toBe(true)
    expect(isPriceOfLabel(amount(999), amount(1299), quantity(0.385))).toBe(false)
  })
})

describe('WeightMasks', () => {
  const layout = DEFAULT_WEIGHT_MASKS[0]
  it.each([
    ['of 13 digits', [layout, { ...layout, prefix: '2', itemDigits: 6 }], true],
    ['of fewer than 13 digits', [{ ...layout, itemDigits: 4 }], false],
    ['with a prefix that is not for internal use', [{ ...layout, prefix: '46' }], false],
    [
      'with a verifier for a price of another length',
      [{ ...layout, itemDigits: 4, verifier: 'Price4' }],
      false,
    ],
    ['with the same prefix twice', [layout, { ...layout, kind: 'Price', divisor: 100 }], false],
    ['with a divisor that is not a power of ten', [{ ...layout, divisor: 3 }], false],
  ])('validates layouts %s', (_, masks, isRight) =>
    expect(WeightMasks.safeParse(masks).success).toBe(isRight),
  )
})

describe('internalEan13', () => {
  it('combines prefix, number and check digit, and refuses numbers of more than 9 digits', () => {
    expect(internalEan13(1)).toBe('2000000000015')
    expect(internalEan13(999_999_999)).toMatch(/^200999999999\d$/)
    expect(() => internalEan13(1_000_000_000)).toThrow(RangeError)
  })

  it('returns codes that are not read as weight barcodes', () =>
    expect(parseWeightBarcode(internalEan13(100_001))).toBeUndefined())
})
