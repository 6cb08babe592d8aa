import { describe, expect, it } from 'vitest'
import { markingKey, parseMarkingCode } from './marking-code.ts'

const GS = '\u001d'
const GTIN = '04600000000015'
const SIGNATURE = `${'dGVzdA+/'.repeat(5)}abc=`

const SHOES = `01${GTIN}215Ab!cDe"fGh1x${GS}91EE06${GS}92${SIGNATURE}`
const TYRES = `01${GTIN}215Ab!cDe"fGh1x${GS}91EE06${GS}92${SIGNATURE}${SIGNATURE}`
const MILK = `01${GTIN}215Rj?9t${GS}93dGVz`
const WATER = `01${GTIN}215Rj?9t/a1B2c3${GS}93dGVz`
const TOBACCO = `01${GTIN}21aB3=x_7${GS}8005012900${GS}93dGVz`
const bare = (code: string) => code.replaceAll(GS, '')

describe('parseMarkingCode and markingKey', () => {
  it.each([
    ['shoes', SHOES, '5Ab!cDe"fGh1x'],
    ['tyres', TYRES, '5Ab!cDe"fGh1x'],
    ['milk', MILK, '5Rj?9t'],
    ['water', WATER, '5Rj?9t/a1B2c3'],
    ['tobacco', TOBACCO, 'aB3=x_7'],
    ['a code without a verification code', `01${GTIN}21abc-1`, 'abc-1'],
    ['a serial number of 20 characters', `01${GTIN}21${'z'.repeat(20)}`, 'z'.repeat(20)],
  ])('reads a code with and without separators, and with every prefix: %s', (_, code, serial) => {
    const expected = { code, gtin: GTIN, key: `01${GTIN}21${serial}`, serial }
    for (const prefix of ['', ']d2', GS, `]d2${GS}`, ']C1', ']Q3']) {
      expect(parseMarkingCode(prefix + code)).toEqual(expected)
      expect(parseMarkingCode(prefix + bare(code))).toEqual(expected)
    }
    expect(parseMarkingCode(code + GS)).toEqual(expected)
  })

  it('allows further elements, in any order', () => {
    const serial = { gtin: GTIN, key: `01${GTIN}21S1` }
    for (const code of [
      `01${GTIN}17270131` + `10L0T${GS}21S1`,
      `21S1${GS}01${GTIN}`,
      `01${GTIN}21S1${GS}93dGVz${GS}3103000250`,
      `01${GTIN}21S1${GS}240A01${GS}70032701311200`,
      `01${GTIN}11260101172701${'31'}21S1`,
    ])
      expect(parseMarkingCode(code)).toMatchObject(serial)
  })

  it.each([
    ['an EAN-13', '4600000000015'],
    ['a GTIN without a serial number', `01${GTIN}`],
    ['a wrong check digit', `0104600000000014${'21abc'}`],
    ['a batch in place of the serial number', `01${GTIN}10LOT`],
    ['an empty serial number', `01${GTIN}21${GS}93dGVz`],
    ['a serial number that is too long', `01${GTIN}21${'z'.repeat(21)}${GS}93dGVz`],
    ['a serial number with a forbidden character', `01${GTIN}21ab~c`],
    ['letters in the GTIN', '010460000000001x21abc'],
    ['a text that is not a code', ']d2 hello'],
    ['an empty text', ''],
  ])('refuses %s', (_, text) => {
    expect(parseMarkingCode(text)).toBeUndefined()
  })

  it('returns the same key however a code was read, and any other text unchanged', () => {
    const read = [SHOES, bare(SHOES), `]d2${SHOES}`, `01${GTIN}215Ab!cDe"fGh1x`]
    expect(new Set(read.map(markingKey)).size).toBe(1)
    expect(markingKey('EXCISE-77')).toBe('EXCISE-77')
  })
})
