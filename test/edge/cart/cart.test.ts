import { expect, it } from 'vitest'
import type { Cart } from '#shared/contracts/till/till.ts'
import { newId } from '#shared/std/ids.ts'
import { must } from '#shared/std/must.ts'
import type { TillEventBody } from '#shared/sync/shift.ts'
import { until } from '../../support/until.ts'
import { KILOGRAM, product } from '../support/catalog.ts'
import { openShop } from '../support/point.ts'

const cheese = product({ name: 'Cheese', unitId: KILOGRAM, price: 12.99, vatRate: 20 })

it('adds products by id and by scanned code', async () => {
  await using shop = await openShop({ lines: [cheese] })
  await shop.till.add({ productId: cheese.id, quantity: 0.333 })
  const cart = await shop.till.add({ code: '4006381333931' })
  expect(cart.lines).toMatchObject([
    { lineNo: 1, name: 'Cheese', quantity: 0.333, price: 12.99, sum: 4.33, barcode: null },
    { lineNo: 2, name: 'Tea', quantity: 1, price: 10, sum: 10, barcode: '4006381333931' },
  ])
  expect(cart).toMatchObject({ sum: 14.33, vatSum: 0.72, currencyCode: 'GBP', isReturn: false })
  expect(await shop.till.cart()).toEqual(cart)
})

it('adds more of the same product to its line, and another price to a new line', async () => {
  await using shop = await openShop()
  const { tea, till } = shop
  await till.add({ productId: tea.id })
  await till.add({ productId: tea.id, quantity: 2 })
  const cart = await till.add({ productId: tea.id, price: 9 })
  expect(cart.lines).toMatchObject([
    { quantity: 3, price: 10 },
    { quantity: 1, price: 9, listPrice: 10 },
  ])
})

it('increments the version of the cart with each change', async () => {
  await using shop = await openShop()
  const empty = await shop.till.cart()
  const one = await shop.till.add({ productId: shop.tea.id })
  const line = must(one.lines[0])
  const two = await shop.till.expect<Cart>('PATCH', `/cart/lines/${line.id}`, { quantity: 5 })
  expect([empty.version, one.version, two.version]).toEqual([1, 2, 3])
  expect(two.id).toBe(empty.id)
})

it('changes and removes lines of the cart', async () => {
  await using shop = await openShop()
  const line = must((await shop.till.add({ productId: shop.tea.id })).lines[0])
  const changed = await shop.till.expect<Cart>('PATCH', `/cart/lines/${line.id}`, { quantity: 3, price: 8.5 })
  expect(changed.lines).toMatchObject([{ quantity: 3, price: 8.5, sum: 25.5, listPrice: 10 }])
  const emptied = await shop.till.expect<Cart>('DELETE', `/cart/lines/${line.id}`)
  expect(emptied).toMatchObject({ lines: [], sum: 0 })
  expect(await shop.till.send('DELETE', `/cart/lines/${line.id}`)).toMatchObject({ status: 404 })
})

it('starts an empty sale when the cart is cleared', async () => {
  await using shop = await openShop()
  const filled = await shop.till.add({ productId: shop.tea.id })
  const cleared = await shop.till.expect<Cart>('DELETE', '/cart')
  expect(cleared).toMatchObject({ lines: [], isReturn: false })
  expect(cleared.id).not.toBe(filled.id)
})

it('keeps name and price of a line after its product is deleted', async () => {
  await using shop = await openShop()
  const { hub, till, tea } = shop
  await till.add({ productId: tea.id })
  hub.change({ t: 'product', op: 'del', id: tea.id })
  await until('the product is gone', async () => (await till.search('tea')).total === 0)
  expect((await till.pay()).lines).toMatchObject([{ name: 'Tea', price: 10 }])
})

it('returns all products of an ambiguous code and adds none', async () => {
  const twins = [
    product({ name: 'Twin A', barcodes: ['111'] }),
    product({ name: 'Twin B', barcodes: ['111'] }),
  ]
  await using shop = await openShop({ lines: twins })
  const answer = await shop.till.send('POST', '/cart/lines', { code: '111' })
  expect(answer).toMatchObject({
    status: 409,
    body: { code: 'duplicate', items: [{ name: 'Twin A' }, { name: 'Twin B' }] },
  })
  expect((await shop.till.cart()).lines).toEqual([])
})

it.each([
  ['no product', {}, 400, '#/productId'],
  ['both a product id and a code', { productId: cheese.id, code: '1' }, 400, '#/code'],
  ['an invalid product id', { productId: 'cheese' }, 400, '#/productId'],
  ['an unknown product', { productId: newId() }, 404, '#/productId'],
  ['a quantity of 0', { productId: cheese.id, quantity: 0 }, 400, '#/quantity'],
  ['a negative quantity', { productId: cheese.id, quantity: -1 }, 400, '#/quantity'],
  ['a quantity with four decimals', { productId: cheese.id, quantity: 0.0001 }, 400, '#/quantity'],
  ['a quantity in words', { productId: cheese.id, quantity: 'one' }, 400, '#/quantity'],
  ['a sum above the limit', { productId: cheese.id, quantity: 1e10, price: 1e10 }, 400, '#/quantity'],
  ['a price of 0', { productId: cheese.id, price: 0 }, 400, '#/price'],
  ['a price with three decimals', { productId: cheese.id, price: 1.005 }, 400, '#/price'],
  ['an unknown field', { productId: cheese.id, colour: 'red' }, 400, '#/colour'],
])('refuses to add a line with %s', async (_, body, status, pointer) => {
  await using shop = await openShop({ lines: [cheese] })
  const answer = await shop.till.send('POST', '/cart/lines', body)
  expect(answer.status).toBe(status)
  expect(answer.body.errors).toContainEqual(expect.objectContaining({ pointer }))
  expect((await shop.till.cart()).lines).toEqual([])
})

it('limits a quantity to the maximum of an upload', async () => {
  await using shop = await openShop({ lines: [cheese] })
  const most = { productId: cheese.id, quantity: 1e10, price: 0.01 }
  await shop.till.add(most)
  expect(await shop.till.send('POST', '/cart/lines', { ...most, quantity: 1 })).toMatchObject({
    status: 400,
    body: { errors: [{ pointer: '#/quantity' }] },
  })
})

it('refuses fractional quantities of an indivisible product', async () => {
  await using shop = await openShop()
  const add = await shop.till.send('POST', '/cart/lines', { productId: shop.tea.id, quantity: 1.5 })
  expect(add).toMatchObject({ status: 400, body: { code: 'quantity_not_whole' } })
  const line = must((await shop.till.add({ productId: shop.tea.id })).lines[0])
  const change = await shop.till.send('PATCH', `/cart/lines/${line.id}`, { quantity: 1.5 })
  expect(change).toMatchObject({ status: 400, body: { code: 'quantity_not_whole' } })
})

it('refuses custom prices where they are not allowed', async () => {
  await using shop = await openShop({ settings: { allowCustomPrice: false } })
  const answer = await shop.till.send('POST', '/cart/lines', { productId: shop.tea.id, price: 9 })
  expect(answer).toMatchObject({ status: 403, body: { code: 'not_allowed_here' } })
  const line = must((await shop.till.add({ productId: shop.tea.id, price: 10 })).lines[0])
  const change = await shop.till.send('PATCH', `/cart/lines/${line.id}`, { price: 9 })
  expect(change).toMatchObject({ status: 403, body: { code: 'not_allowed_here' } })
})

it('requires a price for a product without one where custom prices are allowed', async () => {
  const gift = product({ name: 'Gift', price: 0, code: 'GIFT' })
  await using shop = await openShop({ lines: [gift] })
  for (const named of [{ productId: gift.id }, { code: 'GIFT' }]) {
    const answer = await shop.till.send('POST', '/cart/lines', named)
    expect(answer).toMatchObject({
      status: 409,
      body: { code: 'price_missing', productId: gift.id, productName: 'Gift' },
    })
  }
  expect((await shop.till.cart()).lines).toEqual([])
  const { lines, sum } = await shop.till.add({ productId: gift.id, price: 5 })
  expect([lines.length, sum]).toEqual([1, 5])
})

it('refuses a product without a price where custom prices are not allowed', async () => {
  const gift = product({ name: 'Gift', price: 0 })
  await using shop = await openShop({ lines: [gift], settings: { allowCustomPrice: false } })
  const refusals = [
    await shop.till.send('POST', '/cart/lines', { productId: gift.id }),
    await shop.till.send('POST', '/cart/lines', { productId: gift.id, price: 5 }),
  ]
  expect(refusals.map(({ status, body }) => [status, body.code])).toEqual([
    [409, 'price_missing'],
    [403, 'not_allowed_here'],
  ])
})

it('refuses a price below the minimum price', async () => {
  const gold = product({ name: 'Gold', price: 100, minPrice: 90 })
  await using shop = await openShop({ lines: [gold] })
  const answer = await shop.till.send('POST', '/cart/lines', { productId: gold.id, price: 89.99 })
  expect(answer).toMatchObject({ status: 400, body: { code: 'price_too_small' } })
})

it('adds the content of a scanned pack, times the entered number of packs', async () => {
  const packs = [{ uomId: KILOGRAM, quantity: 12, barcode: '4600000000022' }]
  const juice = product({ name: 'Juice', price: 2, barcodes: ['4600000000015'], packs })
  await using shop = await openShop({ lines: [juice] })
  const { till } = shop
  const cart = await till.add({ code: '4600000000022' })
  expect(cart.lines).toMatchObject([{ name: 'Juice', quantity: 12, barcode: '4600000000022', sum: 24 }])
  expect((await till.add({ code: '4600000000015' })).lines).toMatchObject([{ quantity: 13 }])
  expect((await till.add({ code: '4600000000022', quantity: 3 })).lines).toMatchObject([{ quantity: 49 }])
  shop.hub.catalog.change({ ...juice, v: { ...juice.v, packs: [] } })
  await until('the pack is gone', async () => {
    return (await till.send('GET', '/products/by-code/4600000000022')).status === 404
  })
})

it('parks a cart and resumes it', async () => {
  await using shop = await openShop()
  const { till, tea } = shop
  const parked = await till.add({ productId: tea.id, quantity: 2 })
  const next = await till.expect<Cart>('POST', '/cart/park', { label: 'Mr Brown' })
  expect(next.lines).toEqual([])
  expect(await till.expect('GET', '/carts/parked')).toMatchObject({
    items: [
      { id: parked.id, label: 'Mr Brown', cashierName: 'Ann', linesCount: 1, sum: 20, isReturn: false },
    ],
  })
  await till.expect('POST', `/carts/${parked.id}/resume`)
  expect(await till.cart()).toEqual({ ...parked, version: parked.version + 1 })
  expect(await till.expect('GET', '/carts/parked')).toEqual({ items: [] })
})

it('parks the open cart when another one is resumed', async () => {
  await using shop = await openShop()
  const { till, tea } = shop
  const first = await till.add({ productId: tea.id })
  await till.expect('POST', '/cart/park')
  const second = await till.add({ productId: tea.id, quantity: 7 })
  await till.expect('POST', `/carts/${first.id}/resume`)
  const { items } = await till.expect<{ items: { id: string }[] }>('GET', '/carts/parked')
  expect(items.map(({ id }) => id)).toEqual([second.id])
})

it('allows another till to resume a parked cart', async () => {
  await using shop = await openShop()
  const parked = await shop.till.add({ productId: shop.tea.id })
  await shop.till.expect('POST', '/cart/park', {})
  const other = shop.point.till('till-0002')
  await other.signIn(shop.cashier.id)
  await other.expect('POST', `/carts/${parked.id}/resume`)
  expect((await other.cart()).id).toBe(parked.id)
  expect(await shop.till.send('POST', `/carts/${parked.id}/resume`)).toMatchObject({ status: 404 })
})

it('lists the lines of a parked cart, and removes it once with a reason, even from another till', async () => {
  await using shop = await openShop()
  const { till, tea, hub, point } = shop
  const parked = await till.add({ productId: tea.id, quantity: 2 })
  await till.expect('POST', '/cart/park')
  expect((await till.status()).parkedCarts).toBe(1)
  expect(await till.expect('GET', '/carts/parked')).toMatchObject({
    items: [{ lines: [{ name: 'Tea', quantity: 2, sum: 20 }] }],
  })
  const other = point.till('till-0002')
  await other.signIn(shop.cashier.id)
  const path = `/carts/${parked.id}/remove`
  expect(await other.send('POST', path, { reason: ' ' })).toMatchObject({ status: 400 })
  const answers = await Promise.all([
    till.send('POST', path, { reason: 'left' }),
    other.send('POST', path, { reason: 'left' }),
  ])
  expect(answers.map(({ status }) => status).sort()).toEqual([204, 404])
  expect((await till.status()).parkedCarts).toBe(0)
  await until('head office hears of it', () => hub.bodies('till_event').length === 1)
  expect(hub.bodies('till_event')).toMatchObject([
    { kind: 'cart_cleared', details: { linesCount: 1, sum: 20, reason: 'left' } },
  ])
})

it('refuses to remove a parked cart where lines cannot be deleted', async () => {
  await using shop = await openShop({ settings: { allowDeleteLines: false } })
  const parked = await shop.till.add({ productId: shop.tea.id })
  await shop.till.expect('POST', '/cart/park')
  expect(await shop.till.send('POST', `/carts/${parked.id}/remove`, { reason: 'left' })).toMatchObject({
    status: 403,
  })
  expect((await shop.till.status()).parkedCarts).toBe(1)
})

it('refuses to park an empty cart', async () => {
  await using shop = await openShop()
  expect(await shop.till.send('POST', '/cart/park')).toMatchObject({
    status: 400,
    body: { code: 'cart_empty' },
  })
})

it('keeps a cart after a restart of the agent', async () => {
  await using shop = await openShop()
  const cart = await shop.till.add({ productId: shop.tea.id, quantity: 4 })
  await shop.point.stop()
  await shop.point.start()
  expect(await shop.till.cart()).toEqual(cart)
})

it('keeps the other lines when a line in the middle is removed', async () => {
  const products = Array.from({ length: 5 }, (_, i) => product({ name: `Product ${i}` }))
  await using shop = await openShop({ lines: products })
  for (const { id } of products) await shop.till.add({ productId: id })
  const { lines } = await shop.till.cart()
  await shop.till.expect('DELETE', `/cart/lines/${lines[1]?.id}`)
  await shop.till.expect('PATCH', `/cart/lines/${lines[3]?.id}`, { quantity: 9 })
  await shop.point.stop()
  await shop.point.start()
  expect((await shop.till.cart()).lines.map(({ name, quantity }) => [name, quantity])).toEqual([
    ['Product 0', 1],
    ['Product 2', 1],
    ['Product 3', 9],
    ['Product 4', 1],
  ])
})

it('restores removed lines to their places, and reports each restoration to the hub', async () => {
  const products = Array.from({ length: 3 }, (_, i) => product({ name: `Product ${i}` }))
  await using shop = await openShop({ lines: products })
  const { till } = shop
  for (const { id } of products) await till.add({ productId: id })
  const before = await till.cart()
  const [, second, third] = before.lines.map(({ id }) => id)
  await till.expect('DELETE', `/cart/lines/${third}`)
  await till.expect('DELETE', `/cart/lines/${second}`)
  await till.expect('POST', `/cart/lines/${second}/restore`)
  const restored = await till.expect<Cart>('POST', `/cart/lines/${third}/restore`)
  expect(restored).toEqual({ ...before, version: restored.version })
  const restorals = () =>
    shop.hub.bodies<TillEventBody>('till_event').filter(({ kind }) => kind === 'line_restored')
  await until('head office has heard', () => restorals().length === 2)
})
