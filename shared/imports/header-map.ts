import type { BarcodeType } from '#shared/domain/barcode.ts'
import type { ImportField, UnreadReason } from './import-fields.ts'

/** Product field that a column can fill. */
export type Field = keyof typeof ALIASES

export type Column =
  | { kind: 'field'; field: Field }
  /** Barcodes of one type. `type` is null when the type is derived from each barcode. */
  | { kind: 'barcodes'; type: BarcodeType | null }
  /**
   * Prices. `priceType` is the name of the price type, or null for the default one. `orSecond` selects the
   * second price type when none has that name.
   */
  | { kind: 'price'; priceType: string | null; orSecond?: true }
  /** Currencies of the prices in the column with the header `of`. */
  | { kind: 'currency'; of: string }
  | { kind: 'characteristic'; name: string }
  /** Stock. `store` is the name of the store, or null for the requested or default store. */
  | { kind: 'stock'; store: string | null }
  /** Quantity in a pack of the unit, or barcode of the pack. */
  | { kind: 'pack'; member: 'quantity' | 'barcode'; unit: string }
  /** Links to images. */
  | { kind: 'images' }
  | { kind: 'unread'; reason: UnreadReason }

/**
 * English and Russian headers in our files, in those of the accounting system and in exports of 1C
 * (docs/domain.md#import-headers).
 */
const ALIASES = {
  name: [
    'name',
    'наименование',
    'название',
    'номенклатура',
    'полное наименование',
    'наименование полное',
    'товар',
  ],
  code: ['code', 'код', 'код товара'],
  article: ['article', 'артикул', 'sku'],
  externalCode: ['external code', 'внешний код'],
  id: ['uuid', 'id'],
  group: [
    'group',
    'группы',
    'группа',
    'категория',
    'вид номенклатуры',
    'группа номенклатуры',
    'группа товаров',
  ],
  kind: ['kind', 'тип', 'вид'],
  unit: ['unit', 'единица измерения', 'ед. изм.', 'единица', 'ед. измерения', 'unit of measure'],
  cost: ['cost', 'закупочная цена', 'себестоимость', 'цена закупки'],
  minPrice: ['min price', 'минимальная цена', 'мин. цена', 'minimum price'],
  minStock: ['min stock', 'неснижаемый остаток', 'мин. остаток', 'минимальный остаток', 'minimum stock'],
  vat: ['vat', 'ндс', 'ставка ндс', 'vat rate'],
  description: ['description', 'описание', 'комментарий'],
  paymentSubject: ['payment subject', 'признак предмета расчета'],
  isDiscountProhibited: [
    'no discounts',
    'запретить скидки при продаже в розницу',
    'запретить скидки',
    'без скидок',
  ],
  minimumAge: [
    'minimum age',
    'min age',
    'возрастное ограничение',
    'возрастной ценз',
    'минимальный возраст',
    'возраст',
  ],
  country: ['country', 'страна', 'страна происхождения'],
  supplier: ['supplier', 'поставщик'],
  isArchived: ['archived', 'архивный', 'в архиве', 'архив'],
  isWeighed: ['weighed', 'весовой товар', 'весовой'],
  weightCode: ['weight code', 'весовой код', 'код весового товара', 'plu', 'plu-код', 'код плу'],
  weight: ['weight', 'вес', 'вес, кг'],
  volume: ['volume', 'объем', 'объем, м3'],
  trackingType: ['tracking', 'tracking type', 'маркировка', 'маркированная продукция', 'тип маркировки'],
  excise: ['содержит акцизную марку'],
  parentCode: ['код товара модификации'],
} as const satisfies Record<string, readonly string[]>

const PRICES: Record<string, Extract<Column, { kind: 'price' }>> = {
  'retail price': { kind: 'price', priceType: null },
  'розничная цена': { kind: 'price', priceType: null },
  'цена розничная': { kind: 'price', priceType: null },
  'цена продажи': { kind: 'price', priceType: null },
  цена: { kind: 'price', priceType: null },
  price: { kind: 'price', priceType: null },
  стоимость: { kind: 'price', priceType: null },
  'цена оптовая': { kind: 'price', priceType: 'Оптовая цена', orSecond: true },
  'оптовая цена': { kind: 'price', priceType: 'Оптовая цена', orSecond: true },
}

const BARCODES: Record<string, BarcodeType | null> = {
  barcodes: null,
  barcode: null,
  штрихкоды: null,
  штрихкод: null,
  'штрих код': null,
  'штрих-код': null,
  'штрихкод ean13': 'Ean13',
  'штрих код ean13': 'Ean13',
  'штрих код еан13': 'Ean13',
  'штрихкод еан': null,
  'штрихкод ean8': 'Ean8',
  'штрихкод code128': 'Code128',
  'штрихкод upc': 'UpcA',
  'штрихкод gtin': 'Gtin',
}

const STOCKS = ['stock', 'остаток', 'остаток на складе', 'количество', 'количество остаток']

const UNREAD: Record<string, UnreadReason> = {
  доступно: 'lessReserved',
  'система налогообложения': 'ofRetailPoint',
  'группа путь': 'groupElsewhere',
  'разливной товар': 'notKept',
  'алкогольная продукция': 'notKept',
  'tax system': 'ofRetailPoint',
  alcoholic: 'notKept',
  attributes: 'notKept',
  'ppe type': 'notKept',
  'serial numbers': 'notKept',
  tnved: 'notKept',
  'тн вэд': 'notKept',
  скидка: 'ofPromotions',
}

/**
 * Normalizes a header: single spaces, trimmed, lowercase, `ё` as `е`, without a trailing colon
 * (docs/domain.md#import-headers).
 */
export function normalizeHeader(header: string): string {
  return header.replace(/\s+/g, ' ').trim().toLowerCase().replaceAll('ё', 'е').replace(/\s*:$/, '')
}

/** Removes separators, so that `ЦенаРозничная` and `Цена розничная` are the same header. */
const squeezed = (header: string): string => header.replace(/[\s._-]/g, '')

const FIELDS = new Map<string, Field>(
  Object.entries(ALIASES).flatMap(([field, names]) => names.map((name) => [squeezed(name), field as Field])),
)
const bySqueezed = <Value>(named: Record<string, Value>): Map<string, Value> =>
  new Map(Object.entries(named).map(([name, value]) => [squeezed(name), value]))
const PRICE_COLUMNS = bySqueezed(PRICES)
const BARCODE_COLUMNS = bySqueezed(BARCODES)
const STOCK_COLUMNS = new Set(STOCKS.map(squeezed))
const UNREAD_COLUMNS = bySqueezed(UNREAD)

const PRICE_OF = /^(?:цена|price)\s*:\s*(.+)$/
const CURRENCY_OF = /^(?:валюта|currency)\s*\((.+)\)$/
const STOCK_OF = /^(?:остаток|stock)\s*[:(]\s*(.+?)\s*\)?$/i
const IMAGES =
  /^(изображени[ея]|картинк[аи]|фото|ссылк[аи] на (фото|изображение|изображения)|images?|image links?|image urls?|photo)(\s*\(.*\))?$/
/** Header of a pack barcode. A barcode type after the unit is ignored. */
const PACK_BARCODE =
  /^(?:упаковка\s*\(шк\)|pack barcode)\s*:\s*(.+?)\s*(?::\s*(?:ean-?13|ean-?8|code-?128|upc|gtin)\s*)?$/i
const PACK = /^(?:упаковка|pack)\s*:\s*(.+)$/i
const CHARACTERISTIC = /^характеристика\s*:\s*(.+)$/
const FREE_FIELD = /^доп\. поле/

/** Returns the meaning of a column by its header. */
export function columnOf(header: string): Column {
  const name = normalizeHeader(header)
  const key = squeezed(name)
  const field = FIELDS.get(key)
  if (field) return { kind: 'field', field }
  const price = PRICE_COLUMNS.get(key)
  if (price) return price
  const barcodes = BARCODE_COLUMNS.get(key)
  if (barcodes !== undefined) return { kind: 'barcodes', type: barcodes }
  if (STOCK_COLUMNS.has(key)) return { kind: 'stock', store: null }
  const store = STOCK_OF.exec(header.trim())?.[1]
  if (store) return { kind: 'stock', store }
  const coded = PACK_BARCODE.exec(trimmed(header))?.[1]
  if (coded) return { kind: 'pack', member: 'barcode', unit: coded }
  const unit = PACK.exec(trimmed(header))?.[1]
  if (unit) return { kind: 'pack', member: 'quantity', unit }
  if (IMAGES.test(name)) return { kind: 'images' }
  if (PRICE_OF.test(name)) return { kind: 'price', priceType: tail(header, ':') }
  if (CURRENCY_OF.test(name)) return { kind: 'currency', of: CURRENCY_OF.exec(name)?.[1] ?? '' }
  if (name === 'характеристика') return { kind: 'characteristic', name: '' }
  if (CHARACTERISTIC.test(name)) return { kind: 'characteristic', name: tail(header, ':') }
  const reason = UNREAD_COLUMNS.get(key) ?? (FREE_FIELD.test(name) ? 'notKept' : 'unknown')
  return { kind: 'unread', reason }
}

/**
 * Returns the product field that a column fills, by its name in contracts, or null when the column is not
 * imported.
 */
export function importFieldOf(column: Column): ImportField | null {
  switch (column.kind) {
    case 'field':
      return column.field in CONTRACT_NAMES
        ? CONTRACT_NAMES[column.field as keyof typeof CONTRACT_NAMES]
        : (column.field as Exclude<Field, keyof typeof CONTRACT_NAMES>)
    case 'pack':
      return column.member === 'quantity' ? 'packQuantity' : 'packBarcode'
    case 'unread':
      return null
    default:
      return column.kind
  }
}

/** Contract names of the fields whose name in contracts is different. */
const CONTRACT_NAMES = {
  group: 'productGroupId',
  unit: 'unitOfMeasureId',
  vat: 'vatRate',
  country: 'countryId',
  supplier: 'supplierId',
  excise: 'paymentSubject',
} as const satisfies Partial<Record<Field, ImportField>>

/** True when the column with this header contains the prices to which a currency column refers. */
export function isPricedBy(header: string, { of }: Extract<Column, { kind: 'currency' }>): boolean {
  const name = normalizeHeader(header)
  const type = PRICE_OF.exec(name)?.[1]
  return squeezed(name) === squeezed(of) || (type !== undefined && squeezed(type) === squeezed(of))
}

/** Collapses white space and keeps everything else. */
const trimmed = (header: string): string => header.replace(/\s+/g, ' ').trim()

/** Returns the part after the first `mark`, with white space collapsed. */
const tail = (header: string, mark: string): string =>
  header
    .slice(header.indexOf(mark) + 1)
    .replace(/\s+/g, ' ')
    .trim()
