import { expect, it } from 'vitest'
import { LANGUAGES } from '../std/languages.ts'
import { type LoggedDeed, sentenceOf } from './sentence.ts'

const deed = (action: string, more: Partial<LoggedDeed> = {}): LoggedDeed => ({
  ...{ action, kind: '', recordName: 'Tea', changes: [], changedRecords: 0 },
  ...more,
})
const price = (name: string, was: number, now: number) => ({
  ...{ table: 'productPrices', name },
  was: { value: was },
  now: { value: now },
})
const inAll = (said: LoggedDeed) => LANGUAGES.map((language) => sentenceOf(said, language))

it.each([
  ['PUT /api/catalog/products/{id}', ['Changed product Tea', 'Изменение: товар Tea', 'Өзгерту: тауар Tea']],
  [
    'POST /api/inventory/enters/{id}/post',
    ['Posted stock receipt Tea', 'Проведение: оприходование Tea', 'Өткізу: кіріске алу Tea'],
  ],
  [
    'DELETE /api/catalog/retail-points/{id}/logo',
    [
      'Deleted logo of retail point Tea',
      'Удаление: логотип торговой точки Tea',
      'Жою: сауда нүктесінің логотипі Tea',
    ],
  ],
  [
    'DELETE /api/catalog/units-of-measure/{id}/enable',
    ['Disabled unit of measure Tea', 'Отключение: единица измерения Tea', 'Өшіру: өлшем бірлігі Tea'],
  ],
  ['job product-import', ['Imported products', 'Импорт товаров', 'Тауарларды импорттау']],
])('says %s in each language', (action, sentences) => {
  expect(inAll(deed(action))).toEqual(sentences)
})

it('says which price was changed, and from what to what', () => {
  const changes = [price('Tea', 100, 120.5)]
  const one = deed('PUT /api/catalog/products/{id}', { changes, changedRecords: 1 })
  expect(inAll(one)).toEqual([
    'Changed the price of Tea from 100 to 120.5',
    'Изменение цены: Tea, было 100, стало 120,5',
    'Бағаны өзгерту: Tea, 100 болған, 120,5 болды',
  ])
  const two = [...changes, price('Salt', 5, 6)]
  const many = deed('POST /api/catalog/products/bulk-update', {
    ...{ changes: two, changedRecords: 150, recordName: null },
  })
  expect(sentenceOf(many, 'en')).toBe('Changed the prices of products (150)')
})

it('says that a product was changed where more than its price was', () => {
  const changes = [{ ...price('Tea', 100, 120), table: 'products' }, price('Tea', 100, 120)]
  expect(sentenceOf(deed('PUT /api/catalog/products/{id}', { changes, changedRecords: 2 }), 'en')).toBe(
    'Changed product Tea',
  )
})
