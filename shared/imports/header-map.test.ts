import { describe, expect, it } from 'vitest'
import { columnOf, importFieldOf, normalizeHeader } from './header-map.ts'

const field = (name: string) => ({ kind: 'field', field: name })

describe('columnOf', () => {
  it.each<[string, unknown]>([
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
    ['Упаковка:Коробка', { kind: 'pack', member: 'quantity', unit: 'Коробка' }],
    ['Pack: box', { kind: 'pack', member: 'quantity', unit: 'box' }],
    ['Упаковка(ШК):Коробка:EAN8', { kind: 'pack', member: 'barcode', unit: 'Коробка' }],
    ['Упаковка (ШК) : Коробка', { kind: 'pack', member: 'barcode', unit: 'Коробка' }],
    ['Упаковка(ШК):Ящик:Code128', { kind: 'pack', member: 'barcode', unit: 'Ящик' }],
    ['Pack barcode: box', { kind: 'pack', member: 'barcode', unit: 'box' }],
    ['Характеристика:Цвет', { kind: 'characteristic', name: 'Цвет' }],
    ['Изображение(ссылка)', { kind: 'images' }],
    ['Изображение (файл)', { kind: 'images' }],
    ['Image links', { kind: 'images' }],
    ['Остаток', { kind: 'stock', store: null }],
    ['КоличествоОстаток', { kind: 'stock', store: null }],
    ['Остаток: Склад №1', { kind: 'stock', store: 'Склад №1' }],
    ['Stock (Cellar)', { kind: 'stock', store: 'Cellar' }],
  ])('recognizes the header %s', (header, column) => {
    expect(columnOf(header)).toEqual(column)
  })

  it.each([
    ['Доп. поле: Полка', 'notKept'],
    ['Погода', 'unknown'],
    ['', 'unknown'],
  ])('ignores the header %j with the reason %s', (header, reason) => {
    expect(columnOf(header)).toEqual({ kind: 'unread', reason })
  })

  it.each([
    ['НДС', 'vatRate'],
    ['Группы', 'productGroupId'],
    ['UUID', 'id'],
    ['Содержит акцизную марку', 'paymentSubject'],
    ['Цена: Опт', 'price'],
    ['Валюта (Цена: Опт)', 'currency'],
    ['Штрихкод EAN13', 'barcodes'],
    ['Остаток', 'stock'],
    ['Упаковка: Коробка', 'packQuantity'],
    ['Упаковка(ШК): Коробка', 'packBarcode'],
    ['Характеристика: Цвет', 'characteristic'],
    ['Фото', 'images'],
    ['Погода', null],
  ])('maps the header %s to the contract field %s', (header, name) => {
    expect(importFieldOf(columnOf(header))).toBe(name)
  })
})

// Headers of our exports, of the accounting system and of 1C (docs/domain.md#import-headers).
describe('known headers', () => {
  it.each([
    ['name', 'name|наименование|название|номенклатура|полное наименование|наименование полное|товар'],
    ['code', 'code|код|код товара'],
    ['article', 'article|артикул|sku'],
    ['externalCode', 'external code|внешний код'],
    ['id', 'uuid|id'],
    ['group', 'group|группы|группа|категория|вид номенклатуры|группа номенклатуры|группа товаров'],
    ['kind', 'kind|тип|вид'],
    ['unit', 'unit|unit of measure|единица измерения|ед. изм.|единица|ед. измерения'],
    ['cost', 'cost|закупочная цена|себестоимость|цена закупки'],
    ['minPrice', 'min price|minimum price|минимальная цена|мин. цена'],
    ['minStock', 'min stock|minimum stock|неснижаемый остаток|мин. остаток|минимальный остаток'],
    ['vat', 'vat|vat rate|ндс|ставка ндс'],
    ['description', 'description|описание|комментарий'],
    ['paymentSubject', 'payment subject|признак предмета расчета'],
    [
      'isDiscountProhibited',
      'no discounts|запретить скидки при продаже в розницу|запретить скидки|без скидок',
    ],
    ['country', 'country|страна|страна происхождения'],
    ['supplier', 'supplier|поставщик'],
    ['isArchived', 'archived|архивный|в архиве|архив'],
    ['isWeighed', 'weighed|весовой товар|весовой'],
    ['weightCode', 'weight code|весовой код|код весового товара|plu|plu-код|код плу'],
    ['weight', 'weight|вес|вес, кг'],
    ['volume', 'volume|объём|объем|объем, м3'],
    ['trackingType', 'tracking|tracking type|маркировка|маркированная продукция|тип маркировки'],
    ['excise', 'содержит акцизную марку'],
    ['parentCode', 'код товара модификации'],
  ])('recognizes all headers for the field %s', (name, headers) => {
    for (const header of headers.split('|')) expect([header, columnOf(header)]).toEqual([header, field(name)])
  })

  it('recognizes headers for the price of the default price type', () => {
    const headers = 'retail price|розничная цена|цена розничная|цена продажи|ЦенаПродажи|цена|price|стоимость'
    for (const header of headers.split('|'))
      expect([header, columnOf(header)]).toEqual([header, { kind: 'price', priceType: null }])
  })

  it('recognizes the wholesale price as the price type of that name or else the second price type', () => {
    for (const header of ['цена оптовая', 'Оптовая цена'])
      expect(columnOf(header)).toEqual({ kind: 'price', priceType: 'Оптовая цена', orSecond: true })
  })

  it.each([
    [null, 'barcodes|barcode|штрихкоды|штрихкод|штрих код|штрих-код|штрихкод еан'],
    ['Ean13', 'штрихкод ean13|штрих код ean13|штрих код еан13'],
    ['Ean8', 'штрихкод ean8'],
    ['Code128', 'штрихкод code128'],
    ['UpcA', 'штрихкод upc'],
    ['Gtin', 'штрихкод gtin'],
  ])('recognizes headers for barcodes of the type %s', (type, headers) => {
    for (const header of headers.split('|'))
      expect([header, columnOf(header)]).toEqual([header, { kind: 'barcodes', type }])
  })

  it.each([
    ['lessReserved', 'доступно'],
    ['ofRetailPoint', 'система налогообложения'],
    ['groupElsewhere', 'группа путь'],
    ['notKept', 'разливной товар|алкогольная продукция|доп. поле: цвет|доп. поле'],
    ['ofPromotions', 'скидка'],
  ])('ignores known headers with the reason %s', (reason, headers) => {
    for (const header of headers.split('|'))
      expect([header, columnOf(header)]).toEqual([header, { kind: 'unread', reason }])
  })

  it.each([
    'Моя упаковка',
    'Без изображение',
    'Мои доп. поле',
    'доп1 поле',
    'Валюта',
    'Валюта ()',
    'Моя валюта (Цена)',
  ])('treats the header %s as unknown', (header) => {
    expect(columnOf(header)).toEqual({ kind: 'unread', reason: 'unknown' })
  })
})

describe('headers that contain a name', () => {
  it.each<[string, unknown]>([
    ['Цена : Опт', { kind: 'price', priceType: 'Опт' }],
    ['price:VIP', { kind: 'price', priceType: 'VIP' }],
    ['ЦЕНА:\u00a0 Опт  \u00a0и  ещё ', { kind: 'price', priceType: 'Опт и ещё' }],
    ['Моя цена: Опт', { kind: 'unread', reason: 'unknown' }],
    ['Currency (Retail)', { kind: 'currency', of: 'retail' }],
    ['валюта(закупочная цена)', { kind: 'currency', of: 'закупочная цена' }],
    ['Валюта (Цена (опт))', { kind: 'currency', of: 'цена (опт)' }],
    ['Валюта (Цена) ещё', { kind: 'unread', reason: 'unknown' }],
    ['Характеристика : Размер', { kind: 'characteristic', name: 'Размер' }],
    ['Характеристика', { kind: 'characteristic', name: '' }],
    ['Моя характеристика: Размер', { kind: 'unread', reason: 'unknown' }],
  ])('recognizes the header %s', (header, column) => {
    expect(columnOf(header)).toEqual(column)
  })

  it.each([
    ['  Внешний\t\u00a0Код  ', 'внешний код'],
    ['ОБЪЁМ :', 'объем'],
    ['Цена: опт', 'цена: опт'],
    ['a::', 'a:'],
  ])('normalizes the header %j to %j', (header, normal) => {
    expect(normalizeHeader(header)).toBe(normal)
  })
})
