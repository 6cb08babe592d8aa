import { describe, expect, test } from 'vitest'
import { barcodeValues, typedBarcode } from './barcode-cell.ts'
import { booleanCell } from './boolean-cell.ts'
import { firstWord, groupPath, pathKey } from './group-path.ts'
import { CellError } from './number-cell.ts'
import { currencyCell, kindCell, paymentSubjectCell, trackingCell, unitKey } from './word-cells.ts'

describe('a cell of barcodes', () => {
  test.each([
    ['4006381333931', ['4006381333931']],
    ['1,2;3|4 5\n6\u00a07', ['1', '2', '3', '4', '5', '6', '7']],
    ['0012 0012', ['0012']],
    ['  ', []],
  ])('%j holds %j', (cell, values) => {
    expect(barcodeValues(cell)).toEqual(values)
  })

  test.each(['4,60E+12', '4.60005E+12', '46E12', '123 4,60e+12'.slice(4), 'x'.repeat(256)])(
    '%j cannot be read',
    (cell) => {
      expect(() => barcodeValues(cell)).toThrow(CellError)
    },
  )

  test.each([
    ['4006381333931', 'Ean13', false],
    ['4006381333930', 'Code128', true],
    ['96385074', 'Ean8', false],
    ['96385075', 'Code128', true],
    ['001234567895', 'UpcA', false],
    ['04006381333931', 'Gtin', false],
    ['12345', 'Code128', false],
    ['ABC-1234567890', 'Code128', false],
  ])('%s is a %s', (value, type, isOdd) => {
    expect(typedBarcode(value)).toEqual({ value, type, isOdd })
  })
})

describe('yes and no', () => {
  test.each([
    ['да', true],
    ['ДА ', true],
    ['1', true],
    ['true', true],
    ['+', true],
    ['нет', false],
    ['0', false],
    ['FALSE', false],
    ['-', false],
    ['', false],
  ])('%j', (cell, isYes) => {
    expect(booleanCell(cell)).toBe(isYes)
  })

  test('nothing else', () => {
    expect(() => booleanCell('возможно')).toThrow(CellError)
  })
})

describe('a path of groups', () => {
  test.each([
    ['Кровати/Двуспальные', ['Кровати', 'Двуспальные']],
    [' Обувь  /  Зимняя\u00a0обувь ', ['Обувь', 'Зимняя обувь']],
    ['A > B > C', ['A', 'B', 'C']],
    ['A\\B', ['A', 'B']],
    ['/A//B/', ['A', 'B']],
    ['', []],
  ])('%j', (cell, path) => {
    expect(groupPath(cell)).toEqual(path)
  })

  test('is the same in any letters', () => {
    expect(pathKey(['Одежда', 'Платья'])).toBe(pathKey(['ОДЕЖДА', 'платья']))
  })

  test.each([
    ['Чай чёрный', 'чай'],
    ['Ёлка', 'ёлка'],
    ['3 в 1', null],
    ['Су-вид', null],
    ['"Лён"', null],
  ])('the first word of %s is %s', (name, word) => {
    expect(firstWord(name)).toBe(word)
  })
})

describe('words', () => {
  test.each([
    ['Товар', 'Good'],
    ['Модификация', 'Good'],
    ['УСЛУГА', 'Service'],
    ['Комплект', 'Bundle'],
    ['Группа', 'group'],
    ['', null],
  ])('the kind %j is %j', (cell, kind) => {
    expect(kindCell(cell)).toBe(kind)
  })
  test('there are no other kinds', () => {
    expect(() => kindCell('Корзина')).toThrow(CellError)
  })

  test.each([
    ['шт', 'шт.'],
    ['Штука', 'шт'],
    ['КГ', 'килограмм'],
    ['упаковка', 'упак.'],
  ])('the units %s and %s are one', (a, b) => {
    expect(unitKey(a)).toBe(unitKey(b))
  })

  test.each([
    ['руб', 'RUB'],
    ['руб.', 'RUB'],
    ['бел. руб.', 'BYN'],
    ['тг', 'KZT'],
    ['₸', 'KZT'],
    ['сум', 'UZS'],
    ['сом', 'KGS'],
    ['доллар', 'USD'],
    ['тугрик', null],
  ])('the currency %s is %s', (cell, isoCode) => {
    expect(currencyCell(cell)).toBe(isoCode)
  })

  test('subjects and tracking', () => {
    expect(['Товар', 'Подакцизный товар', 'Работа', 'Лотерея', ''].map(paymentSubjectCell)).toEqual([
      ...['Good', 'Excisable', 'Service', 'Other', 'Good'],
    ])
    expect(['Нет', '', 'Обувь', 'Молочная продукция', 'NotTracked', 'Меха'].map(trackingCell)).toEqual([
      ...['NotTracked', 'NotTracked', 'Shoes', 'Milk', 'NotTracked', 'Other'],
    ])
  })
})
