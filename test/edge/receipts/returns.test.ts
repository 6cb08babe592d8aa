import { expect, it } from 'vitest'
import type { Cart, Receipt } from '#shared/contracts/till/till.ts'
import { must } from '#shared/std/must.ts'
import type { SaleBody } from '#shared/sync/sale.ts'
import type { Till } from '../../support/till.ts'
import { until } from '../../support/until.ts'
import { cashier, KILOGRAM, product } from '../support/catalog.ts'
import { openShop } from '../support/point.ts'

const cheese = product({ name: 'Cheese', unitId: KILOGRAM, price: 10 })

const begin = (till: Till, receiptNumber: string) =>
  till.expect<Cart>('POST', '/cart/return', { receiptNumber })

async function setQuantity(till: Till, cart: Cart, quantity: number) {
  return till.send<Cart & { code?: string }>('PATCH', `/cart/lines/${must(cart.lines[0]).id}`, { quantity })
}

it('returns a receipt in parts, up to the quantities not yet returned', async () => {
  await using shop = await openShop({ lines: [cheese] })
  const { till, tea, hub } = shop
  await till.add({ productId: tea.id, quantity: 3 })
  await till.add({ productId: cheese.id, quantity: 2, price: 8 })
  const sold = await till.pay()

  const first = await begin(till, sold.receiptNumber)
  expect(first).toMatchObject({ isReturn: true, originalReceiptNumber: 'K7-000001', sum: 46 })
  expect(first.lines).toMatchObject([
    { name: 'Tea', quantity: 3, returnable: 3, originalLineNo: 1 },
    { name: 'Cheese', quantity: 2, price: 8, returnable: 2, originalLineNo: 2 },
  ])
  await till.expect('PATCH', `/cart/lines/${first.lines[1]?.id}`, { quantity: 0.5 })
  await till.expect('DELETE', `/cart/lines/${first.lines[0]?.id}`)
  const returned = await till.pay()
  expect(returned).toMatchObject({
    receiptNumber: 'K7-000002',
    isReturn: true,
    originalReceiptNumber: 'K7-000001',
    sum: 4,
  })
  expect(returned.lines).toMatchObject([{ lineNo: 1, quantity: 0.5, returnable: 0 }])
  expect((await till.receipt('K7-000001')).lines.map(({ returnable }) => returnable)).toEqual([3, 1.5])

  const second = await begin(till, sold.receiptNumber)
  expect(second.lines.map(({ quantity }) => quantity)).toEqual([3, 1.5])
  await till.pay()
  expect(await till.send('POST', '/cart/return', { receiptNumber: sold.receiptNumber })).toMatchObject({
    status: 409,
    body: { code: 'basis_exceeded' },
  })
  await until('all is uploaded', () => hub.sales.length === 3)
  expect(hub.sales[1]).toMatchObject({
    isReturn: true,
    originalSaleId: sold.id,
    lines: [{ originalLineNo: 2, quantity: 0.5 }],
  })
})

it('refuses to return a larger quantity than was sold', async () => {
  await using shop = await openShop()
  const sold = await shop.till.sell(shop.tea.id, 2)
  const cart = await begin(shop.till, sold.receiptNumber)
  const answer = await setQuantity(shop.till, cart, 3)
  expect(answer).toMatchObject({ status: 409, body: { code: 'basis_exceeded' } })
  expect(await shop.till.cart()).toEqual(cart)
})

it('refuses to return products that were already returned at another till', async () => {
  await using shop = await openShop()
  const sold = await shop.till.sell(shop.tea.id, 2)
  const other = shop.point.till('till-0002')
  await other.signIn(shop.cashier.id)
  await begin(shop.till, sold.receiptNumber)
  await begin(other, sold.receiptNumber)
  await other.pay()
  const { id, version } = await shop.till.cart()
  const answer = await shop.till.send('POST', '/cart/pay', {
    cartId: id,
    cartVersion: version,
    payments: [{ type: 'Cash', amount: 20 }],
  })
  expect(answer).toMatchObject({
    status: 409,
    body: { code: 'basis_exceeded', errors: [{ pointer: '#/lines/0/quantity', available: 0 }] },
  })
})

it('requires the refund to equal the total of the return', async () => {
  await using shop = await openShop()
  await shop.till.sell(shop.tea.id)
  const { id, version } = await begin(shop.till, 'K7-000001')
  const pay = (amount: number) =>
    shop.till.send('POST', '/cart/pay', {
      cartId: id,
      cartVersion: version,
      payments: [{ type: 'Cash', amount }],
    })
  expect(await pay(11)).toMatchObject({ status: 400, body: { code: 'payment_too_much' } })
  expect(await pay(9)).toMatchObject({ status: 400, body: { code: 'payment_too_little' } })
  expect(await pay(10)).toMatchObject({ status: 201, body: { changeSum: 0 } })
})

it('refuses additional products and other prices in a return by receipt', async () => {
  await using shop = await openShop()
  await shop.till.sell(shop.tea.id)
  const cart = await begin(shop.till, 'K7-000001')
  expect(await shop.till.send('POST', '/cart/lines', { productId: shop.tea.id })).toMatchObject({
    status: 400,
  })
  const dearer = await shop.till.send('PATCH', `/cart/lines/${must(cart.lines[0]).id}`, { price: 99 })
  expect(dearer).toMatchObject({ status: 403, body: { code: 'not_allowed_here' } })
})

it('finds a receipt number in the ways that cashiers type it', async () => {
  await using shop = await openShop()
  await shop.till.sell(shop.tea.id)
  for (const typed of ['k7-000001', '1', '000001']) {
    expect((await begin(shop.till, typed)).originalReceiptNumber).toBe('K7-000001')
    await shop.till.expect('DELETE', '/cart')
  }
})

it('refuses to return an unknown receipt', async () => {
  await using shop = await openShop()
  const answer = await shop.till.send('POST', '/cart/return', { receiptNumber: 'K7-000009' })
  expect(answer).toMatchObject({ status: 404, body: { code: 'receipt_not_found' } })
})

it('refuses to return a return', async () => {
  await using shop = await openShop()
  await shop.till.sell(shop.tea.id)
  await begin(shop.till, 'K7-000001')
  await shop.till.pay()
  const answer = await shop.till.send('POST', '/cart/return', { receiptNumber: 'K7-000002' })
  expect(answer.status).toBe(400)
  expect(answer.body.errors).toMatchObject([{ pointer: '#/receiptNumber' }])
})

it('allows a return without a receipt where configured', async () => {
  await using shop = await openShop()
  await shop.till.expect('POST', '/cart/return', {})
  await shop.till.add({ productId: shop.tea.id, quantity: 2 })
  const receipt = await shop.till.pay()
  expect(receipt).toMatchObject({ isReturn: true, originalReceiptNumber: null, sum: 20 })
})

it('refuses a return without a receipt where it is not allowed', async () => {
  await using shop = await openShop({ settings: { allowReturnWithoutBasis: false } })
  expect(await shop.till.send('POST', '/cart/return', {})).toMatchObject({
    status: 403,
    body: { code: 'not_allowed_here' },
  })
})

it('parks an open sale when a return begins', async () => {
  await using shop = await openShop()
  const sale = await shop.till.add({ productId: shop.tea.id })
  await shop.till.expect('POST', '/cart/return', {})
  expect(await shop.till.expect('GET', '/carts/parked')).toMatchObject({ items: [{ id: sale.id }] })
})

it('requires a separate permission for returns', async () => {
  const seller = await cashier('1234', { permissions: ['pos.sell'] })
  const ann = await cashier('1234')
  await using shop = await openShop({ cashier: seller, lines: [ann] })
  expect(await shop.till.send('POST', '/cart/return', {})).toMatchObject({
    status: 403,
    body: { code: 'forbidden', permission: 'pos.return' },
  })

  const other = shop.point.till('till-0002')
  await other.signIn(ann.id)
  await other.expect('POST', '/cart/return', {})
  const parked = await other.add({ productId: shop.tea.id })
  await other.expect('POST', '/cart/park')
  const resumed = await shop.till.expect<Cart>('POST', `/carts/${parked.id}/resume`)
  const answer = await shop.till.send('POST', '/cart/pay', {
    cartId: resumed.id,
    cartVersion: resumed.version,
    payments: [{ type: 'Cash', amount: 10 }],
  })
  expect(answer).toMatchObject({ status: 403, body: { code: 'forbidden' } })
})

type Payments = { type: string; amount: number; reference?: string }[]

async function payWith(till: Till, payments: Payments, rest: { refundReason?: string } = {}) {
  const { id, version } = await till.cart()
  const body = { cartId: id, cartVersion: version, payments, ...rest }
  return till.send<Receipt & { code?: string; errors?: unknown }>('POST', '/cart/pay', body)
}

/** Sells three teas at 10, with 16 paid on two cards and 14 in cash after change. */
async function sellMixed({ till, tea }: { till: Till; tea: { id: string } }): Promise<string> {
  await till.add({ productId: tea.id, quantity: 3 })
  const { status, body } = await payWith(till, [
    { type: 'Card', amount: 6, reference: '4400' },
    { type: 'Card', amount: 10, reference: '5100' },
    { type: 'Cash', amount: 20 },
  ])
  expect([status, body.changeSum]).toEqual([201, 6])
  return body.receiptNumber
}

it('refunds with the tenders of the payment, each up to the amount not yet refunded', async () => {
  await using shop = await openShop({ settings: { taxSystem: 'Patent' } })
  const { till, hub } = shop
  const number = await sellMixed(shop)
  const first = await begin(till, number)
  expect(first.refunds).toEqual([
    { type: 'Card', amount: 16 },
    { type: 'Cash', amount: 14 },
  ])
  expect((await setQuantity(till, first, 2)).status).toBe(200)
  const tooMuch = await payWith(till, [{ type: 'Cash', amount: 20 }], { refundReason: 'No card at hand' })
  expect([tooMuch.status, tooMuch.body]).toMatchObject([
    409,
    {
      code: 'refund_exceeded',
      errors: [{ pointer: '#/payments/0/amount', type: 'Cash', requested: 20, available: 14 }],
    },
  ])
  const twoRows: Payments = [
    { type: 'Card', amount: 10 },
    { type: 'Card', amount: 6.01 },
    { type: 'Cash', amount: 3.99 },
  ]
  expect((await payWith(till, twoRows)).body).toMatchObject({ errors: [{ pointer: '#/payments/1/amount' }] })
  const asPaid: Payments = [
    { type: 'Card', amount: 16 },
    { type: 'Cash', amount: 4 },
  ]
  expect((await payWith(till, asPaid)).status).toBe(201)
  const second = await begin(till, number)
  expect(second.refunds).toEqual([{ type: 'Cash', amount: 10 }])
  expect((await payWith(till, [{ type: 'Card', amount: 10 }])).body.code).toBe('refund_exceeded')
  expect((await payWith(till, [{ type: 'Cash', amount: 10 }])).status).toBe(201)

  await until('all is uploaded', () => hub.sales.length === 3)
  const [sale, back] = hub.sales as [SaleBody, SaleBody]
  expect(sale).toMatchObject({
    taxSystem: 'Patent',
    changeSum: 6,
    refundReason: null,
    payments: [
      { type: 'Card', amount: 6, reference: '4400', changeAmount: 0 },
      { type: 'Card', amount: 10, reference: '5100', changeAmount: 0 },
      { type: 'Cash', amount: 20, changeAmount: 6 },
    ],
  })
  expect(back).toMatchObject({ isReturn: true, refundReason: null, changeSum: 0 })
})

it('refuses to refund the same card payment twice at two tills', async () => {
  await using shop = await openShop()
  const number = await sellMixed(shop)
  const other = shop.point.till('till-0002')
  await other.signIn(shop.cashier.id)
  await setQuantity(shop.till, await begin(shop.till, number), 1)
  await setQuantity(other, await begin(other, number), 1)
  expect((await payWith(other, [{ type: 'Card', amount: 10 }])).status).toBe(201)
  const answer = await payWith(shop.till, [{ type: 'Card', amount: 10 }])
  expect(answer.body).toMatchObject({ code: 'refund_exceeded', errors: [{ available: 6 }] })
})

it('refunds with another tender only where allowed, with a reason that is uploaded', async () => {
  await using shop = await openShop({ settings: { allowRefundOtherTender: true } })
  const { till, hub } = shop
  const cart = await begin(till, await sellMixed(shop))
  expect(cart).toMatchObject({ allowRefundOtherTender: true, paymentTypes: ['Cash', 'Card'] })
  const cash: Payments = [{ type: 'Cash', amount: 30 }]
  for (const rest of [{}, { refundReason: ' ' }]) {
    const { status, body } = await payWith(till, cash, rest)
    expect([status, body.errors]).toMatchObject([400, [{ pointer: '#/refundReason' }]])
  }
  expect((await payWith(till, cash, { refundReason: 'The cards are blocked' })).status).toBe(201)
  await until('all is uploaded', () => hub.sales.length === 2)
  expect(hub.sales[1]).toMatchObject({ isReturn: true, refundReason: 'The cards are blocked' })
})
