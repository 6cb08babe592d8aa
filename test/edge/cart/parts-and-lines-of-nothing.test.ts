import { expect, it } from 'vitest'
import type { Cart, Receipt } from '#shared/contracts/till/till.ts'
import { must } from '#shared/std/must.ts'
import type { Till } from '../../support/till.ts'
import { until } from '../../support/until.ts'
import { KILOGRAM, product, promotion } from '../support/catalog.ts'
import { openShop } from '../support/point.ts'

const cash = (amount: number) => ({ type: 'Cash', amount })

async function pay(till: Till, payments: object[]) {
  const { id, version } = await till.cart()
  return till.send<Receipt & { code?: string }>('POST', '/cart/pay', {
    cartId: id,
    cartVersion: version,
    payments,
  })
}
const begin = (till: Till, receiptNumber: string) =>
  till.expect<Cart>('POST', '/cart/return', { receiptNumber })
/** Removes all lines except one from a return. */
async function keepLine(till: Till, cart: Cart, kept: number) {
  for (const [index, { id }] of cart.lines.entries())
    if (index !== kept) await till.expect('DELETE', `/cart/lines/${id}`)
  return till.cart()
}

it('refunds the remainder of the payment with the last return, despite rounding', async () => {
  const [bun, jam] = [product({ name: 'Bun', price: 7.5 }), product({ name: 'Jam', price: 7.5 })]
  const down = { cashRounding: 'Down', cashRoundingStep: 1 } as const
  await using shop = await openShop({ lines: [bun, jam], settings: down })
  const { till, hub } = shop
  await till.add({ productId: bun.id })
  await till.add({ productId: jam.id })
  const sold = (await pay(till, [cash(15)])).body
  const first = await keepLine(till, await begin(till, sold.receiptNumber), 0)
  expect(first).toMatchObject({ refundable: 15, isLastReturn: false })
  expect((await pay(till, [cash(7)])).body).toMatchObject({ sum: 7, roundingSum: -0.5 })
  const last = await begin(till, sold.receiptNumber)
  expect(last).toMatchObject({ refundable: 8, isLastReturn: true, sum: 7.5 })
  expect((await pay(till, [cash(7)])).body.code).toBe('payment_too_little')
  expect((await pay(till, [cash(8)])).body).toMatchObject({ sum: 8, roundingSum: 0.5 })
  await until('all is uploaded', () => hub.sales.length === 3)
  expect(hub.sales.map(({ pricing }) => pricing)).toEqual([2, 2, 2])
})

it('refunds a proportional part of the VAT for each part of a line', async () => {
  const wine = product({ name: 'Wine', price: 33.34, vatRate: 20 })
  await using shop = await openShop({ lines: [wine] })
  const { till } = shop
  await till.add({ productId: wine.id, quantity: 3 })
  await till.expect('PATCH', '/cart', { discount: { amount: 0.02 } })
  const sold = await till.pay()
  expect(sold).toMatchObject({ sum: 100, vatSum: 16.67 })
  const parts: number[][] = []
  for (let part = 1; part <= 3; part += 1) {
    const cart = await begin(till, sold.receiptNumber)
    await till.expect('PATCH', `/cart/lines/${must(cart.lines[0]).id}`, { quantity: 1 })
    const { sum, vatSum } = await till.pay()
    parts.push([sum, vatSum])
  }
  expect(parts).toEqual([
    [33.33, 5.56],
    [33.34, 5.55],
    [33.33, 5.56],
  ])
})

it('accepts the reported maximum discount even when one line cannot take its share', async () => {
  const [dear, free] = [
    product({ name: 'Dear', price: 100, minPrice: 95 }),
    product({ name: 'Free', price: 100 }),
  ]
  await using shop = await openShop({ lines: [dear, free] })
  const { till } = shop
  await till.add({ productId: dear.id })
  const { maxReceiptDiscount } = await till.add({ productId: free.id })
  expect(maxReceiptDiscount).toBe(104.99)
  const cart = await till.expect<Cart>('PATCH', '/cart', { discount: { amount: maxReceiptDiscount } })
  expect(cart).toMatchObject({ sum: 95.01, discountSum: 104.99 })
  const line = must(cart.lines[0]).id
  const tooMuch = await till.send('PATCH', `/cart/lines/${line}`, { discount: { amount: 6 } })
  expect(tooMuch.body).toMatchObject({ code: 'discount_too_large', errors: [{ maxAmount: 5 }] })
})

it('spreads a free item over all items without a line of 0.01, and refunds the price paid for a returned item', async () => {
  const third = promotion({
    name: 'Two and one',
    kind: 'BuyXGetY',
    effect: { percent: null, buyQuantity: 2, getQuantity: 1 },
  })
  const goods = ['Pear', 'Plum', 'Fig'].map((name) => product({ name, price: 25 }))
  await using shop = await openShop({ lines: [...goods, third] })
  const { till } = shop
  for (const { id } of goods) await till.add({ productId: id })
  const sold = await till.pay()
  expect(sold.sum).toBe(50)
  expect(sold.lines.map(({ sum }) => sum)).toEqual([16.66, 16.67, 16.67])
  await keepLine(till, await begin(till, sold.receiptNumber), 0)
  expect((await till.pay()).sum).toBe(16.66)
  await begin(till, sold.receiptNumber)
  expect((await till.pay()).sum).toBe(33.34)
})

it.each([
  ['Cent', 0.05],
  ['Allow', 0],
] as const)(
  'sells and returns five lines with a 100 percent discount: %s leaves %d',
  async (zeroLines, sum) => {
    const goods = ['A', 'B', 'C', 'D', 'E'].map((name) => product({ name, price: 10, vatRate: 20 }))
    await using shop = await openShop({ lines: goods, settings: { zeroLines } })
    const { till, hub } = shop
    for (const { id } of goods) await till.add({ productId: id })
    const cart = await till.expect<Cart>('PATCH', '/cart', { discount: { percent: 100 } })
    expect(cart.sum).toBe(sum)
    const { status, body } = await pay(till, sum > 0 ? [cash(sum)] : [])
    expect(status, JSON.stringify(body)).toBe(201)
    expect(body).toMatchObject({ sum, payments: sum > 0 ? [{ amount: sum }] : [] })
    const back = await begin(till, body.receiptNumber)
    expect(back).toMatchObject({ sum, refundable: sum })
    expect((await pay(till, sum > 0 ? [cash(sum)] : [])).status).toBe(201)
    await until('both are uploaded', () => hub.sales.length === 2)
  },
)

it('refuses a quantity or price so small that the sum is 0', async () => {
  const spice = product({ name: 'Spice', unitId: KILOGRAM, price: 3, isWeighed: true })
  await using shop = await openShop({ lines: [spice], settings: { allowCustomPrice: true } })
  const { till } = shop
  const pinch = await till.send('POST', '/cart/lines', { productId: spice.id, quantity: 0.001 })
  expect(pinch).toMatchObject({
    status: 400,
    body: { code: 'sum_too_small', errors: [{ pointer: '#/quantity' }] },
  })
  const cart = await till.add({ productId: spice.id, quantity: 0.002 })
  expect(cart.sum).toBe(0.01)
  const line = `/cart/lines/${must(cart.lines[0]).id}`
  expect((await till.send('PATCH', line, { quantity: 0.001 })).body).toMatchObject({ code: 'sum_too_small' })
  expect((await till.send('PATCH', line, { price: 0.01 })).body).toMatchObject({ code: 'sum_too_small' })
  expect((await till.cart()).sum).toBe(0.01)
})
