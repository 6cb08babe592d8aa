import { expect, it } from 'vitest'
import type { Cart } from '#shared/contracts/till/till.ts'
import { must } from '#shared/std/must.ts'
import { until } from '../../support/until.ts'
import { DRINKS, group, product, promotion } from '../support/catalog.ts'
import { openShop } from '../support/point.ts'

const food = group({ name: 'Food' })
const cakes = group({ name: 'Cakes', parentId: food.id })
const cake = product({ name: 'Cake', code: 'CAKE', price: 30, vatRate: 20, groupId: cakes.id })
const lines = [food, cakes, cake]

const tenth = promotion({ conditions: { groupIds: [food.id] } })
const twoForOne = promotion({
  name: 'Two for one',
  kind: 'BuyXGetY',
  effect: { percent: null, buyQuantity: 1, getQuantity: 1 },
})
const coupon = promotion({ name: 'Welcome', effect: { percent: 50 }, couponCode: 'HELLO50' })

it('applies a promotion to products of its group and subgroups, and uploads it with the sale', async () => {
  await using shop = await openShop({ lines: [...lines, tenth] })
  const { till, tea, hub } = shop
  await till.add({ productId: tea.id })
  const cart = await till.add({ productId: cake.id, quantity: 2 })
  expect(cart).toMatchObject({ sum: 64, discountSum: 6, vatSum: 9 })
  expect(cart.lines).toMatchObject([
    { name: 'Tea', discountAmount: 0, promotions: [] },
    { name: 'Cake', discountAmount: 6, sum: 54, promotions: [{ name: 'A tenth off', amount: 6 }] },
  ])
  expect(cart.trace).toMatchObject([{ id: tenth.id, reason: 'applied', amount: 6 }])
  await till.pay()
  await until('it is uploaded', () => hub.sales.length === 1)
  expect(hub.sales[0]).toMatchObject({
    sum: 64,
    discountSum: 6,
    discounts: [
      { kind: 'Promotion', refId: tenth.id, name: 'A tenth off', scope: 'Line', lineNo: 2, amount: 6 },
    ],
  })
})

it('applies a promotion with the second piece, and removes it when that piece is removed', async () => {
  await using shop = await openShop({ lines: [twoForOne] })
  const { till, tea } = shop
  const one = await till.add({ productId: tea.id })
  expect(one).toMatchObject({ sum: 10, trace: [{ reason: 'nothing_off' }] })
  expect(await till.add({ productId: tea.id })).toMatchObject({ sum: 10, discountSum: 10 })
  const { id } = must(one.lines[0])
  expect(await till.expect('PATCH', `/cart/lines/${id}`, { quantity: 1 })).toMatchObject({ sum: 10 })
})

it('charges the displayed total when a promotion ends before the payment, and the full price afterwards', async () => {
  await using shop = await openShop({ lines: [...lines, tenth] })
  const { till, hub, tea } = shop
  await till.add({ productId: cake.id })
  const { revision } = (await till.status()).download
  hub.catalog.change({ t: 'promotion', op: 'del', id: tenth.id })
  await until('it is gone', async () => (await till.status()).download.revision > revision)
  expect((await till.pay()).sum).toBe(27)
  await till.add({ productId: tea.id })
  expect((await till.sell(cake.id)).sum).toBe(40)
})

it('recalculates a parked cart when it is resumed', async () => {
  await using shop = await openShop({ lines })
  const { till, hub } = shop
  const { id } = await till.add({ productId: cake.id })
  await till.expect('POST', '/cart/park', {})
  const { revision } = (await till.status()).download
  hub.catalog.change(tenth)
  await until('it is here', async () => (await till.status()).download.revision > revision)
  expect(await till.expect('POST', `/carts/${id}/resume`, {})).toMatchObject({ sum: 27 })
})

it('allows the maximum manual discount in addition to a promotion', async () => {
  await using shop = await openShop({ lines: [...lines, tenth], settings: { maxDiscountPercent: 20 } })
  const { till, hub } = shop
  const { lines: added } = await till.add({ productId: cake.id })
  const { id } = must(added[0])
  const cart = await till.expect<Cart>('PATCH', `/cart/lines/${id}`, { discount: { percent: 20 } })
  expect(cart).toMatchObject({ sum: 21, discountSum: 9 })
  await till.pay()
  await until('it is uploaded', () => hub.sales.length === 1)
  expect(hub.sales[0]?.discounts).toMatchObject([
    { kind: 'Manual', scope: 'Line', percent: 20, amount: 6 },
    { kind: 'Promotion', scope: 'Line', amount: 3 },
  ])
})

it('uploads a receipt promotion as one discount, spread over several lines', async () => {
  const big = promotion({ kind: 'ReceiptThreshold', effect: { percent: null, amount: 5, threshold: 40 } })
  await using shop = await openShop({ lines: [...lines, big] })
  const { till, tea, hub } = shop
  expect(await till.add({ productId: cake.id })).toMatchObject({ sum: 30, trace: [{ reason: 'too_little' }] })
  const cart = await till.add({ productId: tea.id })
  expect(cart.lines.map(({ discountAmount }) => discountAmount)).toEqual([3.75, 1.25])
  expect(await till.pay()).toMatchObject({ sum: 35, promotions: [{ name: 'A tenth off', amount: 5 }] })
  await until('it is uploaded', () => hub.sales.length === 1)
  expect(hub.sales[0]?.discounts).toMatchObject([
    { kind: 'Promotion', refId: big.id, scope: 'Receipt', amount: 5 },
  ])
})

it('accepts a typed or scanned coupon in any letter case', async () => {
  await using shop = await openShop({ lines: [coupon] })
  const { till, tea } = shop
  expect(await till.add({ productId: tea.id })).toMatchObject({
    sum: 10,
    trace: [{ reason: 'coupon_needed' }],
  })
  const shown = await till.expect<Cart>('PATCH', '/cart', { coupons: ['hello50', 'HELLO50'] })
  expect(shown).toMatchObject({ sum: 5, coupons: ['hello50'] })
  expect(await till.expect('PATCH', '/cart', { coupons: [] })).toMatchObject({ sum: 10, coupons: [] })
  expect(await till.add({ code: 'Hello50' })).toMatchObject({ sum: 5, coupons: ['Hello50'] })
  const receipt = await till.pay()
  expect(receipt.sum).toBe(5)
  expect(await till.cart()).toMatchObject({ coupons: [], sum: 0 })
})

it('refuses an unknown coupon and keeps the cart unchanged', async () => {
  await using shop = await openShop({ lines: [coupon] })
  const { till } = shop
  const answer = await till.send('PATCH', '/cart', { coupons: ['HELLO50', 'NONE'] })
  expect(answer).toMatchObject({
    status: 404,
    body: { code: 'coupon_unknown', errors: [{ pointer: '#/coupons/1' }] },
  })
  expect((await till.cart()).coupons).toEqual([])
  expect((await till.send('POST', '/cart/lines', { code: 'NONE' })).body.code).toBe('barcode_not_found')
})

it('ignores promotions of another store or time and promotions that require a card', async () => {
  const elsewhere = promotion({ name: 'Elsewhere', storeIds: [DRINKS] })
  const over = promotion({ name: 'Over', endsAt: '2026-01-01T00:00:00.000Z' })
  const ofCards = promotion({ name: 'Of cards', requiresCard: true })
  const off = promotion({ name: 'Off', isActive: false })
  await using shop = await openShop({ lines: [elsewhere, over, ofCards, off] })
  const { sum, trace } = await shop.till.add({ productId: shop.tea.id })
  expect(sum).toBe(10)
  expect(trace.map(({ name, reason }) => [name, reason]).toSorted()).toEqual([
    ['Elsewhere', 'other_place'],
    ['Of cards', 'card_needed'],
    ['Over', 'over'],
  ])
})

it('refunds the price paid with a promotion, and applies no promotions to a return', async () => {
  await using shop = await openShop({ lines: [...lines, tenth, coupon] })
  const { till } = shop
  const sold = await till.sell(cake.id, 2)
  expect(sold.sum).toBe(54)
  const back = await till.expect<Cart>('POST', '/cart/return', { receiptNumber: sold.receiptNumber })
  expect(back).toMatchObject({ sum: 54, trace: [] })
  const refused = await till.send('PATCH', '/cart', { coupons: ['HELLO50'] })
  expect(refused).toMatchObject({ status: 403, body: { code: 'not_allowed_here' } })
  await till.pay()
  await till.expect('POST', '/cart/return', {})
  expect(await till.add({ productId: cake.id })).toMatchObject({ sum: 30, trace: [] })
})
