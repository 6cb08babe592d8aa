import { describe, expect, it } from 'vitest'
import { type RawCell, textOfCell } from './raw-cell.ts'
import { type ImportFormat, isGroupRow, type Remark, rowReader } from './read-row.ts'
import { remarkText } from './remarks.ts'

function read(cells: Record<string, string>, format: ImportFormat = 'ext-csv', more: string[] = []) {
  const faults: Remark[] = []
  const warnings: Remark[] = []
  const sink = { fault: (r: Remark) => void faults.push(r), warn: (r: Remark) => void warnings.push(r) }
  const reader = rowReader(format, Object.keys(cells), sink)
  const row = reader.read(7, [...Object.values(cells), ...more])
  return { row, faults: faults.map((r) => [r.column, r.message]), warnings: warnings.map((r) => r.message) }
}

describe('rowReader', () => {
  it('includes only members for which the file has columns', () => {
    const { row } = read({ Наименование: ' Чай ', Артикул: '', Цена: '' })
    expect(row).toEqual({ row: 7, name: 'Чай', article: null, prices: new Map() })
  })

  it('extracts a code from a formula such as ="00123"', () => {
    const { row } = read({ Наименование: '="00-1"', Код: '="00123"', Артикул: '="=A1"', Штрихкод: '="012"' })
    expect(row).toMatchObject({
      name: '00-1',
      code: '00123',
      article: '=A1',
      barcodes: [{ value: '012', type: 'Code128' }],
    })
  })

  it('keeps text that looks like a formula and removes the apostrophe that marks it as text', () => {
    const { row } = read({ Наименование: '=1+1', Артикул: "'-7", Код: "'+7", Описание: "'n Roll" })
    expect(row).toMatchObject({ name: '=1+1', article: '-7', code: '+7', description: "'n Roll" })
  })

  it('adds to the name of a variant only the characteristics that it lacks', () => {
    const names = {
      Наименование: 'Платье красный',
      'Характеристика:Цвет': 'Красный',
      'Характеристика:Размер': '44',
    }
    expect(read(names).row).toMatchObject({ name: 'Платье красный (44)' })
  })

  it('reads a group row, and in a file of the accounting system also a row without a type, with a warning', () => {
    const group = { Тип: 'Группа', Наименование: 'Чай', Группы: 'Напитки' }
    expect(read(group).row).toEqual({ row: 7, name: 'Чай', group: 'Напитки' })
    const untyped = read({ ...group, Тип: '' })
    expect([untyped.row, untyped.warnings.length]).toEqual([{ row: 7, name: 'Чай', group: 'Напитки' }, 1])
    expect(read({ Kind: '', Name: 'Tea' }, 'csv').row).toMatchObject({ kind: 'Good' })
  })

  it('collects the barcodes of several columns without duplicates', () => {
    const { row, warnings } = read({
      Наименование: 'Чай',
      'Штрихкод EAN13': '4006381333931, 4006381333930',
      'Штрихкод Code128': 'A-1 4006381333931',
    })
    expect(row).toMatchObject({
      barcodes: [
        { value: '4006381333931', type: 'Ean13' },
        { value: '4006381333930', type: 'Code128' },
        { value: 'A-1', type: 'Code128' },
      ],
    })
    expect(warnings).toEqual(['4006381333930 has a wrong check digit: imported as Code128'])
  })

  it('sets no VAT rate for an empty cell, so that the rate of the group can apply', () => {
    expect(read({ Name: 'Tea', VAT: '' }).row).not.toHaveProperty('vatRate')
    expect(read({ Name: 'Tea', VAT: 'без НДС' }).row).toMatchObject({ vatRate: null })
  })

  it('reports all errors of a row', () => {
    const { row, faults } = read(
      {
        Наименование: '',
        Код: 'x'.repeat(256),
        UUID: '1',
        Вес: '0,0001',
        'Весовой код': '12a',
        Описание: 'a\0b',
      },
      'ext-csv',
      ['stray', ''],
    )
    expect(row).toBeUndefined()
    expect(faults).toEqual([
      ['Код', 'must have at most 255 characters'],
      ['UUID', 'is not a UUID'],
      ['Вес', 'must have at most 3 decimal places'],
      ['Весовой код', 'must be 1 to 5 digits'],
      ['Описание', 'contains a NUL byte'],
      [null, 'is beyond the last column of the header'],
      ['Наименование', 'must not be empty'],
    ])
  })

  it('warns about lost letters when a name has question marks inside words', () => {
    expect(read({ Наименование: 'Кефир ?аза?ша' }).warnings).toEqual([
      'has question marks inside words: letters were lost when the file was saved',
    ])
  })

  it('reads every kind of column', () => {
    const { row, faults, warnings } = read({
      Наименование: 'Чай',
      Код: '17',
      Артикул: 'A-1',
      'Внешний код': 'x1',
      UUID: '0198C000-0000-7000-8000-00000000000A',
      Группы: 'Напитки/Чай',
      Тип: 'Товар',
      'Единица измерения': 'шт',
      'Закупочная цена': '1,2345',
      'Минимальная цена': '2',
      'Неснижаемый остаток': '1,5',
      НДС: '12%',
      Описание: 'чёрный',
      'Признак предмета расчета': 'Товар',
      Маркировка: 'Нет',
      'Запретить скидки': 'да',
      'Весовой товар': 'да',
      Архивный: 'нет',
      'Весовой код': '00012',
      Вес: '0,25',
      Объем: '0,000001',
      Страна: 'Кения',
      Поставщик: 'Чай и Ко',
      'Код товара модификации': '16',
      Цена: '5,60',
      'Цена: Опт': '5',
      'Валюта (Цена: Опт)': 'тг',
      Штрихкод: '4870000000012',
    })
    expect({ faults, warnings }).toEqual({ faults: [], warnings: [] })
    expect(row).toEqual({
      row: 7,
      name: 'Чай',
      code: '17',
      article: 'A-1',
      externalCode: 'x1',
      id: '0198c000-0000-7000-8000-00000000000a',
      group: 'Напитки/Чай',
      kind: 'Good',
      unit: 'шт',
      cost: 12_345,
      minPrice: 200,
      minStock: 1500,
      vatRate: 1200,
      description: 'чёрный',
      paymentSubject: 'Good',
      trackingType: 'NotTracked',
      isDiscountProhibited: true,
      isWeighed: true,
      isArchived: false,
      weightCode: '12',
      weight: 250,
      volume: 1,
      country: 'Кения',
      supplier: 'Чай и Ко',
      parentCode: '16',
      barcodes: [{ value: '4870000000012', type: 'Ean13' }],
      currencies: new Map([[26, 'тг']]),
      prices: new Map([
        [24, 560],
        [25, 500],
      ]),
    })
  })

  it('reads empty cells as null, empty text or an empty list, and omits the cost', () => {
    const { row } = read({
      Наименование: 'Чай',
      Код: '',
      Артикул: '',
      'Внешний код': '',
      UUID: '',
      Страна: '',
      Поставщик: '',
      'Закупочная цена': '',
      'Минимальная цена': '',
      'Неснижаемый остаток': '',
      Вес: '',
      Объем: '',
      Описание: '',
      'Весовой код': '',
      Группы: '',
      'Единица измерения': '',
      Штрихкод: '',
    })
    expect(row).toEqual({
      row: 7,
      name: 'Чай',
      code: null,
      article: null,
      externalCode: null,
      id: null,
      country: null,
      supplier: null,
      minPrice: null,
      minStock: null,
      weight: null,
      volume: null,
      description: null,
      weightCode: null,
      group: '',
      unit: '',
      barcodes: [],
      prices: new Map(),
    })
  })

  it('uses the first non-empty name and the first non-empty group', () => {
    const { row } = read({
      Название: '',
      Наименование: 'Чай',
      Товар: 'Tea',
      Группа: '',
      Группы: 'A',
      Категория: 'B',
    })
    expect(row).toMatchObject({ name: 'Чай', group: 'A' })
  })

  it('uses the first non-empty column of a field, and warns only once about a column that differs', () => {
    const warnings: Remark[] = []
    const sink = { fault: () => {}, warn: (remark: Remark) => warnings.push(remark) }
    const reader = rowReader('csv', ['Name', 'Code', 'Код товара', 'Cost', 'Себестоимость'], sink)
    const rows = [
      ['Tea', '1', '', '5', '5'],
      ['Jam', '', '2', '6', '7 USD'],
      ['Nut', '3', '4', '8', '9'],
    ].map((cells, at) => reader.read(2 + at, cells))
    expect(rows).toMatchObject([
      { code: '1', cost: 50_000 },
      { code: '2', cost: 60_000 },
      { code: '3', cost: 80_000 },
    ])
    expect(rows[1]).not.toHaveProperty('currencies.size', 1)
    expect(warnings.map(({ row, column, values }) => [row, column, values])).toEqual([
      [3, 'Себестоимость', { other: 'Cost' }],
      [4, 'Код товара', { other: 'Code' }],
    ])
  })

  it('uses Other with a warning for an unknown payment subject or tracking type', () => {
    const { row, warnings } = read({
      Наименование: 'Чай',
      'Признак предмета расчета': 'Составной предмет расчета',
      Маркировка: 'Меха',
    })
    expect(row).toMatchObject({ paymentSubject: 'Other', trackingType: 'Other' })
    expect(warnings).toEqual(Array(2).fill('is not a known value: Other is used'))
    const known = read({ Наименование: 'Чай', 'Признак предмета расчета': 'Иной предмет расчета' })
    expect([known.row, known.warnings]).toMatchObject([{ paymentSubject: 'Other' }, []])
  })

  it('adds missing characteristics to the name and refuses a name that becomes too long', () => {
    const named = (name: string, ...values: string[]) =>
      read({
        Наименование: name,
        ...Object.fromEntries(values.map((value, index) => [`Характеристика:${index}`, value])),
      }).row?.name
    expect(named('Платье', 'Красный', '44')).toBe('Платье (Красный, 44)')
    expect(named('Платье', 'Красный', '', '44')).toBe('Платье (Красный, 44)')
    expect(named('ПЛАТЬЕ КРАСНЫЙ', 'красный')).toBe('ПЛАТЬЕ КРАСНЫЙ')
    expect(named('x'.repeat(250), '12')).toBe(`${'x'.repeat(250)} (12)`)
    expect(named('x'.repeat(250), '123')).toBeUndefined()
  })

  it('sets the payment subject Excisable for an excise mark, even when the row states another subject', () => {
    const excise = (cells: Record<string, string>) => read({ Наименование: 'Вино', ...cells }).row
    expect(excise({ 'Содержит акцизную марку': 'да' })).toMatchObject({ paymentSubject: 'Excisable' })
    expect(excise({ 'Содержит акцизную марку': 'нет' })).not.toHaveProperty('paymentSubject')
    expect(excise({ 'Содержит акцизную марку': 'да', 'Признак предмета расчета': 'Товар' })).toMatchObject({
      paymentSubject: 'Excisable',
    })
  })

  it('removes an apostrophe that marks a code or a formula as text', () => {
    const articles = [
      "'=1",
      "'+1",
      "'-1",
      "'@a",
      "'\t1",
      "'＝1",
      "'＋1",
      "'－1",
      "'＠1",
      "'1",
      "a'=1",
      "''=1",
    ]
    const read1 = (Артикул: string) => read({ Наименование: 'Чай', Артикул }).row as { article: string }
    expect(articles.map((article) => read1(article).article)).toEqual([
      '=1',
      '+1',
      '-1',
      '@a',
      '1',
      '＝1',
      '＋1',
      '－1',
      '＠1',
      '1',
      "a'=1",
      "''=1",
    ])
  })

  it('trims all kinds of white space and replaces half of a surrogate pair by U+FFFD', () => {
    expect(read({ Наименование: '\u00a0 \n Чай чёрный \u00a0\n' }).row?.name).toBe('Чай чёрный')
    expect(read({ Наименование: 'a\ud83d' }).row?.name).toBe('a\ufffd')
  })

  it('treats a row without a type as a group only in files of the accounting system', () => {
    expect(read({ Тип: '', Наименование: 'Чай' }).warnings).toEqual(['has no type: treated as a group'])
    expect(read({ Тип: '', Наименование: 'Чай' }, 'csv')).toMatchObject({
      row: { kind: 'Good' },
      warnings: [],
    })
    expect(read({ Наименование: 'Чай' }).row).not.toHaveProperty('kind')
    expect(read({ Тип: 'Услуга', Наименование: 'Чай' }).row).toMatchObject({ kind: 'Service' })
  })

  it('distinguishes group rows from product rows and refuses a group row without a name', () => {
    const group = read({ Тип: 'Группа', Наименование: 'Чай' }).row
    expect(group).toEqual({ row: 7, name: 'Чай', group: '' })
    expect(group && isGroupRow(group)).toBe(true)
    const product = read({ Тип: 'Товар', Наименование: 'Чай' }).row
    expect(product && isGroupRow(product)).toBe(false)
    expect(read({ Тип: 'Группа', Наименование: '' })).toMatchObject({
      row: undefined,
      faults: [['Наименование', 'must not be empty']],
    })
  })

  it('accepts up to 50 barcodes, not counting duplicates', () => {
    const codes = (count: number) => Array.from({ length: count }, (_, n) => `A${n}`).join(' ')
    const barcodesOf = (...cells: string[]) => {
      const columns = cells.map((cell, index) => [['Штрихкод', 'Barcode', 'Barcodes'][index], cell])
      return read({ Наименование: 'Чай', ...Object.fromEntries(columns) })
    }
    expect(barcodesOf(codes(50)).row).toMatchObject({ barcodes: { length: 50 } })
    expect(barcodesOf(codes(50), 'A1 A2').faults).toEqual([])
    expect(barcodesOf('A1 A2', 'A2 A3', 'A3 A1 A4').row).toMatchObject({
      barcodes: ['A1', 'A2', 'A3', 'A4'].map((value) => ({ value, type: 'Code128' })),
    })
    expect(barcodesOf(codes(51))).toMatchObject({
      row: undefined,
      faults: [[null, 'has more than 50 barcodes']],
    })
  })
})

describe('damaged cells', () => {
  const readCell = (column: string, cell: RawCell) => {
    const faults: Remark[] = []
    const sink = { fault: (remark: Remark) => void faults.push(remark), warn: () => {} }
    rowReader('csv', ['Name', column], sink).read(2, ['Tea', cell])
    return faults.map(({ column, code, value }) => [column, code, value])
  }

  it.each<[string, RawCell, string]>([
    ['Price', { text: '', is: 'formula_without_value' }, 'formula_without_value'],
    ['Code', { text: '46070270000110000', is: 'digits_lost' }, 'digits_lost'],
    ['Article', { text: '2026-02-01', is: 'date' }, 'became_date'],
    ['Barcode', { text: '#N/A', is: 'cell_error' }, 'cell_error'],
    ['Price', '#ЗНАЧ!', 'cell_error'],
    ['Group', '#######', 'cell_error'],
    ['Code', '4,6E+12', 'code_lost'],
    ['External code', '17.0', 'code_lost'],
    ['Article', '=A1&"x"', 'formula_without_value'],
    ['Description', 'a\ufffdb', 'broken_letters'],
    ['Pack barcode: box', '12345678905', 'zeros_lost'],
  ])('reports an error in %s: %j', (column, cell, code) => {
    expect(readCell(column, cell)).toEqual([[column, code, textOfCell(cell)]])
  })

  it.each<[string, RawCell]>([
    ['Weather', { text: '', is: 'formula_without_value' }],
    ['Description', { text: '2026-02-01', is: 'date' }],
    ['Description', '=1+1'],
    ['Article', '#7'],
    ['Barcode', { text: '12345678905', is: 'text' }],
  ])('accepts a cell in %s: %j', (column, cell) => {
    expect(readCell(column, cell)).toEqual([])
  })
})

describe('errors of a row', () => {
  it('reports an error with its row, its column and the value of the cell', () => {
    const faults: Remark[] = []
    const reader = rowReader('csv', ['Name', 'Price'], {
      fault: (remark) => faults.push(remark),
      warn: () => {},
    })
    expect(reader.columns.map(({ kind }) => kind)).toEqual(['field', 'price'])
    expect(reader.read(3, ['Tea', ' 1x '])).toBeUndefined()
    expect(reader.read(4, ['', '1', 'stray'])).toBeUndefined()
    expect(reader.read(5, ['Tea', '1'])).toMatchObject({ row: 5, name: 'Tea' })
    expect(faults).toEqual([
      { row: 3, column: 'Price', value: ' 1x ', ...remarkText('not_a_number') },
      { row: 4, column: null, value: 'stray', ...remarkText('beyond_header') },
      { row: 4, column: 'Name', value: '', ...remarkText('empty') },
    ])
  })

  it('reports an empty name even when no column contains names', () => {
    expect(read({ Код: '1' }).faults).toEqual([[null, 'must not be empty']])
  })

  it('reports an error of the whole row without a column and a value', () => {
    const faults: Remark[] = []
    const reader = rowReader('csv', ['Name', 'Barcodes'], {
      fault: (remark) => faults.push(remark),
      warn: () => {},
    })
    reader.read(3, ['Tea', Array.from({ length: 51 }, (_, n) => n).join(' ')])
    expect(faults).toEqual([
      { row: 3, column: null, value: null, ...remarkText('too_many_barcodes', { most: 50 }) },
    ])
  })

  it.each([
    ['Наименование', 'x'.repeat(256), 'must have at most 255 characters'],
    ['Код', 'x'.repeat(256), 'must have at most 255 characters'],
    ['Единица', 'x'.repeat(256), 'must have at most 255 characters'],
    ['Код товара модификации', 'x'.repeat(256), 'must have at most 255 characters'],
    ['Описание', 'x'.repeat(4097), 'must have at most 4096 characters'],
    ['UUID', '0198c000-0000-7000-8000-00000000000', 'is not a UUID'],
    ['UUID', 'x0198c000-0000-7000-8000-00000000000a', 'is not a UUID'],
    ['UUID', '0198c000-0000-7000-8000-00000000000ab', 'is not a UUID'],
    ['UUID', '0198c000000070008000000000000000000a', 'is not a UUID'],
    ['Весовой код', '123456', 'must be 1 to 5 digits'],
    ['Весовой код', 'a1', 'must be 1 to 5 digits'],
    ['Весовой код', '1a', 'must be 1 to 5 digits'],
    ['Цена', '-1', 'must not be negative'],
    ['Цена', '1,001', 'must have at most 2 decimal places'],
    ['Закупочная цена', '1,00001', 'must have at most 4 decimal places'],
    ['Закупочная цена', '-1', 'must not be negative'],
    ['Минимальная цена', '1,001', 'must have at most 2 decimal places'],
    ['Неснижаемый остаток', '1,0001', 'must have at most 3 decimal places'],
    ['Объем', '0,0000001', 'must have at most 6 decimal places'],
    ['НДС', '101', 'must be from 0 to 100'],
    ['Архивный', 'возможно', 'must be yes or no'],
    ['Содержит акцизную марку', 'возможно', 'must be yes or no'],
    ['Тип', 'Корзина', 'is not a product type'],
    ['Штрихкод', '4,6E+12', 'was changed to 4,6E+12 by a spreadsheet: format the column as text'],
  ])('reports an error in %s: %s', (column, cell, message) => {
    const { row, faults } = read({ Наименование: 'Чай', [column]: cell })
    expect({ row, faults }).toEqual({ row: undefined, faults: [[column, message]] })
  })

  it.each([
    ['Наименование', 'x'.repeat(255), 'name'],
    ['Код', 'x'.repeat(255), 'code'],
    ['Описание', 'x'.repeat(4096), 'description'],
    ['Единица', 'x'.repeat(255), 'unit'],
    ['Весовой код', '12345', 'weightCode'],
  ])('accepts text of the maximum length in the column %s', (column, cell, member) => {
    expect(read({ Наименование: 'Чай', [column]: cell }).row).toMatchObject({ [member]: cell })
  })

  it('removes leading zeros of a weight code but keeps one zero of a code of zeros', () => {
    const code = (cell: string) => read({ Наименование: 'Чай', 'Весовой код': cell }).row
    expect([code('000'), code('0'), code('010')]).toMatchObject([
      { weightCode: '0' },
      { weightCode: '0' },
      { weightCode: '10' },
    ])
  })
})
