import { describe, expect, it } from 'vitest'
import { barcodeValues, typedBarcode } from './barcode-cell.ts'
import { booleanCell } from './boolean-cell.ts'
import { codeText, refuseLostCode } from './code-cell.ts'
import { firstWord, groupPath, pathKey } from './group-path.ts'
import { CellError } from './number-cell.ts'
import { currencyCell, kindCell, paymentSubjectCell, trackingCell } from './word-cells.ts'

const cellError = (message: string) => expect.objectContaining({ said: expect.objectContaining({ message }) })

describe('a cell of barcodes', () => {
  it.each([
    ['4006381333931', ['4006381333931']],
    ['1,2;3|4 5\n6\u00a07', ['1', '2', '3', '4', '5', '6', '7']],
    ['0012 0012', ['0012']],
    [';1,,2; ', ['1', '2']],
    ['  ', []],
    ['x'.repeat(255), ['x'.repeat(255)]],
    ['E12 12E 1e1e1 1.e5', ['E12', '12E', '1e1e1', '1.e5']],
  ])('%j holds %j', (cell, values) => {
    expect(barcodeValues({ text: cell, isText: false })).toEqual(values)
  })

  it.each(['4,60E+12', '4.60005E+12', '46E12', '123 4,60e+12'.slice(4), 'x'.repeat(256)])(
    '%j cannot be read',
    (cell) => {
      expect(() => barcodeValues({ text: cell, isText: false })).toThrow(CellError)
    },
  )

  it.each([
    [' 4,60E+12 ', '4,60E+12 is what a spreadsheet made of a barcode: format the column as text'],
    ['123 46e+12', '46e+12 is what a spreadsheet made of a barcode: format the column as text'],
    ['x'.repeat(256), 'must have at most 255 characters'],
    ['12\u0001', 'contains control characters'],
  ])('%j is refused with the reason', (cell, reason) => {
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
    // As long as an EAN-8 and an EAN-13, and not of digits alone.
    ['9638507A', 'Code128', false],
    ['A638507412345', 'Code128', false],
    ['001234567890', 'Code128', true],
    ['04006381333930', 'Code128', true],
  ])('%s is a %s', (value, type, isOdd) => {
    expect(typedBarcode(value)).toEqual({ value, type, isOdd })
  })
})

describe('a code that a program took for a number', () => {
  const barcodesIn = (raw: string, is?: 'text') => barcodeValues(codeText(raw, is))
  const lost = (code: string) =>
    `${code} is what a program made of a code that it took for a number: format the column as text`

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
  ])('is whole in %j', (cell, values) => {
    expect(barcodesIn(cell)).toEqual(values)
  })

  it.each([
    ['12345678905', '12345678905 looks like 012345678905 without its leading zeros'],
    ['1234567895', '1234567895 looks like 001234567895 without its leading zeros'],
    ['12345678905.0', lost('12345678905.0')],
    ['123456.0', lost('123456.0')],
    ['46070270000110000', lost('46070270000110000')],
    ['=A1', 'is a formula without its result'],
  ])('has lost a part in %j', (cell, reason) => {
    expect(() => barcodesIn(cell)).toThrow(reason)
  })

  it('is whole where it was kept as a text', () => {
    for (const code of ['12345678905', '46070270000110000']) {
      expect(barcodesIn(code, 'text')).toEqual([code])
      expect(barcodesIn(`="${code}"`)).toEqual([code])
      expect(barcodesIn(`'${code}`)).toEqual([code])
    }
  })

  it.each(['4,60E+12', '1E+15', '17.0', '1,00', '12345678901234500', '=B2'])('is refused: %j', (cell) => {
    expect(() => refuseLostCode(codeText(cell))).toThrow(CellError)
  })

  it.each(['12E5', '1.05', 'E+12', 'A1.0', '123456789012345', '="1.0"', "'4,6E+12", "'=B2"])(
    'may be %j',
    (cell) => {
      expect(() => refuseLostCode(codeText(cell))).not.toThrow()
    },
  )
})

describe('yes and no', () => {
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
  ])('%j', (cell, isYes) => {
    expect(booleanCell(cell)).toBe(isYes)
  })

  it('nothing else', () => {
    expect(() => booleanCell('возможно')).toThrow(cellError('must be yes or no'))
  })
})

describe('a path of groups', () => {
  it.each([
    ['Кровати/Двуспальные', ['Кровати', 'Двуспальные']],
    [' Обувь  /  Зимняя\u00a0обувь ', ['Обувь', 'Зимняя обувь']],
    ['A > B > C', ['A', 'B', 'C']],
    ['A\\B', ['A', 'B']],
    ['A  \t\u00a0 B', ['A B']],
    ['/A//B/', ['A', 'B']],
    ['', []],
  ])('%j', (cell, path) => {
    expect(groupPath(cell)).toEqual(path)
  })

  it('is the same in any letters', () => {
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
  ])('the first word of %s is %s', (name, word) => {
    expect(firstWord(name)).toBe(word)
  })
})

describe('words', () => {
  const all = (words: string): string[] => words.split('|')

  it.each([
    ['Good', 'Good|Товар|модификация|СЕРИЯ'],
    ['Service', 'service|Услуга|работа'],
    ['Bundle', 'bundle|Комплект'],
    ['group', 'Группа|group'],
  ])('for the kind %s', (kind, words) => {
    for (const word of all(words)) expect([word, kindCell(word)]).toEqual([word, kind])
  })
  it('an empty cell tells no kind, and there are no others', () => {
    expect(kindCell('')).toBeNull()
    expect(() => kindCell('Корзина')).toThrow(cellError('is no kind of product'))
  })

  it.each([
    ['Good', '|good|Товар'],
    ['Excisable', 'excisable|Подакцизный товар'],
    ['Service', 'service|Услуга|работа'],
    ['Other', 'other|Другое|Иной предмет расчёта'],
    [undefined, 'Лотерея|платёж'],
  ])('for the subject %s', (subject, words) => {
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
    // What tells a type stands at the beginning; "no" is all that stands there.
    [
      undefined,
      'Меха|не табак|не обувь|без одежда|не духи|не шины|не молоко|не вода|не пиво|не медицина|не бад|нет обуви|10|--',
    ],
  ])('for the tracking %s', (type, words) => {
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
  ])('for the currency %s', (isoCode, words) => {
    for (const word of all(words)) expect([word, currencyCell(` ${word} `)]).toEqual([word, isoCode])
  })
})
