import { expect, it } from 'vitest'
import { baseGtin, expandUpcE, isGtin, spellingsOfGtin } from './gtin.ts'

it.each([
  ['14600000000012', ['14600000000012']],
  ['04600000000015', ['04600000000015', '4600000000015']],
  ['4600000000015', ['04600000000015', '4600000000015']],
  ['036000291452', ['00036000291452', '0036000291452', '036000291452']],
  ['96385074', ['00000096385074', '0000096385074', '000096385074', '96385074']],
])('returns for %s the spellings %j', (gtin, spellings) => expect(spellingsOfGtin(gtin)).toEqual(spellings))

it.each([
  ['96385074', true],
  ['96385075', false],
  ['4006381333931', true],
  ['400638133393', false],
  ['A36000291452', false],
  ['', false],
])('accepts only digits with a valid check digit as a GTIN: %s', (text, isRight) =>
  expect(isGtin(text)).toBe(isRight),
)

it.each([
  ['14607027000018', '04607027000011'],
  ['94607027000021', '04607027000028'],
  ['04607027000011', null],
  ['4607027000011', null],
])('returns the item that a case contains, or null for another GTIN: %s', (gtin, base) =>
  expect(baseGtin(gtin)).toBe(base),
)

// The last of the six digits determines the expansion (GS1 General Specifications, section 5.2.2.4).
it.each([
  ['04252614', '042100005264'],
  ['01234565', '012345000065'],
  ['01234531', '012300000451'],
  ['04182635', '041800000265'],
  ['01234133', '012300000413'],
  ['01234145', '012340000015'],
  ['01234144', null],
  ['21234565', null],
  ['0123456', null],
])('expands a UPC-E code, and returns null for anything else: %s', (upcE, upcA) =>
  expect(expandUpcE(upcE)).toBe(upcA),
)
