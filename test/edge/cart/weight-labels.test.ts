import { expect, it } from 'vitest'
import type { Cart } from '#shared/contracts/till/till.ts'
import { gs1CheckDigit } from '#shared/domain/barcode.ts'
import { KILOGRAM, product } from '../support/catalog.ts'
import { openShop } from '../support/point.ts'

const weighed = { unitId: KILOGRAM, isWeighed: true }
const cheese = product({ name: 'Cheese', price: 12.99, weightCode: '12345', ...weighed })
const ham = product({ name: 'Ham', price: 1299, weightCode: '00042', minPrice: 1299, ...weighed })
const lines = [cheese, ham]

const label = (digits: string): string => `${digits}${gs1CheckDigit(digits)}`
const line = (till: Awaited<ReturnType<typeof openShop>>['till'], body: object) =>
  till.send('POST', '/cart/lines', body)

it('adds the weight of each scale label on a separate line', async () => {
  await using shop = await openShop({ lines })
  for (const code of ['2112345015002', label('210004200385'), '2112345015002']) await shop.till.add({ code })
  const cart = await shop.till.cart()
  expect(cart.lines.map(({ name, quantity, sum }) => [name, quantity, sum])).toEqual([
    ['Cheese', 1.5, 19.49],
    ['Ham', 0.385, 500.12],
    ['Cheese', 1.5, 19.49],
  ])
})

it('reports an invalid label, or a label with an unknown number, as an unknown barcode', async () => {
  await using shop = await openShop({ lines })
  for (const code of ['2112345015003', label('217777701500'), label('221234501500')])
    expect(await line(shop.till, { code })).toMatchObject({
      status: 404,
      body: { code: 'barcode_not_found' },
    })
})

it('reads labels in the layout of the organization, and no labels in the default layout', async () => {
  const price = { prefix: '22', itemDigits: 4, valueDigits: 6, kind: 'Price', divisor: 100 } as const
  await using shop = await openShop({ lines, settings: { weightBarcodePrefixes: [price] } })
  // The sum of 500.00 cannot result from any weight at 1299 per kilogram. The scale can set another price
  // even where custom prices are not allowed.
  const cart = await shop.till.add({ code: label('220042050000') })
  expect(cart.lines).toMatchObject([{ name: 'Ham', quantity: 0.385, price: 1298.7, sum: 500 }])
  expect(await line(shop.till, { code: '2112345015002' })).toMatchObject({ status: 404 })
})

it('prefers a product whose barcode looks like a label', async () => {
  const own = product({ name: 'Own', price: 3, barcodes: ['2112345015002'] })
  await using shop = await openShop({ lines: [cheese, own] })
  expect((await shop.till.add({ code: '2112345015002' })).lines).toMatchObject([{ name: 'Own', quantity: 1 }])
})

it('requires the weight of a weighed product, however the product is found', async () => {
  const byCode = product({ name: 'Fish', price: 5, code: 'FISH', barcodes: ['4870001'], ...weighed })
  await using shop = await openShop({ lines: [byCode] })
  for (const named of [{ productId: byCode.id }, { code: 'FISH' }, { code: '4870001' }])
    expect(await line(shop.till, named)).toMatchObject({
      status: 409,
      body: {
        code: 'quantity_missing',
        productId: byCode.id,
        productName: 'Fish',
        unitName: 'kg',
        errors: [{ pointer: '#/quantity' }],
      },
    })
  const { lines } = await shop.till.add({ code: 'FISH', quantity: 0.25 })
  expect(lines).toMatchObject([{ quantity: 0.25, sum: 1.25 }])
})

it('multiplies the weight of one piece, or of a label, by the number of pieces', async () => {
  const grape = product({ name: 'Grape', price: 5, ...weighed })
  const box = product({
    name: 'Box',
    price: 2,
    packs: [{ uomId: KILOGRAM, quantity: 6, barcode: '4870002' }],
  })
  await using shop = await openShop({ lines: [...lines, grape, box] })
  const { till } = shop
  expect(await line(till, { productId: grape.id, times: 3 })).toMatchObject({
    body: { code: 'quantity_missing', productName: 'Grape' },
  })
  await till.add({ productId: grape.id, times: 3, quantity: 0.25 })
  await till.add({ code: '2112345015002', times: 2 })
  await till.add({ code: '4870002', times: 4 })
  const cart = await till.cart()
  expect(cart.lines.map(({ name, quantity }) => [name, quantity])).toEqual([
    ['Grape', 0.75] as const,
    ['Cheese', 3] as const,
    ['Box', 24] as const,
  ])
  for (const times of [0, 1.5, 10_001])
    expect(await line(till, { productId: grape.id, times })).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: '#/times' }] },
    })
  expect(await line(till, { productId: grape.id, times: 10_000, quantity: 1e10 })).toMatchObject({
    status: 400,
    body: { errors: [{ pointer: '#/quantity' }] },
  })
  expect(await till.cart()).toEqual(cart)
})

it('requires a price for a label with a total when the product has no price, and calculates the quantity', async () => {
  const mask = { prefix: '22', itemDigits: 5, valueDigits: 5, kind: 'Price', divisor: 100 } as const
  const priceless = product({ name: 'Figs', price: 0, weightCode: '7', ...weighed })
  await using shop = await openShop({ lines: [priceless], settings: { weightBarcodePrefixes: [mask] } })
  const code = label('220000701500')
  expect(await line(shop.till, { code })).toMatchObject({ body: { code: 'price_missing' } })
  expect((await shop.till.add({ code, price: 10 })).lines).toMatchObject([{ quantity: 1.5, sum: 15 }])
})

it('returns the product of a scanned label in a price check', async () => {
  await using shop = await openShop({ lines })
  const answer = await shop.till.send('GET', '/products/by-code/2112345015002')
  expect(answer.body).toMatchObject({ items: [{ name: 'Cheese' }], total: 1 })
})

it('restores a removed label line with its price where custom prices are not allowed', async () => {
  const price = { prefix: '22', itemDigits: 4, valueDigits: 6, kind: 'Price', divisor: 100 } as const
  const settings = { weightBarcodePrefixes: [price], allowCustomPrice: false }
  await using shop = await openShop({ lines, settings })
  const { till, tea } = shop
  await till.add({ code: label('220042050000') })
  await till.add({ productId: tea.id, quantity: 2 })
  const discount = { percent: 5 }
  await till.expect('PATCH', '/cart', { discount })
  const before = await till.cart()
  const [ham, teas] = before.lines.map(({ id }) => id)
  expect(before.lines[0]?.price).not.toBe(before.lines[0]?.listPrice)
  await till.expect('DELETE', `/cart/lines/${ham}`)
  expect((await till.expect<Cart>('DELETE', `/cart/lines/${teas}`)).discount).toBeNull()
  const answers = [teas, ham, ham].map((id) => () => till.expect<Cart>('POST', `/cart/lines/${id}/restore`))
  for (const restore of answers) await restore()
  expect(await till.cart()).toEqual({ ...before, version: expect.any(Number) })
  await till.expect('DELETE', '/cart')
  expect((await till.send('POST', `/cart/lines/${ham}/restore`)).status).toBe(404)
})
