import { expect, it } from 'vitest'
import type { TillAtHeadOffice, TillProductDetails } from '#shared/contracts/till/tiles.ts'
import { newId } from '#shared/std/ids.ts'
import { DRINKS, group, PIECE, product, stock } from '../support/catalog.ts'
import { openShop } from '../support/point.ts'

const BOX = newId()
const HOT = newId()
const full = {
  name: 'Cocoa',
  code: 'C-1',
  article: 'A-9',
  groupId: HOT,
  price: 12.5,
  minPrice: 11,
  vatRate: 12,
  barcodes: ['96385074'],
  minimumAge: 16,
  trackingType: 'Milk',
  isDiscountProhibited: true,
  ntin: '0123',
  packs: [{ uomId: BOX, quantity: 6, barcode: '4006381333924' }],
  nextPrices: [
    { from: '2020-01-01T00:00:00.000Z', price: 13 },
    { from: '2099-01-01T00:00:00.000Z', price: 14 },
  ],
}
const cocoa = product(full)
const lines = [
  { t: 'unit', op: 'put', id: BOX, v: { name: 'box', isFractional: false } } as const,
  group({ name: 'Hot drinks', parentId: DRINKS }, HOT),
  cocoa,
  product({ name: 'Plain', unitId: PIECE }),
]
const path = `/products/${cocoa.id}`

it('returns all product details for a cashier', async () => {
  await using shop = await openShop({
    lines: [...lines, stock(cocoa.id, 7)],
    settings: { isStockKnown: true },
  })
  expect(await shop.till.expect<TillProductDetails>('GET', path)).toEqual({
    id: cocoa.id,
    name: 'Cocoa',
    code: 'C-1',
    article: 'A-9',
    barcodes: ['96385074'],
    ntin: '0123',
    groupName: 'Hot drinks',
    groups: ['Drinks', 'Hot drinks'],
    unitName: 'pcs',
    isFractional: false,
    isWeighed: false,
    price: 13,
    minPrice: 11,
    vatRate: 12,
    isDiscountProhibited: true,
    isMarked: true,
    minimumAge: 16,
    picture: null,
    inStock: 7,
    isFavourite: false,
    packs: [{ unitName: 'box', quantity: 6, barcode: '4006381333924' }],
    nextPrices: [{ from: '2099-01-01T00:00:00.000Z', price: 14 }],
  })
})

it('leaves out a minimum price that is not enforced, and marks a favorite', async () => {
  await using shop = await openShop({
    lines,
    settings: {
      enforceMinPrice: false,
      favouriteProductIds: [cocoa.id],
      favouritesArrangedAt: '2026-03-02T09:00:00.000Z',
    },
  })
  const found = await shop.till.expect<TillProductDetails>('GET', path)
  expect(found).toMatchObject({ minPrice: null, isFavourite: true, inStock: null })
})

it('refuses unknown product ids and invalid ones', async () => {
  await using shop = await openShop({ lines })
  for (const what of ['', '/head-office']) {
    const unknown = await shop.till.send('GET', `/products/${newId()}${what}`)
    expect([unknown.status, unknown.body.code]).toEqual([404, 'not_found'])
    const wrong = await shop.till.send('GET', `/products/tea${what}`)
    expect([wrong.status, wrong.body.errors?.[0]?.pointer]).toEqual([400, '#/param/productId'])
  }
})

it('returns details from the hub, or null when it has none or does not respond in time', async () => {
  await using shop = await openShop({ lines })
  const ask = () => shop.till.expect<TillAtHeadOffice>('GET', `${path}/head-office`)
  expect(await ask()).toEqual({ told: null })
  const told = {
    description: 'Of beans',
    stores: [{ id: newId(), name: 'Main store', quantity: 3.5, isOwn: true }],
    at: '2026-03-02T09:00:00.000Z',
  }
  shop.hub.productStocks.set(cocoa.id, told)
  expect(await ask()).toEqual({ told })
  // The hub accepts the request but never responds.
  shop.hub.interfere = (request) => request.url?.includes('/products/') ?? false
  expect(await ask()).toEqual({ told: null })
  shop.hub.interfere = null
  await shop.hub.goDown()
  expect(await ask()).toEqual({ told: null })
})
