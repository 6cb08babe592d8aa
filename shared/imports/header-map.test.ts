import { describe, expect, test } from 'vitest'
import { type Column, columnOf } from './header-map.ts'

const field = (name: string) => ({ kind: 'field', field: name })

describe('a header', () => {
  test.each<[string, unknown]>([
    ['Наименование', field('name')],
    [' НАИМЕНОВАНИЕ : ', field('name')],
    ['Номенклатура', field('name')],
    ['НаименованиеПолное', field('name')],
    ['Внешний\u00a0 код', field('externalCode')],
    ['UUID', field('id')],
    ['Группы', field('group')],
    ['ВидНоменклатуры', field('group')],
    ['ЕдиницаИзмерения', field('unit')],
    ['Закупочная цена', field('cost')],
    ['Объём', field('volume')],
    ['Архивный', field('isArchived')],
    ['Код товара модификации', field('parentCode')],
    ['Min price', field('minPrice')],
    ['ЦенаРозничная', { kind: 'price', priceType: null }],
    ['Retail price', { kind: 'price', priceType: null }],
    ['ЦенаОптовая', { kind: 'price', priceType: 'Оптовая цена', orSecond: true }],
    ['Цена: Цена  продажи', { kind: 'price', priceType: 'Цена продажи' }],
    ['Price: VIP: gold', { kind: 'price', priceType: 'VIP: gold' }],
    ['Валюта (Цена продажи)', { kind: 'currency', of: 'цена продажи' }],
    ['Штрихкод EAN13', { kind: 'barcodes', type: 'Ean13' }],
    ['ШтрихКодЕАН', { kind: 'barcodes', type: null }],
    ['Barcodes', { kind: 'barcodes', type: null }],
    ['Характеристика:Цвет', { kind: 'characteristic', name: 'Цвет' }],
  ])('%s', (header, column) => {
    expect(columnOf(header)).toEqual(column)
  })

  test.each([
    ['Остаток', true],
    ['КоличествоОстаток', true],
    ['Изображение(ссылка)', true],
    ['Упаковка(ШК):коробка:EAN8', true],
    ['Доп. поле: Полка', true],
    ['Погода', false],
    ['', false],
  ])('%s is left out, for a reason: %s', (header, hasReason) => {
    const column = columnOf(header) as Extract<Column, { kind: 'ignored' }>
    expect([column.kind, column.reason !== null]).toEqual(['ignored', hasReason])
  })
})
