import { expect, it } from 'vitest'
import type { Cart, Receipt } from '#shared/contracts/till/till.ts'
import type { Till } from '../../support/till.ts'
import { until } from '../../support/until.ts'
import { product, settings } from '../support/catalog.ts'
import { openShop } from '../support/point.ts'

const cake = product({ name: 'Cake', code: 'CAKE', price: 10.37 })
const toOne = { cashRounding: 'Nearest', cashRoundingStep: 1 } as const
const cash = (amount: number) => ({ type: 'Cash', amount })
const card = (amount: number) => ({ type: 'Card', amount })

async function pay(till: Till, payments: object[], refundReason?: string) {
  const { id, version } = await till.cart()
  return till.send<Receipt & { code?: string }>('POST', '/cart/pay', {
    cartId: id,
    cartVersion: version,
    payments,
    ...(refundReason && { refundReason }),
  })
}

it.each([
  ['in cash', [cash(10)], 10, -0.37, 0],
  ['in cash, with change', [cash(20)], 10, -0.37, 10],
  ['by card', [card(10.37)], 10.37, 0, 0],
  ['partly by card and partly in cash', [card(5.5), cash(5)], 10.5, 0.13, 0],
])('rounds a sum paid %s where only cash is rounded', async (_, payments, sum, roundingSum, changeSum) => {
  await using shop = await openShop({ lines: [cake], settings: toOne })
  const { till, hub } = shop
  expect(await till.add({ productId: cake.id })).toMatchObject({
    sum: 10.37,
    rounding: { mode: 'Nearest', step: 1, appliesTo: 'CashOnly' },
  })
  const { status, body } = await pay(till, payments)
  expect(status).toBe(201)
  expect(body).toMatchObject({ sum, roundingSum, changeSum, lines: [{ sum: 10.37 }] })
  expect(await till.receipt(body.receiptNumber)).toEqual(body)
  await until('it is uploaded', () => hub.sales.length === 1)
  expect(hub.sales[0]).toMatchObject({ sum, roundingSum, changeSum })
})

it('rounds the sum for every tender where rounding applies to all', async () => {
  await using shop = await openShop({
    lines: [cake],
    settings: { ...toOne, cashRoundingAppliesTo: 'All' },
  })
  await shop.till.add({ productId: cake.id })
  expect(await pay(shop.till, [card(10.37)])).toMatchObject({
    status: 400,
    body: { code: 'payment_too_much' },
  })
  expect(await pay(shop.till, [card(10)])).toMatchObject({ status: 201, body: { roundingSum: -0.37 } })
})

it('refuses an insufficient payment that rounding would complete', async () => {
  await using shop = await openShop({ lines: [cake], settings: toOne })
  await shop.till.add({ productId: cake.id })
  const refused = { status: 400, body: { code: 'payment_too_little' } }
  expect(await pay(shop.till, [cash(9.99)])).toMatchObject(refused)
  expect(await pay(shop.till, [card(10)])).toMatchObject(refused)
})

it('rounds a return like its sale, and matches the expected cash of the shift', async () => {
  await using shop = await openShop({ lines: [cake], settings: toOne })
  const { till } = shop
  await till.expect('POST', '/shift/open', { openingCash: 100 })
  await till.add({ productId: cake.id })
  const { body: sold } = await pay(till, [cash(10)])
  await till.expect('POST', '/cart/return', { receiptNumber: sold.receiptNumber })
  expect(await pay(till, [cash(10.37)])).toMatchObject({ status: 400, body: { code: 'payment_too_much' } })
  expect(await pay(till, [cash(10)])).toMatchObject({
    status: 201,
    body: { isReturn: true, sum: 10, roundingSum: -0.37 },
  })
  const { shift } = await till.expect<{ shift: { totals: object } }>('GET', '/shift')
  expect(shift.totals).toMatchObject({ salesCash: 10, returnsCash: 10, expectedCash: 100 })
})

it('refunds no more than the payment over several returns', async () => {
  const sweet = product({ name: 'Sweet', code: 'SWEET', price: 0.4 })
  const up = { cashRounding: 'Up', cashRoundingStep: 1 } as const
  await using shop = await openShop({ lines: [sweet], settings: { ...up, allowRefundOtherTender: true } })
  const { till } = shop
  await till.add({ productId: sweet.id, quantity: 3 })
  const { body: sold } = await pay(till, [cash(2)])
  expect(sold).toMatchObject({ sum: 2, roundingSum: 0.8 })
  const refunds: unknown[] = []
  for (const payments of [[cash(1)], [card(0.4)], [cash(0.6)]]) {
    const { receiptNumber } = sold
    const cart = await till.expect<Cart>('POST', '/cart/return', { receiptNumber })
    await till.expect('PATCH', `/cart/lines/${cart.lines[0]?.id}`, { quantity: 1 })
    const { status, body } = await pay(till, payments, 'Wished so')
    refunds.push([cart.refundable, status, body.sum, body.roundingSum])
  }
  expect(refunds).toEqual([
    [2, 201, 1, 0.6],
    [1, 201, 0.4, 0],
    [0.6, 201, 0.6, 0.2],
  ])
})

it('refunds by card at most the rounded cash payment', async () => {
  await using shop = await openShop({ lines: [cake], settings: { ...toOne, allowRefundOtherTender: true } })
  const { till } = shop
  await till.add({ productId: cake.id })
  const { body: sold } = await pay(till, [cash(10)])
  await till.expect('POST', '/cart/return', { receiptNumber: sold.receiptNumber })
  expect(await pay(till, [card(10.37)])).toMatchObject({ status: 400, body: { code: 'payment_too_much' } })
  expect(await pay(till, [card(10)], 'Wished so')).toMatchObject({
    status: 201,
    body: { sum: 10, roundingSum: -0.37 },
  })
})

it('applies changed rounding settings when the first line is added to an emptied cart', async () => {
  await using shop = await openShop({ lines: [cake], settings: toOne })
  const { till, hub } = shop
  await till.add({ productId: cake.id })
  await till.expect('DELETE', '/cart')
  hub.change(settings({ receiptFooter: 'Changed' }))
  await until('the till has heard of it', async () => (await till.status()).settings?.receiptFooter !== null)
  expect((await till.add({ productId: cake.id })).rounding.mode).toBe('None')
})

it('keeps the rounding rule of an open cart, and applies a changed rule to the next cart', async () => {
  await using shop = await openShop({ lines: [cake], settings: toOne })
  const { till, hub } = shop
  await till.add({ productId: cake.id })
  hub.change(settings({ receiptFooter: 'Changed' }))
  await until('the till has heard of it', async () => (await till.status()).settings?.receiptFooter !== null)
  expect(await pay(till, [cash(10)])).toMatchObject({ status: 201 })
  expect((await till.add({ productId: cake.id })).rounding.mode).toBe('None')
})

it('omits a cash remainder below the smallest coin from a refund with another tender', async () => {
  const [big, small] = [5.02, 5].map((price) => product({ name: `At ${price}`, code: `P${price}`, price }))
  const step = { cashRounding: 'Nearest', cashRoundingStep: 0.05 } as const
  await using shop = await openShop({ lines: [big, small] as never, settings: step })
  const { till, hub } = shop
  for (const { id } of [big, small] as { id: string }[]) await till.add({ productId: id })
  const { body: sold } = await pay(till, [card(5), cash(5)])
  expect(sold).toMatchObject({ sum: 10, roundingSum: -0.02 })
  const { receiptNumber } = sold
  const cart = await till.expect<Cart>('POST', '/cart/return', { receiptNumber })
  await till.expect('DELETE', `/cart/lines/${cart.lines[1]?.id}`)
  expect(await pay(till, [card(4.99)])).toMatchObject({ status: 400, body: { code: 'payment_too_little' } })
  expect(await pay(till, [card(5)])).toMatchObject({ status: 201, body: { sum: 5, roundingSum: -0.02 } })
  await till.expect('POST', '/cart/return', { receiptNumber })
  expect(await pay(till, [])).toMatchObject({ status: 400, body: { code: 'payment_too_little' } })
  expect((await pay(till, [cash(5)])).status).toBe(201)
  await until('all is uploaded', () => hub.sales.length === 3)
})
