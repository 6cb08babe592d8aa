import { describe, expect, it } from 'vitest'
import { amount, quantity } from '#shared/money/decimal.ts'
import { type LookUpStep, lookUpSteps } from './look-up-steps.ts'

const GS = '\u001d'

/** Returns the steps in a short form. */
const shortly = (steps: LookUpStep[]): string[] =>
  steps.map((step) => {
    if (step.by === 'label') return `label ${step.label}`
    if (step.by === 'key') return `key ${step.key}`
    return step.values.join(' ') + (step.facts.isCase ? ' case' : '')
  })

describe('lookUpSteps', () => {
  it.each([
    ['an EAN-13', '4607027000011', ['4607027000011', '04607027000011 4607027000011']],
    [
      'a symbology identifier before the code',
      ']E04607027000011',
      [']E04607027000011', '4607027000011', '04607027000011 4607027000011', 'key 4607027000011'].slice(0, 3),
    ],
    [
      'the GTIN of a case',
      '24607027000015',
      ['24607027000015', '24607027000015', '04607027000011 4607027000011 case'],
    ],
    [
      'a code that can be EAN-8 or UPC-E',
      '01234565',
      [
        '01234565',
        '00000001234565 0000001234565 000001234565 01234565',
        '00012345000065 0012345000065 012345000065',
      ],
    ],
    ['a magazine with its issue', '977031784700105', ['977031784700105', '09770317847001 9770317847001']],
    ['letters', 'TS-Red-M', ['TS-Red-M', 'key TS-RED-M']],
    [
      'a scale label of 12 digits',
      '212345804995',
      ['212345804995', '00212345804995 0212345804995 212345804995', 'label 0212345804995'],
    ],
    ['digits that are not a GTIN', '460702700001', ['460702700001']],
    [
      'a web address',
      'https://shop.example/p/77',
      ['https://shop.example/p/77', 'key HTTPS://SHOP.EXAMPLE/P/77'],
    ],
  ])('returns the steps of a look-up: %s', (_, scanned, steps) =>
    expect(shortly(lookUpSteps(scanned))).toEqual(steps),
  )

  const facts = (scanned: string) =>
    lookUpSteps(scanned).flatMap((step) =>
      step.by === 'barcode' && Object.keys(step.facts).length > 0 ? [[step.values[0], step.facts]] : [],
    )

  it.each([
    [
      'a weight and a sum',
      `]C1010460702700002831030012503922999`,
      [['04607027000028', { measure: quantity(1.25), sum: amount(9.99) }]],
    ],
    [
      'the weight of a variable-measure item, also by its base GTIN',
      ']e001946070270000213103001250',
      [
        ['94607027000021', { measure: quantity(1.25) }],
        ['04607027000028', { measure: quantity(1.25) }],
      ],
    ],
    [
      'an expiry date and a batch',
      ']d201046070270000111726123110LOT7',
      [['04607027000011', { batch: 'LOT7', expiresOn: '2026-12-31' }]],
    ],
    [
      'a batch that ends with a separator',
      `]C1010460702700001110AB${GS}17261231`,
      [['04607027000011', { batch: 'AB', expiresOn: '2026-12-31' }]],
    ],
    [
      'the text printed below a symbol',
      '(01)04607027000011(10)A1(17)260200',
      [['04607027000011', { batch: 'A1', expiresOn: '2026-02-28' }]],
    ],
    [
      'a Digital Link',
      'https://id.gs1.org/01/04607027000011/10/LOT7?17=261231',
      [['04607027000011', { batch: 'LOT7', expiresOn: '2026-12-31' }]],
    ],
    [
      'a Digital Link of a shop with a longer path and an escaped batch',
      'https://shop.example/en/01/4607027000011/10/A%2FB',
      [['04607027000011', { batch: 'A/B' }]],
    ],
    [
      'the contents of a case and their count',
      ']C102146070270000183724',
      [
        ['14607027000018', { count: quantity(24) }],
        ['04607027000011', { count: quantity(24), isCase: true }],
      ],
    ],
    ['a count of pieces', `]C101046070270000113012`, [['04607027000011', { count: quantity(12) }]]],
    ['pounds', `]C101046070270000283201000010`, [['04607027000028', { measure: quantity(0.454) }]]],
  ])('reads %s', (_, scanned, expected) => expect(facts(scanned)).toEqual(expected))

  it.each([
    ['a wrong check digit', ']C10104607027000012'],
    ['an invalid element', ']C101046070270000113103ABCDEF'],
    ['a day that does not exist', ']C101046070270000111726023110'],
    ['a link without a GTIN', 'https://id.gs1.org/10/LOT7'],
  ])('returns no expiry date for an invalid symbol: %s', (_, scanned) =>
    expect(facts(scanned).flatMap(([, stated]) => stated)).not.toContainEqual(
      expect.objectContaining({ expiresOn: expect.anything() }),
    ),
  )

  it('looks up a marking code by its GTIN, with and without separators', () => {
    const code = `010460702700003521abcDEF1234567${GS}93dGVz`
    for (const scanned of [code, code.replaceAll(GS, ''), `]d2${GS}${code}`])
      expect(shortly(lookUpSteps(scanned))).toContain('04607027000035 4607027000035')
  })
})
