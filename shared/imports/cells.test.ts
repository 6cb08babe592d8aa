import { describe, expect, it } from 'vitest'
import { barcodeValues, typedBarcode } from './barcode-cell.ts'
import { booleanCell } from './boolean-cell.ts'
import { codeText, refuseLostCode } from './code-cell.ts'
import { firstWord, groupPath, pathKey } from './group-path.ts'
import { CellError } from './number-cell.ts'
import { currencyCell, kindCell, paymentSubjectCell, trackingCell } from './word-cells.ts'

const cellError = (message: string) =>
  expect.objectContaining({ remarkText: expect.objectContaining({ message }) })

describe('barcode cells', () => {
  it.each([
    ['4006381333931', ['4006381333931']],
    ['1,2;3|4 5\n6\u00a07', ['1', '2', '3', '4', '5', '6', '7']],
    ['0012 0012', ['0012']],
    [';1,,2; ', ['1', '2']],
    ['  ', []],
    ['x'.repeat(255), ['x'.repeat(255)]],
    ['E12 12E 1e1e1 1.e5', ['E12', '12E', '1e1e1', '1.e5']],
  ])('reads %j as the barcodes %j', (cell, values) => {
    expect(barcodeValues({ text: cell, isText: false })).toEqual(values)
  })

  it.each(['4,60E+12', '4.60005E+12', '46E12', '123 4,60e+12'.slice(4), 'x'.repeat(256)])(
    'refuses %j as an invalid barcode',
    (cell) => {
      expect(() => barcodeValues({ text: cell, isText: false })).toThrow(CellError)
    },
  )

  it.each([
    [' 4,60E+12 ', 'was changed to 4,60E+12 by a spreadsheet: format the column as text'],
    ['123 46e+12', 'was changed to 46e+12 by a spreadsheet: format the column as text'],
    ['x'.repeat(256), 'must have at most 255 characters'],
    ['12\u0001', 'contains control characters'],
  ])('refuses %j and states the reason', (cell, reason) => {
    expect(() => barcodeValues({ text: cell, isText: false })).toThrow(cellError(reason))
  })

  it.each([
    ['4006381333931', 'Ean13', false],
    ['4006381333930', 'Code128', true],
    ['96385074', 'Ean8', false],
    ['96385075', 'Code128', true],
    ['001234567895', 'UpcA', false],
    ['04006381333931', 'Gtin', false],
    ['12345', 'Code128', false],
    ['ABC-1234567890', 'Code128', false],
    ['9638507A', 'Code128', false],
    ['A638507412345', 'Code128', false],
    ['001234567890', 'Code128', true],
    ['04006381333930', 'Code128', true],
  ])('classifies the barcode %s as %s', (value, type, isOdd) => {
    expect(typedBarcode(value)).toEqual({ value, type, isOdd })
  })
})

describe('codes that a spreadsheet converted to numbers', () => {
  const barcodesIn = (raw: string, is?: 'text') => barcodeValues(codeText(raw, is))
  const lost = (code: string) =>
    `${code}: a spreadsheet treated the code as a number: format the column as text`

  it.each([
    ["'4006381333931", ['4006381333931']],
    ['4006381333931.0', ['4006381333931']],
    ['4006381333931,00', ['4006381333931']],
    ['4006381333931.0 96385074.0', ['4006381333931', '96385074']],
    ["'00123 '00124", ['00123', '00124']],
    ['="12345678901"', ['12345678901']],
    ['012345678905', ['012345678905']],
    ['123456789013', ['123456789013']],
    ['4006381333931 12345678905', ['4006381333931', '12345678905']],
    ['12345678904', ['12345678904']],
    ['1234567890123456', ['1234567890123456']],
  ])('reads the undamaged barcodes in %j', (cell, values) => {
    expect(barcodesIn(cell)).toEqual(values)
  })

  it.each([
    ['12345678905', '12345678905 looks like 012345678905 without its leading zeros'],
    ['1234567895', '1234567895 looks like 001234567895 without its leading zeros'],
    ['12345678905.0', lost('12345678905.0')],
    ['123456.0', lost('123456.0')],
    ['46070270000110000', lost('46070270000110000')],
    ['=A1', 'is a formula without a result'],
  ])('refuses the damaged barcode %j', (cell, reason) => {
    expect(() => barcodesIn(cell)).toThrow(reason)
  })

  it('accepts a barcode stored as text even when it looks damaged', () => {
    for (const code of ['12345678905', '46070270000110000']) {
      expect(barcodesIn(code, 'text')).toEqual([code])
      expect(barcodesIn(`="${code}"`)).toEqual([code])
      expect(barcodesIn(`'${code}`)).toEqual([code])
    }
  })

  it('keeps an apostrophe or a formula in a cell that was stored as text, and removes an apostrophe from a plain cell', () => {
    for (const text of ["'123", '="123"', "'=A1"]) expect(codeText(text, 'text').text).toBe(text)
    expect(codeText("'123").text).toBe('123')
  })

  it.each(['4,60E+12', '1E+15', '17.0', '1,00', '12345678901234500', '=B2'])('refuses %j', (cell) => {
    expect(() => refuseLostCode(codeText(cell))).toThrow(CellError)
  })

  it.each(['12E5', '1.05', 'E+12', 'A1.0', '123456789012345', '="1.0"', "'4,6E+12", "'=B2"])(
    'accepts the undamaged code %j',
    (cell) => {
      expect(() => refuseLostCode(codeText(cell))).not.toThrow()
    },
  )
})

describe('booleanCell', () => {
  it.each<[string, boolean]>([
    ['да', true],
    ['ДА ', true],
    ['1', true],
    ['true', true],
    ['+', true],
    ['yes', true],
    ['Y', true],
    ['истина', true],
    ['Д', true],
    ['no', false],
    ['N', false],
    ['ложь', false],
    ['н', false],
    ['нет', false],
    ['0', false],
    ['FALSE', false],
    ['-', false],
    ['', false],
  ])('reads yes or no from %j', (cell, isYes) => {
    expect(booleanCell(cell)).toBe(isYes)
  })

  it('refuses a word that means neither yes nor no', () => {
    expect(() => booleanCell('возможно')).toThrow(cellError('must be yes or no'))
  })
})

describe('group paths', () => {
  it.each([
    ['Кровати/Двуспальные', ['Кровати', 'Двуспальные']],
    [' Обувь  /  Зимняя\u00a0обувь ', ['Обувь', 'Зимняя обувь']],
    ['A > B > C', ['A', 'B', 'C']],
    ['A\\B', ['A', 'B']],
    ['A  \t\u00a0 B', ['A B']],
    ['/A//B/', ['A', 'B']],
    ['', []],
  ])('finds the group names in %j', (cell, path) => {
    expect(groupPath(cell)).toEqual(path)
  })

  it('ignores letter case in the key of a path', () => {
    expect(pathKey(['Одежда', 'Платья'])).toBe(pathKey(['ОДЕЖДА', 'платья']))
  })

  it.each([
    ['Чай чёрный', 'чай'],
    ['Ёлка', 'ёлка'],
    ['  Сок яблочный', 'сок'],
    ['Ус', null],
    ['3 в 1', null],
    ['Су-вид', null],
    ['"Лён"', null],
  ])('finds the first word of %s: %s', (name, word) => {
    expect(firstWord(name)).toBe(word)
  })
})

describe('word cells', () => {
  const all = (words: string): string[] => words.split('|')

  it.each([
    ['Good', 'Good|Товар|модификация|СЕРИЯ'],
    ['Service', 'service|Услуга|работа'],
    ['Bundle', 'bundle|Комплект'],
    ['group', 'Группа|group'],
  ])('recognizes the words for the row kind %s', (kind, words) => {
    for (const word of all(words)) expect([word, kindCell(word)]).toEqual([word, kind])
  })
  it('returns null for an empty row kind and refuses unknown words', () => {
    expect(kindCell('')).toBeNull()
    expect(() => kindCell('Корзина')).toThrow(cellError('is not a product type'))
  })

  it.each([
    ['Good', '|good|Товар'],
    ['Excisable', 'excisable|Подакцизный товар'],
    ['Service', 'service|Услуга|работа'],
    ['Other', 'other|Другое|Иной предмет расчёта'],
    [undefined, 'Лотерея|платёж'],
  ])('reads words for a payment subject as %s', (subject, words) => {
    for (const word of all(words)) expect([word, paymentSubjectCell(word)]).toEqual([word, subject])
  })

  it.each([
    ['NotTracked', '|Нет|0|-|NotTracked|не маркируется|без маркировки'],
    ['Tobacco', 'tobacco|Табак|табачная продукция'],
    ['Shoes', 'shoes|Обувь|обувь и сапоги'],
    ['Clothes', 'clothes|Одежда|легпром|товары лёгкой промышленности'],
    ['Perfumery', 'perfumery|Духи|парфюмерия'],
    ['Tires', 'tires|Шины'],
    ['Milk', 'milk|Молочная продукция|молоко'],
    ['Water', 'water|Вода|упакованная вода'],
    ['Beer', 'beer|Пиво|пивные напитки'],
    ['Medical', 'medical|Медицинские изделия|лекарства'],
    ['Supplements', 'supplements|БАД|биологически активные добавки'],
    ['Other', 'other|Другая|Иное'],
    // Types are recognized by the beginning of the cell, but "no" must be the whole cell.
    [
      undefined,
      'Меха|не табак|не обувь|без одежда|не духи|не шины|не молоко|не вода|не пиво|не медицина|не бад|нет обуви|10|--',
    ],
  ])('reads words for a tracking type as %s', (type, words) => {
    for (const word of all(words)) expect([word, trackingCell(word)]).toEqual([word, type])
  })

  it.each([
    ['BYN', 'бел. руб.|бел руб|белруб|byn|Br'],
    ['RUB', 'руб|руб.|рубль|RUB|₽|р|р.|российский рубль'],
    ['KZT', 'тенге|тг|тг.|kzt|₸'],
    ['UZS', 'сум|uzs'],
    ['KGS', 'сом|kgs'],
    ['USD', 'доллар|долл. США|usd|$'],
    ['EUR', 'евро|eur|€'],
    ['GBP', 'фунт|gbp|£'],
    [null, 'тугрик||рис|не руб|не тенге|не сум|не сом|не долл|не евро|не фунт|не бел руб'],
  ])('reads currency names as %s', (isoCode, words) => {
    for (const word of all(words)) expect([word, currencyCell(` ${word} `)]).toEqual([word, isoCode])
  })
})
