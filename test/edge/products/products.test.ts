import { expect, it } from 'vitest'
import type { ProductSearchResult } from '#shared/contracts/till/till.ts'
import { product } from '../support/catalog.ts'
import { openShop } from '../support/point.ts'

const catalog = [
  product({
    name: 'Зелёный чай',
    code: 'GT-01',
    article: 'ART 7',
    price: 250.5,
    vatRate: 12,
    barcodes: ['036000291452'],
  }),
  product({ name: 'Black tea', code: 'BT-02', barcodes: ['96385074', '4006381333924'] }),
  product({ name: 'Café crème', code: '12345' }),
]

it('finds products by the first letters of words in any order, of a code, an article or a barcode', async () => {
  await using shop = await openShop({ lines: catalog })
  const names = async (typed: string) => (await shop.till.search(typed)).items.map(({ name }) => name)
  expect(await names('tea bl')).toEqual(['Black tea'])
  // Names that begin with the typed text come first.
  expect(await names('TE')).toEqual(['Tea', 'Black tea'])
  expect(await names('зеленый')).toEqual(['Зелёный чай'])
  expect(await names('cafe')).toEqual(['Café crème'])
  expect(await names('gt-01')).toEqual(['Зелёный чай'])
  expect(await names('art 7')).toEqual(['Зелёный чай'])
  for (const begun of ['9', '96', '963', '9638', '96385']) expect(await names(begun)).toEqual(['Black tea'])
  for (const begun of ['з', 'зе', 'зел']) expect(await names(begun)).toEqual(['Зелёный чай'])
  expect(await names('crème caf')).toEqual(['Café crème'])
  expect(await names('ea')).toEqual([])
  expect(await names('"*()')).toEqual([])
})

it('lists the whole catalog sorted by name', async () => {
  await using shop = await openShop({ lines: catalog })
  const all = await shop.till.expect<ProductSearchResult>('GET', '/products?limit=2')
  expect(all.items.map(({ name }) => name)).toEqual(['Black tea', 'Café crème'])
  expect(all.total).toBe(4)
})

it('returns the product data that a till needs', async () => {
  await using shop = await openShop({ lines: catalog })
  const [found] = (await shop.till.search('зел')).items
  expect(found).toEqual({
    id: catalog[0]?.id,
    name: 'Зелёный чай',
    code: 'GT-01',
    article: 'ART 7',
    barcodes: ['036000291452'],
    groupName: 'Drinks',
    unitName: 'pcs',
    isFractional: false,
    isWeighed: false,
    picture: null,
    price: 250.5,
    inStock: null,
    vatRate: 12,
  })
})

it.each([
  ['an exact barcode', '96385074', 'Black tea'],
  ['a barcode with the zero that some scanners add', '0036000291452', 'Зелёный чай'],
  ['a code', '12345', 'Café crème'],
  ['an article', 'ART 7', 'Зелёный чай'],
])('finds a product by %s', async (_, code, name) => {
  await using shop = await openShop({ lines: catalog })
  const found = await shop.till.expect<ProductSearchResult>(
    'GET',
    `/products/by-code/${encodeURIComponent(code)}`,
  )
  expect(found.items.map((item) => item.name)).toEqual([name])
})

it('prefers a matching barcode to a matching code', async () => {
  const lines = [
    product({ name: 'By code', code: '777' }),
    product({ name: 'By barcode', barcodes: ['777'] }),
  ]
  await using shop = await openShop({ lines })
  const found = await shop.till.expect<ProductSearchResult>('GET', '/products/by-code/777')
  expect(found.items.map(({ name }) => name)).toEqual(['By barcode'])
})

it('finds a product whose code contains a slash', async () => {
  await using shop = await openShop({ lines: [product({ code: 'A/7 %' })] })
  const found = await shop.till.expect<ProductSearchResult>(
    'GET',
    `/products/by-code/${encodeURIComponent('A/7 %')}`,
  )
  expect(found.total).toBe(1)
})

it('answers an unknown barcode with a problem document', async () => {
  await using shop = await openShop()
  const answer = await shop.till.send('GET', '/products/by-code/0000')
  expect(answer).toMatchObject({ status: 404, body: { code: 'barcode_not_found' } })
})

it.each([
  '/products?limit=0',
  '/products?limit=101',
  '/products?limit=many',
  `/products?search=${'x'.repeat(256)}`,
])('refuses the product query %s', async (path) => {
  await using shop = await openShop()
  expect(await shop.till.send('GET', path)).toMatchObject({ status: 400, body: { code: 'invalid_request' } })
})

it('returns catalog, carts and receipts only to signed-in cashiers', async () => {
  await using shop = await openShop()
  const stranger = shop.point.till('till-0002')
  for (const path of [
    '/products',
    '/products/by-code/1',
    '/cart',
    '/carts/parked',
    '/receipts',
    '/receipts/1',
  ]) {
    expect(await stranger.send('GET', path)).toMatchObject({ status: 401 })
  }
})
