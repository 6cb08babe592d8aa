import { describe, expect, test } from 'vitest'
import { type ImportFormat, type Remark, rowReader } from './read-row.ts'

function read(cells: Record<string, string>, format: ImportFormat = 'ext-csv', more: string[] = []) {
  const faults: Remark[] = []
  const warnings: Remark[] = []
  const sink = { fault: (r: Remark) => void faults.push(r), warn: (r: Remark) => void warnings.push(r) }
  const reader = rowReader(format, Object.keys(cells), sink)
  const row = reader.read(7, [...Object.values(cells), ...more])
  return { row, faults: faults.map((r) => [r.column, r.message]), warnings: warnings.map((r) => r.message) }
}

describe('a row', () => {
  test('tells only what the file has columns for', () => {
    const { row } = read({ Наименование: ' Чай ', Артикул: '', Цена: '' })
    expect(row).toEqual({ row: 7, name: 'Чай', article: null, prices: new Map() })
  })

  test('keeps text that looks like a formula', () => {
    const { row } = read({ Наименование: '=1+1', Артикул: "'-7", Код: "'+7", Описание: "'n Roll" })
    expect(row).toMatchObject({ name: '=1+1', article: '-7', code: '+7', description: "'n Roll" })
  })

  test('of a variant has its characteristics in the name', () => {
    const names = {
      Наименование: 'Платье красный',
      'Характеристика:Цвет': 'Красный',
      'Характеристика:Размер': '44',
    }
    expect(read(names).row).toMatchObject({ name: 'Платье красный (44)' })
  })

  test('may be a group', () => {
    const group = { Тип: 'Группа', Наименование: 'Чай', Группы: 'Напитки' }
    expect(read(group).row).toEqual({ row: 7, name: 'Чай', group: 'Напитки' })
    const untyped = read({ ...group, Тип: '' })
    expect([untyped.row, untyped.warnings.length]).toEqual([{ row: 7, name: 'Чай', group: 'Напитки' }, 1])
    expect(read({ Kind: '', Name: 'Tea' }, 'csv').row).toMatchObject({ kind: 'Good' })
  })

  test('gathers barcodes of several columns', () => {
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
    expect(warnings).toEqual(['4006381333930 has a wrong check digit: taken as Code128'])
  })

  test('says nothing of VAT in an empty cell', () => {
    expect(read({ Name: 'Tea', VAT: '' }).row).not.toHaveProperty('vatRate')
    expect(read({ Name: 'Tea', VAT: 'без НДС' }).row).toMatchObject({ vatRate: null })
  })

  test('has all its faults told', () => {
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
      ['UUID', 'is no GUID'],
      ['Вес', 'must have at most 3 decimal places'],
      ['Весовой код', 'must be 1 to 5 digits'],
      ['Описание', 'contains a NUL byte'],
      [null, 'stands behind the last column of the header'],
      ['Наименование', 'must not be empty'],
    ])
  })

  test('has lost letters told', () => {
    expect(read({ Наименование: 'Кефир ?аза?ша' }).warnings.length).toBe(1)
  })
})
