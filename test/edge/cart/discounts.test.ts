import { expect, it } from 'vitest'
import type { Cart, Receipt } from '#shared/contracts/till/till.ts'
import { must } from '#shared/std/must.ts'
import type { Till } from '../../support/till.ts'
import { until } from '../../support/until.ts'
import { product, promotion } from '../support/catalog.ts'
import { openShop } from '../support/point.ts'

const cake = product({ name: 'Cake', code: 'CAKE', price: 30, vatRate: 20 })
const wine = product({ name: 'Wine', code: 'WINE', price: 100, isDiscountProhibited: true })
const cheese = product({ name: 'Cheese', code: 'CHEESE', price: 20, minPrice: 18 })
const lines = [cake, wine, cheese]

const lineOf = (cart: Cart, name: string) => must(cart.lines.find((line) => line.name === name))
const offLine = (till: Till, cart: Cart, name: string, discount: object | null) =>
  till.send<Cart & { code?: string }>('PATCH', `/cart/lines/${lineOf(cart, name).id}`, { discount })
const offReceipt = (till: Till, discount: object | null) =>
  till.send<Cart & { code?: string }>('PATCH', '/cart', { discount })

it('sells a line at a discount and calculates VAT from the reduced sum', async () => {
  await using shop = await openShop({ lines })
  const { till, hub } = shop
  const cart = await till.add({ productId: cake.id, quantity: 2 })
  const { status, body } = await offLine(till, cart, 'Cake', { percent: 10 })
  expect(status).toBe(200)
  expect(body).toMatchObject({ sum: 54, discountSum: 6, vatSum: 9, version: cart.version + 1 })
  expect(body.lines).toMatchObject([{ discount: { percent: 10 }, discountAmount: 6, sum: 54 }])
  const receipt = await till.pay()
  expect(receipt).toMatchObject({ sum: 54, discountSum: 6, roundingSum: 0, vatSum: 9 })
  expect(receipt.lines).toMatchObject([{ price: 30, discountAmount: 6, sum: 54, vatSum: 9 }])
  await until('it is uploaded', () => hub.sales.length === 1)
  expect(hub.sales[0]).toMatchObject({
    lines: [{ price: 30, listPrice: 30, discountAmount: 6 }],
    discounts: [{ kind: 'Manual', scope: 'Line', lineNo: 1, percent: 10, amount: 6 }],
  })
})

it('distributes the discount of a receipt over its lines to the exact cent', async () => {
  await using shop = await openShop({ lines })
  const { till, tea, hub } = shop
  await till.add({ productId: tea.id })
  await till.add({ productId: wine.id })
  const cart = await till.add({ productId: cake.id })
  await offLine(till, cart, 'Cake', { amount: 10 })
  const { body } = await offReceipt(till, { amount: 1 })
  // The line sums are 10 and 20, so they get a third and two thirds of 1. Wine has no discounts.
  expect(body).toMatchObject({ discount: { amount: 1 }, sum: 129, discountSum: 11 })
  expect(body.lines.map(({ discountAmount }) => discountAmount)).toEqual([0.33, 0, 10.67])
  await till.pay()
  await until('it is uploaded', () => hub.sales.length === 1)
  expect(hub.sales[0]).toMatchObject({
    discountSum: 11,
    discounts: [
      { kind: 'Manual', scope: 'Line', lineNo: 3, percent: null, amount: 10 },
      { kind: 'Manual', scope: 'Receipt', percent: null, amount: 1 },
    ],
  })
})

it('applies discounts to later changes of the cart, and clears them with the cart', async () => {
  await using shop = await openShop({ lines })
  const { till, tea } = shop
  const cart = await till.add({ productId: tea.id })
  await offReceipt(till, { percent: 50 })
  await offLine(till, cart, 'Tea', { amount: 2 })
  const more = await till.add({ productId: tea.id, quantity: 3 })
  expect(more.sum).toBe(19)
  await till.expect('POST', '/cart/park', {})
  expect(await till.cart()).toMatchObject({ discount: null, discountSum: 0 })
  await till.expect('POST', `/carts/${more.id}/resume`, {})
  expect((await till.cart()).sum).toBe(19)
  expect((await offLine(till, more, 'Tea', null)).body.sum).toBe(20)
  expect((await offReceipt(till, null)).body.sum).toBe(40)
  await offReceipt(till, { percent: 50 })
  const empty = await till.expect<Cart>('DELETE', `/cart/lines/${lineOf(more, 'Tea').id}`)
  expect(empty.discount).toBeNull()
  expect((await till.add({ productId: tea.id })).sum).toBe(10)
})

it('keeps the minimum price of a product despite a larger discount', async () => {
  await using shop = await openShop({ lines })
  const cart = await shop.till.add({ productId: cheese.id, quantity: 2 })
  expect((await offLine(shop.till, cart, 'Cheese', { percent: 50 })).body.sum).toBe(36)
})

it.each([
  ['a percentage above the limit', { percent: 20.01 }, 400, 'discount_too_large'],
  ['an amount above the limit', { amount: 2.01 }, 400, 'discount_too_large'],
  ['a percentage at the limit', { percent: 20 }, 200, undefined],
  ['an amount at the limit', { amount: 2 }, 200, undefined],
  ['a discount of 0', { percent: 0 }, 400, 'invalid_request'],
  ['a negative discount', { amount: -1 }, 400, 'invalid_request'],
  ['more than 100 percent', { percent: 101 }, 400, 'invalid_request'],
  ['both a percentage and an amount', { percent: 1, amount: 1 }, 400, 'invalid_request'],
  ['an amount with three decimals', { amount: 0.001 }, 400, 'invalid_request'],
])('checks %s against a limit of 20 %% for a line and for the receipt', async (_, discount, status, code) => {
  await using shop = await openShop({ lines, settings: { maxDiscountPercent: 20 } })
  const { till, tea } = shop
  const cart = await till.add({ productId: tea.id })
  const answer = await offLine(till, cart, 'Tea', discount)
  expect([answer.status, answer.body.code]).toEqual([status, code])
  await offLine(till, cart, 'Tea', null)
  const ofAll = await offReceipt(till, discount)
  expect([ofAll.status, ofAll.body.code]).toEqual([status, code])
})

it('limits a receipt discount to the sum after line discounts, and reports the maximum', async () => {
  await using shop = await openShop({ lines })
  const { till, tea } = shop
  const cart = await till.add({ productId: tea.id, quantity: 120 })
  expect(cart.maxReceiptDiscount).toBe(1198.8)
  const reduced = (await offLine(till, cart, 'Tea', { amount: 330 })).body as Cart
  expect([reduced.sum, reduced.maxReceiptDiscount]).toEqual([870, 868.8])
  const maxAmount = 868.8
  expect(await offReceipt(till, { amount: 1100 })).toMatchObject({
    status: 400,
    body: { code: 'discount_too_large', errors: [{ pointer: '#/discount', maxAmount }] },
  })
  expect((await till.cart()).sum).toBe(870)
  expect((await offReceipt(till, { amount: maxAmount })).body.sum).toBe(1.2)
})

it('limits a receipt discount to the sum after promotions', async () => {
  await using shop = await openShop({ lines: [...lines, promotion({ effect: { percent: 60 } })] })
  const { till, tea } = shop
  const cart = await till.add({ productId: tea.id })
  expect([cart.sum, cart.maxReceiptDiscount]).toEqual([4, 3.99])
  expect((await offReceipt(till, { amount: 4 })).body.code).toBe('discount_too_large')
  expect((await offReceipt(till, { amount: 3.99 })).body.sum).toBe(0.01)
})

it('reduces a discount when the quantity of its line is reduced', async () => {
  await using shop = await openShop({ settings: { maxDiscountPercent: 20 } })
  const { till, tea } = shop
  const cart = await till.add({ productId: tea.id, quantity: 5 })
  expect((await offLine(till, cart, 'Tea', { amount: 10 })).body.sum).toBe(40)
  const fewer = await till.expect<Cart>('PATCH', `/cart/lines/${lineOf(cart, 'Tea').id}`, { quantity: 1 })
  expect(fewer.sum).toBe(8)
})

it('refuses discounts where they are not allowed', async () => {
  await using shop = await openShop({ settings: { allowDiscount: false } })
  const { till, tea } = shop
  const cart = await till.add({ productId: tea.id })
  expect(cart.maxDiscountPercent).toBe(0)
  const refused = { status: 403, body: { code: 'not_allowed_here' } }
  expect(await offLine(till, cart, 'Tea', { percent: 1 })).toMatchObject(refused)
  expect(await offReceipt(till, { percent: 1 })).toMatchObject(refused)
  expect((await offReceipt(till, null)).status).toBe(200)
})

it('refuses discounts on a product that prohibits discounts', async () => {
  await using shop = await openShop({ lines })
  const cart = await shop.till.add({ productId: wine.id })
  const refused = { status: 403, body: { code: 'not_allowed_here', detail: expect.any(String) } }
  expect(await offLine(shop.till, cart, 'Wine', { percent: 1 })).toMatchObject(refused)
  expect(await offReceipt(shop.till, { percent: 1 })).toMatchObject(refused)
})

it('refunds the price paid for discounted products', async () => {
  await using shop = await openShop({ lines })
  const { till, tea } = shop
  const cart = await till.add({ productId: tea.id, quantity: 3 })
  await offLine(till, cart, 'Tea', { amount: 0.1 })
  const sold = await till.pay()
  expect(sold.sum).toBe(29.9)
  const refunds: Receipt[] = []
  for (const quantity of [1, 2]) {
    const begun = await till.expect<Cart>('POST', '/cart/return', { receiptNumber: sold.receiptNumber })
    expect(begun.maxDiscountPercent).toBe(0)
    expect(await offLine(till, begun, 'Tea', { percent: 1 })).toMatchObject({ status: 403 })
    expect(await offReceipt(till, { percent: 1 })).toMatchObject({ status: 403 })
    await till.expect('PATCH', `/cart/lines/${lineOf(begun, 'Tea').id}`, { quantity })
    refunds.push(await till.pay())
  }
  expect(refunds.map(({ sum, discountSum }) => [sum, discountSum])).toEqual([
    [9.97, 0.03],
    [19.93, 0.07],
  ])
})

it('allows a discount in a return without a receipt', async () => {
  await using shop = await openShop({ lines })
  const { till, tea } = shop
  await till.expect('POST', '/cart/return', {})
  const cart = await till.add({ productId: tea.id })
  expect((await offLine(till, cart, 'Tea', { percent: 10 })).body.sum).toBe(9)
})
