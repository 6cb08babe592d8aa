import Database from 'better-sqlite3'
import { expect, it } from 'vitest'
import type { Cart, Receipt } from '#shared/contracts/till/till.ts'
import type { TenderType } from '#shared/domain/tenders.ts'
import { newId } from '#shared/std/ids.ts'
import { SaleBody } from '#shared/sync/sale.ts'
import { until } from '../../support/until.ts'
import { product, settings } from '../support/catalog.ts'
import { openShop, type Shop } from '../support/point.ts'

const pay = (shop: Shop, cart: Cart, payments: object[]) =>
  shop.till.send<Receipt & { code?: string }>('POST', '/cart/pay', {
    cartId: cart.id,
    cartVersion: cart.version,
    payments,
  })

it('gives change for cash when a card pays part of the sum', async () => {
  await using shop = await openShop()
  const cart = await shop.till.add({ productId: shop.tea.id })
  const { status, body } = await pay(shop, cart, [
    { type: 'Card', amount: 4, reference: 'slip 12' },
    { type: 'Cash', amount: 20 },
  ])
  expect(status).toBe(201)
  expect(body).toMatchObject({
    receiptNumber: 'K7-000001',
    sum: 10,
    changeSum: 14,
    cashierName: 'Ann',
    payments: [
      { type: 'Card', amount: 4, reference: 'slip 12' },
      { type: 'Cash', amount: 20, reference: null },
    ],
    printedCount: 0,
  })
  expect((await shop.till.cart()).lines).toEqual([])
})

it('uploads a sale with all data needed to post it', async () => {
  const taxed = product({ name: 'Book', code: 'B1', price: 12, vatRate: 20, barcodes: ['777'] })
  await using shop = await openShop({ lines: [taxed], settings: { vatIncluded: false } })
  const cart = await shop.till.add({ code: '777', quantity: 2, price: 11.5 })
  await pay(shop, cart, [{ type: 'Cash', amount: 30 }])
  const [sale] = await until('it is uploaded', () => shop.hub.sales.length > 0 && shop.hub.sales)
  expect(SaleBody.safeParse(sale).success).toBe(true)
  expect(sale).toMatchObject({
    schema: 1,
    receiptNumber: 'K7-000001',
    isReturn: false,
    tillId: 'till-0001',
    cashierId: shop.cashier.id,
    currencyCode: 'GBP',
    vatIncluded: false,
    lines: [
      {
        lineNo: 1,
        productId: taxed.id,
        name: 'Book',
        barcode: '777',
        quantity: 2,
        price: 11.5,
        listPrice: 12,
        sum: 27.6,
        vatRate: 20,
        vatSum: 4.6,
      },
    ],
    sum: 27.6,
    vatSum: 4.6,
    changeSum: 2.4,
    clock: { bootId: expect.any(String), monotonicMs: expect.any(Number), timeZone: expect.any(String) },
  })
})

it('creates one sale on a double press', async () => {
  await using shop = await openShop()
  const cart = await shop.till.add({ productId: shop.tea.id })
  const payments = [{ type: 'Cash', amount: 10 }]
  const answers = await Promise.all([pay(shop, cart, payments), pay(shop, cart, payments)])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 201])
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
  const later = await pay(shop, cart, payments)
  expect(later.body.receiptNumber).toBe('K7-000001')
  expect((await shop.till.receipts()).items).toHaveLength(1)
})

it('refuses a payment for an outdated version of the cart', async () => {
  await using shop = await openShop()
  const seen = await shop.till.add({ productId: shop.tea.id })
  await shop.till.add({ productId: shop.tea.id })
  const payments = [{ type: 'Cash', amount: 10 }]
  expect(await pay(shop, seen, payments)).toMatchObject({ status: 409, body: { code: 'cart_changed' } })
  expect(await pay(shop, { ...seen, id: newId() }, payments)).toMatchObject({ status: 409 })
  expect((await shop.till.receipts()).items).toEqual([])
})

it.each([
  ['too little cash', [{ type: 'Cash', amount: 9.99 }], 'payment_too_little', { missing: 0.01 }],
  ['an empty list of payments', [], 'payment_too_little', { missing: 10 }],
  ['too much by card', [{ type: 'Card', amount: 10.5 }], 'payment_too_much', { over: 0.5 }],
])('refuses %s with a specific error', async (_, payments, code, extension) => {
  await using shop = await openShop()
  const cart = await shop.till.add({ productId: shop.tea.id })
  const answer = await pay(shop, cart, payments)
  expect(answer).toMatchObject({ status: 400, body: { code, ...extension } })
  expect(await shop.till.cart()).toEqual(cart)
})

it('refuses to pay an empty cart', async () => {
  await using shop = await openShop()
  const answer = await pay(shop, await shop.till.cart(), [{ type: 'Cash', amount: 1 }])
  expect(answer).toMatchObject({ status: 400, body: { code: 'cart_empty' } })
})

it.each([
  ['a negative amount', [{ type: 'Cash', amount: -1 }], '#/payments/0/amount'],
  ['an amount with three decimals', [{ type: 'Cash', amount: 0.001 }], '#/payments/0/amount'],
  ['an unknown payment type', [{ type: 'Shells', amount: 1 }], '#/payments/0/type'],
  [
    'a total above the limit',
    [
      { type: 'Cash', amount: 1e10 },
      { type: 'Cash', amount: 1e10 },
    ],
    '#/payments',
  ],
])('refuses %s and reports the invalid field', async (_, payments, pointer) => {
  await using shop = await openShop()
  const cart = await shop.till.add({ productId: shop.tea.id })
  const answer = await pay(shop, cart, payments)
  expect(answer.status).toBe(400)
  expect((answer.body as { errors?: unknown }).errors).toContainEqual(expect.objectContaining({ pointer }))
})

it('requires no payment for a sale of 0', async () => {
  await using shop = await openShop({ settings: { zeroLines: 'Allow' } })
  await shop.till.add({ productId: shop.tea.id })
  await shop.till.expect('PATCH', '/cart', { discount: { percent: 100 } })
  const receipt = await shop.till.pay()
  expect(receipt).toMatchObject({ sum: 0, payments: [], changeSum: 0 })
})

it('completes no sale while the journal cannot be written', async () => {
  await using shop = await openShop()
  const cart = await shop.till.add({ productId: shop.tea.id })
  const payments = [{ type: 'Cash', amount: 10 }]
  const other = new Database(shop.point.file('journal.db'))
  other.exec('BEGIN IMMEDIATE')
  expect(await pay(shop, cart, payments)).toMatchObject({ status: 503, body: { code: 'not_ready' } })
  expect((await shop.till.receipts()).items).toEqual([])
  expect((await shop.till.status()).trouble.map(({ code }) => code)).toContain('disk')

  other.exec('ROLLBACK')
  other.close()
  expect((await pay(shop, cart, payments)).body.receiptNumber).toBe('K7-000001')
  await until('the trouble is over', async () => (await shop.till.status()).trouble.length === 0)
})

it('numbers receipts without gaps after a refused payment', async () => {
  await using shop = await openShop()
  await shop.till.sell(shop.tea.id)
  await pay(shop, await shop.till.add({ productId: shop.tea.id }), [{ type: 'Cash', amount: 1 }])
  await shop.till.expect('DELETE', '/cart')
  expect((await shop.till.sell(shop.tea.id)).receiptNumber).toBe('K7-000002')
})

it('accepts all tenders of the retail point and no others', async () => {
  const paymentTypes: TenderType[] = ['Cash', 'Qr', 'Transfer', 'GiftCard', 'Prepayment', 'Credit', 'Other']
  await using shop = await openShop({ settings: { paymentTypes } })
  const cart = await shop.till.add({ productId: shop.tea.id })
  expect(cart.paymentTypes).toEqual(paymentTypes)
  for (const type of ['Card', 'Bonus']) {
    const refused = await pay(shop, cart, [{ type, amount: 10 }])
    expect([refused.status, refused.body.code]).toEqual([403, 'not_allowed_here'])
  }
  const voucher = await pay(shop, cart, [{ type: 'GiftCard', amount: 10, reference: ' ' }])
  expect([voucher.status, voucher.body]).toEqual([
    400,
    expect.objectContaining({ errors: [expect.objectContaining({ pointer: '#/payments/0/reference' })] }),
  ])
  shop.hub.vouchers.set('v-7', { state: 'Active', balance: 1 })
  const payments = [
    { type: 'GiftCard', amount: 1, reference: 'V-7' },
    ...['Qr', 'Transfer', 'Prepayment', 'Credit', 'Other'].map((type) => ({ type, amount: 1 })),
    { type: 'Cash', amount: 5 },
  ]
  const { status, body } = await pay(shop, cart, payments)
  expect([status, body.changeSum]).toEqual([201, 1])
  expect(body.payments.map(({ type, amount, reference }) => [type, amount, reference])).toEqual([
    ['GiftCard', 1, '***7'],
    ...['Qr', 'Transfer', 'Prepayment', 'Credit', 'Other'].map((type) => [type, 1, null]),
    ['Cash', 5, null],
  ])
})

it('gives no change for tenders other than cash', async () => {
  await using shop = await openShop({ settings: { paymentTypes: ['Cash', 'Qr'] } })
  const cart = await shop.till.add({ productId: shop.tea.id })
  const { status, body } = await pay(shop, cart, [
    { type: 'Qr', amount: 12 },
    { type: 'Cash', amount: 1 },
  ])
  expect([status, body]).toEqual([400, expect.objectContaining({ code: 'payment_too_much', over: 2 })])
})

it('refunds with the tender of the sale, even if the retail point no longer accepts it', async () => {
  await using shop = await openShop({ settings: { paymentTypes: ['Cash', 'Qr'] } })
  const cart = await shop.till.add({ productId: shop.tea.id })
  const { body: sold } = await pay(shop, cart, [{ type: 'Qr', amount: 10 }])
  shop.hub.change(settings({ paymentTypes: ['Cash'] }))
  const back = await shop.till.expect<Cart>('POST', '/cart/return', { receiptNumber: sold.receiptNumber })
  expect(back.paymentTypes).toEqual(['Cash', 'Qr'])
  expect((await pay(shop, back, [{ type: 'Qr', amount: 10 }])).status).toBe(201)
})
