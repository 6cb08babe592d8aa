import { expect, it } from 'vitest'
import type { Cart, ProductSearchResult } from '#shared/contracts/till/till.ts'
import { must } from '#shared/std/must.ts'
import type { Till } from '../../support/till.ts'
import { until } from '../../support/until.ts'
import { product, settings, stock } from '../support/catalog.ts'
import { openShop, type Shop } from '../support/point.ts'

const milk = product({ name: 'Milk', code: 'MILK', kind: 'Good', barcodes: ['222'] })
const wrapping = product({ name: 'Gift wrapping', code: 'WRAP', kind: 'Service' })
const lines = [milk, wrapping, stock(milk.id, 3)]
const controlled = { controlStock: true, isStockKnown: true }
const showsInStock = { onlyInStock: true, isStockKnown: true }

const short = (available: number) => ({
  status: 409,
  body: { code: 'insufficient_stock', available, productName: 'Milk', asOf: expect.any(String) },
})
const inStock = async (till: Till, name: string) =>
  must((await till.search(name)).items[0], `product ${name}`).inStock
const listed = async (till: Till) => (await till.search('')).items.map(({ name }) => name)
const events = ({ hub }: Shop) =>
  hub.deliveries.filter(({ type }) => type === 'till_event').map(({ body }) => JSON.parse(body))

it('sells without stock data where the retail point does not control stock', async () => {
  await using shop = await openShop({ lines })
  const { till } = shop
  expect(await inStock(till, 'Milk')).toBeNull()
  expect((await till.add({ productId: milk.id, quantity: 9 })).lines).toMatchObject([{ quantity: 9 }])
})

it('uses stock data only after the hub has sent all of it', async () => {
  const stockUnknown = { controlStock: true, onlyInStock: true }
  await using shop = await openShop({ lines, settings: stockUnknown })
  const { till, hub } = shop
  expect(await listed(till)).toEqual(['Gift wrapping', 'Milk', 'Tea'])
  expect(await inStock(till, 'Milk')).toBeNull()
  await till.add({ productId: milk.id, quantity: 9 })
  hub.change(settings({ ...stockUnknown, isStockKnown: true }))
  await until('it is told', async () => (await inStock(till, 'Milk')) === 3)
  expect(await listed(till)).toEqual(['Gift wrapping', 'Milk'])
})

it('refuses to sell more than the stock, over all lines of a product', async () => {
  await using shop = await openShop({ lines, settings: controlled })
  const { till, tea } = shop
  expect(await till.send('POST', '/cart/lines', { productId: milk.id, quantity: 4 })).toMatchObject(short(3))
  const line = must((await till.add({ code: '222', quantity: 2 })).lines[0])
  // Another price makes a separate line of the same product.
  const more = { productId: milk.id, quantity: 2, price: 9 }
  expect(await till.send('POST', '/cart/lines', more)).toMatchObject(short(3))
  const path = `/cart/lines/${line.id}`
  expect(await till.send('PATCH', path, { quantity: 4 })).toMatchObject({
    ...short(3),
    body: { errors: [{ pointer: '#/quantity', available: 3 }] },
  })
  await till.expect('PATCH', path, { quantity: 3 })
  expect(await till.send('POST', '/cart/lines', { productId: tea.id })).toMatchObject({
    status: 409,
    body: { code: 'insufficient_stock', available: 0 },
  })
  await till.add({ productId: wrapping.id, quantity: 50 })
  expect((await till.cart()).lines).toMatchObject([{ quantity: 3 }, { name: 'Gift wrapping' }])
})

it('sells beyond the stock when the cashier confirms it, and reports it to the hub', async () => {
  await using shop = await openShop({ lines, settings: controlled })
  const { till } = shop
  const line = must((await till.add({ productId: milk.id, quantity: 4, beyondStock: true })).lines[0])
  const path = `/cart/lines/${line.id}`
  expect(await till.send('PATCH', path, { quantity: 5 })).toMatchObject(short(3))
  await till.expect('PATCH', path, { quantity: 5, beyondStock: true })
  // A smaller quantity, or another change of the line, needs no stock.
  await till.expect('PATCH', path, { quantity: 4 })
  await till.expect('PATCH', path, { price: 9 })
  await till.pay()
  await until(
    'both are there',
    () => events(shop).filter(({ kind }) => kind === 'sold_beyond_stock').length === 2,
  )
  expect(events(shop)[0]).toMatchObject({
    kind: 'sold_beyond_stock',
    details: { productId: milk.id, name: 'Milk', quantity: 4, available: 3 },
  })
})

it('deducts sales that the hub has not received yet from the stock', async () => {
  await using shop = await openShop({ lines, settings: controlled })
  const { till, hub, point } = shop
  hub.refuse = () => 503
  const { receiptNumber } = await till.sell(milk.id, 2)
  expect(await inStock(till, 'Milk')).toBe(1)
  expect(await till.send('POST', '/cart/lines', { productId: milk.id, quantity: 2 })).toMatchObject(short(1))
  await point.stop()
  await point.start()
  await till.signIn(shop.cashier.id)
  expect(await inStock(till, 'Milk')).toBe(1)
  await till.expect<Cart>('POST', '/cart/return', { receiptNumber })
  await till.pay()
  expect(await inStock(till, 'Milk')).toBe(3)
  await till.sell(milk.id, 3)
  expect(await inStock(till, 'Milk')).toBe(0)
  hub.refuse = null
  hub.change(stock(milk.id, 7))
  await until('all is told', async () => (await till.status()).upload.waiting === 0)
  await until('it is there', async () => (await inStock(till, 'Milk')) === 7)
})

it('accepts a return regardless of the stock', async () => {
  await using shop = await openShop({ lines, settings: controlled })
  const { till } = shop
  await till.expect('POST', '/cart/return', {})
  expect((await till.add({ productId: milk.id, quantity: 9 })).lines).toMatchObject([{ quantity: 9 }])
})

it('lists only products in stock where configured, but sells scanned products without stock', async () => {
  await using shop = await openShop({ lines, settings: showsInStock })
  const { till, hub, tea } = shop
  expect(await listed(till)).toEqual(['Gift wrapping', 'Milk'])
  expect((await till.search('tea')).total).toBe(0)
  expect((await till.status()).download.products).toBe(2)
  const scanned = await till.expect<ProductSearchResult>('GET', '/products/by-code/4006381333931')
  expect(scanned.items).toMatchObject([{ name: 'Tea', inStock: 0 }])
  expect((await till.add({ code: '4006381333931' })).lines).toMatchObject([{ name: 'Tea' }])

  hub.change(stock(tea.id, 1), stock(milk.id, -2))
  await until('tea has come', async () => (await till.search('tea')).total === 1)
  expect(await listed(till)).toEqual(['Gift wrapping', 'Tea'])
  hub.change({ t: 'stock', op: 'del', id: tea.id })
  await until('tea is gone', async () => (await till.search('tea')).total === 0)
  hub.change({ ...tea, v: { ...tea.v, name: 'Black tea' } }, stock(milk.id, 5))
  await until('milk has come', async () => (await till.search('milk')).total === 1)
  expect(await listed(till)).toEqual(['Gift wrapping', 'Milk'])
  hub.change(settings({ onlyInStock: false }))
  await until('all is shown', async () => (await till.search('tea')).total === 1)
  expect(await listed(till)).toEqual(['Black tea', 'Gift wrapping', 'Milk'])
})
