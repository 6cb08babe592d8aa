import { expect, it } from 'vitest'
import { LANGUAGES } from '../std/languages.ts'
import { type LoggedCommand, sentenceOf } from './sentence.ts'

const command = (action: string, more: Partial<LoggedCommand> = {}): LoggedCommand => ({
  action,
  kind: '',
  recordName: 'Tea',
  changes: [],
  changedRecords: 0,
  ...more,
})
const price = (name: string, was: number, now: number) => ({
  table: 'productPrices',
  name,
  was: { value: was },
  now: { value: now },
})
const inAll = (logged: LoggedCommand) => LANGUAGES.map((language) => sentenceOf(logged, language))

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
      'Удаление: логотип точки продаж Tea',
      'Жою: сату нүктесінің логотипі Tea',
    ],
  ],
  [
    'DELETE /api/catalog/units-of-measure/{id}/enable',
    ['Disabled unit of measure Tea', 'Отключение: единица измерения Tea', 'Өшіру: өлшем бірлігі Tea'],
  ],
  ['job product-import', ['Imported products', 'Импорт товаров', 'Тауарларды импорттау']],
])('describes %s in each language', (action, sentences) => {
  expect(inAll(command(action))).toEqual(sentences)
})

it('describes one price change with both prices, and many with their number', () => {
  const changes = [price('Tea', 100, 120.5)]
  const one = command('PUT /api/catalog/products/{id}', { changes, changedRecords: 1 })
  expect(inAll(one)).toEqual([
    'Changed the price of Tea from 100 to 120.5',
    'Изменение цены: Tea, 100 → 120,5',
    'Бағаны өзгерту: Tea, 100 → 120,5',
  ])
  const two = [...changes, price('Salt', 5, 6)]
  const many = command('POST /api/catalog/products/bulk-update', {
    changes: two,
    changedRecords: 150,
    recordName: null,
  })
  expect(sentenceOf(many, 'en')).toBe('Changed product prices (150)')
})

it('describes a product as changed when more than its price was changed', () => {
  const changes = [{ ...price('Tea', 100, 120), table: 'products' }, price('Tea', 100, 120)]
  expect(sentenceOf(command('PUT /api/catalog/products/{id}', { changes, changedRecords: 2 }), 'en')).toBe(
    'Changed product Tea',
  )
})
