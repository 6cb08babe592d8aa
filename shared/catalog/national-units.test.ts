import { describe, expect, it } from 'vitest'
import { NATIONAL_UNITS, unitKey } from './national-units.ts'

describe('unitKey and NATIONAL_UNITS', () => {
  it.each([
    ['796', 'шт|шт.|Штука|штук|pc|PCS|piece|дана'],
    ['166', 'кг|КГ.|килограмм|kg'],
    ['163', 'г|гр|гр.|грамм|g'],
    ['168', 'т|тн|Тонна'],
    ['112', 'л|литр|l'],
    ['111', 'мл|ml|см3'],
    ['006', 'м|метр|m'],
    ['018', 'пог. м|п.м.|погонный  метр'],
    ['055', 'м2|м²|м 2|М ².|кв.м|кв. м.|sqm'],
    ['113', 'м3|м³|куб.м'],
    ['778', 'упак|упак.|уп|упаковка|қаптама'],
    ['728', 'пач|пачка'],
    ['8751', 'кор|коробка|короб|қорап'],
    ['868', 'бут|бут.|бутылка'],
    ['736', 'рул|Рулон'],
    ['839', 'компл|комплект|к-т'],
    ['715', 'пара|пар|пары'],
    ['812', 'ящ|ящик'],
    ['356', 'ч|час|сағат'],
    ['0001', 'банка|бан.'],
    ['0002', 'пакет|пак'],
    ['0014', 'балл|бал.|баллон'],
  ])('recognizes unit %s by each of its spellings', (code, spellings) => {
    for (const spelling of spellings.split('|'))
      expect([spelling, unitKey(spelling)]).toEqual([spelling, code])
  })

  it('uses the normalized name of an unknown unit as its key', () => {
    expect([unitKey('Бочка.'), unitKey(' Кор.обка ')]).toEqual(['бочка', 'кор.обка'])
  })

  it('gives each unit a unique code and unambiguous spellings', () => {
    const codes = NATIONAL_UNITS.map(({ code }) => code)
    expect(new Set(codes).size).toBe(codes.length)
    for (const { code, name, fullName, nameEn, nameKk, aliases } of NATIONAL_UNITS)
      for (const each of [name, fullName, nameEn, nameKk, ...aliases])
        expect([each, unitKey(each)]).toEqual([each, code])
  })

  it('marks every unit with a fiscal measure as fractional, and maps the kilogram to measure 11', () => {
    const fractional = NATIONAL_UNITS.filter(({ fiscalMeasure }) => fiscalMeasure > 0)
    expect(fractional.every(({ isFractional }) => isFractional)).toBe(true)
    expect(NATIONAL_UNITS.find(({ code }) => code === '166')?.fiscalMeasure).toBe(11)
  })
})
