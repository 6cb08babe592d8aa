import { describe, expect, it } from 'vitest'
import { faultOfTaxId } from './tax-id.ts'

describe('faultOfTaxId', () => {
  it.each([
    ['RU', '7707083893'],
    ['RU', '500100732259'],
    ['KZ', '950540000524'],
    ['KZ', '940140000385'],
    ['UZ', '201122919'],
    ['KG', '02607199710125'],
    ['GB', 'GB123456789'],
  ])('accepts for %s the tax id %s', (country, id) => {
    expect(faultOfTaxId(id, country)).toBeUndefined()
  })

  it.each([
    ['RU', '7707083894'],
    ['RU', '500100732258'],
    ['RU', '500100732359'],
    ['RU', '77070838'],
    ['RU', '770708389x'],
    ['KZ', '950540000525'],
    ['KZ', '95054000052'],
    ['UZ', '2011229190'],
    ['GB', 'GB 1234'],
  ])('refuses for %s the tax id %s', (country, id) => {
    expect(faultOfTaxId(id, country)).toBeDefined()
  })

  it('uses the second weights for a KZ tax id when the first give a remainder of 10', () => {
    const stem = '00000000000'.split('')
    // The first weights give a remainder of 10. With the second weights, the tenth digit counts once.
    stem[9] = '1'
    expect(faultOfTaxId(`${stem.join('')}1`, 'KZ')).toBeUndefined()
    expect(faultOfTaxId(`${stem.join('')}0`, 'KZ')).toBeDefined()
  })
})
