import { expect, it } from 'vitest'
import { usualPayment } from '#edge/till/src/payment/tender.ts'
import type { Cart, Receipt } from '#shared/contracts/till/till.ts'
import { NO_LIMITS } from '#shared/domain/till-limits.ts'
import { amount, amountToNumber } from '#shared/money/decimal.ts'
import { must } from '#shared/std/must.ts'
import type { Till } from '../../support/till.ts'
import { until } from '../../support/until.ts'
import { cashier, product, promotion, stock } from '../support/catalog.ts'
import { openShop, type Shop } from '../support/point.ts'

const cake = product({ name: 'Cake', code: 'CAKE', price: 30.33, vatRate: 20 })
const cheese = product({ name: 'Cheese', code: 'CHEESE', price: 20, minPrice: 15 })
const wine = product({ name: 'Wine', code: 'WINE', price: 100, isDiscountProhibited: true })
const OFFERS = [
  promotion({ name: 'Every tea', effect: { percent: 7 } }),
  promotion({ name: 'A little each', kind: 'AmountDiscount', effect: { percent: null, amount: 0.11 } }),
]

/** Returns the cart without ids, which differ between a dry run and the real request. */
function withoutIds(cart: Cart) {
  const plain = ({ id: _, ...line }: Cart['lines'][number]) => line
  const { id: _, exchange, lines, ...rest } = cart
  return {
    ...rest,
    lines: lines.map(plain),
    exchange: exchange && { ...exchange, lines: exchange.lines.map(plain) },
  }
}

const waitingOf = async (till: Till) => (await till.status()).upload.waiting

async function payAs(till: Till, cart: Cart): Promise<Receipt> {
  const { tenders } = usualPayment(cart)
  const payments = tenders.map(({ type, amount, reference }) => ({
    type,
    amount: amountToNumber(amount),
    ...(reference && { reference }),
  }))
  const { id, version } = await till.cart()
  return till.expect<Receipt>('POST', '/cart/pay', { cartId: id, cartVersion: version, payments })
}

/**
 * Sends a request as a dry run, then for real. Both must give the same response, and only the second can
 * change the cart.
 */
async function dryThenDone(till: Till, method: string, path: string, body: object): Promise<Cart> {
  const before = await till.cart()
  const dry = await till.expect<Cart>(method, `${path}?dryRun=true`, body)
  expect(await till.cart()).toEqual(before)
  const done = await till.expect<Cart>(method, path, body)
  expect(withoutIds(dry)).toEqual(withoutIds(done))
  expect(usualPayment(dry)).toEqual(usualPayment(done))
  return dry
}

it.each([
  ['a percentage off the receipt', (_: Cart) => '/cart', { percent: 13 }],
  ['a sum off the receipt', (_: Cart) => '/cart', { amount: 7.77 }],
  ['a percentage off a line', lineAt(1), { percent: 17.5 }],
  ['a sum off a line with a minimum price', lineAt(2), { amount: 1.5 }],
  ['a percentage limited by a minimum price', lineAt(2), { percent: 50 }],
])('shows in a dry run the total with %s, as it is charged afterwards', async (_, pathOf, discount) => {
  const settings = { cashRounding: 'Nearest', cashRoundingStep: 0.5, maxDiscountPercent: 50 } as const
  await using shop = await openShop({ lines: [cake, cheese, wine, ...OFFERS], settings })
  const { till, tea } = shop
  for (const [{ id }, quantity] of [
    [tea, 3],
    [cake, 2],
    [cheese, 1],
    [wine, 1],
  ] as const)
    await till.add({ productId: id, quantity })
  const before = await till.cart()
  expect(before.lines.map(({ promotions }) => promotions.length)).toContain(2)
  const dry = await dryThenDone(till, 'PATCH', pathOf(before), { discount })
  expect(dry.sum).toBeLessThan(before.sum)
  const receipt = await payAs(till, dry)
  expect(amount(receipt.sum)).toBe(usualPayment(dry).due)
})

function lineAt(index: number) {
  return ({ lines }: Cart) => `/cart/lines/${must(lines[index]).id}`
}

it('records nothing in a dry run', async () => {
  await using shop = await openShop({ lines: [cake] })
  const { till, tea, hub } = shop
  const sold = await till.sell(tea.id, 2)
  await till.add({ productId: cake.id })
  await until('all is uploaded', async () => (await waitingOf(till)) === 0)
  const [cart, parked] = [await till.cart(), await till.expect('GET', '/carts/parked')]
  const deliveries = hub.deliveries.length
  await till.expect('PATCH', '/cart?dryRun=true', { discount: { percent: 10 } })
  await till.expect('PATCH', `${lineAt(0)(cart)}?dryRun=true`, { discount: { amount: 1 }, quantity: 2 })
  await till.expect('POST', '/cart/return?dryRun=true', { receiptNumber: sold.receiptNumber })
  await till.expect('POST', '/cart/exchange?dryRun=true', { receiptNumber: sold.receiptNumber })
  expect(await till.cart()).toEqual(cart)
  expect(await till.expect('GET', '/carts/parked')).toEqual(parked)
  // The sequence of later records has no gap.
  await till.expect('PATCH', '/cart', { discount: { percent: 5 } })
  await until('it is uploaded', async () => (await waitingOf(till)) === 0)
  expect(hub.deliveries.slice(deliveries).map(({ body }) => JSON.parse(body).details)).toMatchObject([
    { percent: 5 },
  ])
})

it('deducts sales from the stock after a dry run', async () => {
  const milk = product({ name: 'Milk', code: 'MILK', kind: 'Good' })
  await using shop = await openShop({
    lines: [milk, stock(milk.id, 5)],
    settings: { controlStock: true, isStockKnown: true, allowCustomPrice: true },
  })
  const { till } = shop
  const cart = await till.add({ productId: milk.id, quantity: 3 })
  await till.expect('PATCH', `${lineAt(0)(cart)}?dryRun=true`, { price: 9, quantity: 5 })
  await till.pay()
  expect(await till.send('POST', '/cart/lines', { productId: milk.id, quantity: 3 })).toMatchObject({
    body: { code: 'insufficient_stock', available: 2 },
  })
})

it("calculates beyond a cashier's limits in a dry run, and requires a supervisor only for the real change", async () => {
  const junior = await cashier('1234', { limits: { ...NO_LIMITS, maxDiscountPercent: 5 } })
  await using shop = await openShop({ cashier: junior })
  const { till, tea } = shop
  await till.add({ productId: tea.id })
  const discount = { percent: 30 }
  expect(await till.expect<Cart>('PATCH', '/cart?dryRun=true', { discount })).toMatchObject({ sum: 7 })
  const refused = { body: { code: 'discount_too_large', limit: 'maxDiscountPercent' } }
  expect(await till.send('PATCH', '/cart', { discount })).toMatchObject(refused)
})

it('refuses the same requests in a dry run as for real', async () => {
  await using shop = await openShop({ settings: { maxDiscountPercent: 20 } })
  const { till, tea } = shop
  const { receiptNumber } = await till.sell(tea.id, 2)
  const cart = await till.add({ productId: tea.id })
  for (const [path, body, code] of [
    ['/cart', { discount: { percent: 21 } }, 'discount_too_large'],
    [lineAt(0)(cart), { discount: { amount: 2.01 } }, 'discount_too_large'],
  ] as const)
    expect(await till.send('PATCH', `${path}?dryRun=true`, body)).toMatchObject({ body: { code } })
  const lines = [{ lineNo: 1, quantity: 3 }]
  for (const path of ['/cart/return', '/cart/return?dryRun=true', '/cart/exchange?dryRun=true'])
    expect(await till.send('POST', path, { receiptNumber, lines })).toMatchObject({
      body: { code: 'basis_exceeded' },
    })
  expect(await till.send('PATCH', '/cart?dryRun=maybe', {})).toMatchObject({ status: 400 })
  expect(await till.send('DELETE', '/cart?dryRun=true')).toMatchObject({ status: 400 })
})

async function sellMixed({ till, tea, hub }: Shop): Promise<Receipt> {
  hub.vouchers.set('v-7', { state: 'Active', balance: 500 })
  await till.add({ productId: tea.id, quantity: 3 })
  const { id, version } = await till.add({ productId: cake.id, quantity: 2 })
  const payments = [
    { type: 'GiftCard', amount: 20, reference: 'V-7' },
    { type: 'Card', amount: 30.07 },
    { type: 'Cash', amount: 100 },
  ]
  return till.expect<Receipt>('POST', '/cart/pay', { cartId: id, cartVersion: version, payments })
}

const mixed = () =>
  openShop({
    lines: [cake, cheese, ...OFFERS],
    settings: {
      cashRounding: 'Nearest',
      cashRoundingStep: 1,
      paymentTypes: ['Cash', 'Card', 'GiftCard'],
      offlineVoucherLimit: 100,
    },
  })

it('shows the refund for each part of a receipt and each tender as it is paid afterwards', async () => {
  await using shop = await mixed()
  const { till } = shop
  const { receiptNumber } = await sellMixed(shop)
  const given: string[] = []
  for (const lines of [
    [{ lineNo: 1, quantity: 1 }],
    [
      { lineNo: 2, quantity: 1 },
      { lineNo: 1, quantity: 1 },
    ],
    undefined,
  ]) {
    const dry = await dryThenDone(till, 'POST', '/cart/return', { receiptNumber, lines })
    const { tenders, due } = usualPayment(dry)
    const back = await payAs(till, dry)
    expect(amount(back.sum)).toBe(due)
    expect(back.payments.map((one) => [one.type, amount(one.amount)])).toEqual(
      tenders.map((one) => [one.type, one.amount]),
    )
    given.push(...tenders.map(({ type }) => type))
  }
  expect(new Set(given)).toEqual(new Set(['GiftCard', 'Card', 'Cash']))
})

it('shows the remainder of an exchange to pay or to refund', async () => {
  await using shop = await mixed()
  const { till } = shop
  const { receiptNumber } = await sellMixed(shop)
  const lines = [{ lineNo: 2, quantity: 1 }]
  const toRefund = await dryThenDone(till, 'POST', '/cart/exchange', { receiptNumber, lines })
  expect(toRefund.exchange?.lines).toMatchObject([{ quantity: 1 }])
  expect(toRefund.exchange?.toRefund).toBeGreaterThan(0)
  await till.expect('DELETE', '/cart')
  await till.add({ productId: cheese.id, quantity: 3 })
  const toPay = await dryThenDone(till, 'POST', '/cart/exchange', { receiptNumber, lines })
  expect(toPay.exchange?.toPay).toBeGreaterThan(0)
  const discounted = await dryThenDone(till, 'PATCH', '/cart', { discount: { percent: 10 } })
  const { due } = usualPayment(discounted)
  expect(due).toBeLessThan(usualPayment(toPay).due)
  const receipt = await payAs(till, discounted)
  expect(receipt.payments.find(({ type }) => type === 'Cash')).toMatchObject({ amount: amountToNumber(due) })
})

it('returns only the requested lines of a receipt, and reports errors with their pointers', async () => {
  await using shop = await openShop({ lines: [cake] })
  const { till, tea } = shop
  await till.add({ productId: tea.id, quantity: 3 })
  await till.add({ productId: cake.id })
  const { receiptNumber } = await till.pay()
  const begin = (lines: object[], more: object = { receiptNumber }) =>
    till.send<Cart>('POST', '/cart/return', { lines, ...more })
  const pointer = (at: string) => ({ status: 400, body: { errors: [{ pointer: at }] } })
  const line = (lineNo: number, quantity = 1) => ({ lineNo, quantity })
  expect(await begin([line(3)])).toMatchObject(pointer('#/lines/0/lineNo'))
  expect(await begin([line(1), line(1)])).toMatchObject(pointer('#/lines/1/lineNo'))
  expect(await begin([line(1, 0.5)])).toMatchObject(pointer('#/quantity'))
  expect(await begin([line(1)], {})).toMatchObject(pointer('#/receiptNumber'))
  expect(await begin([line(1)], { receiptNumber, vouchers: [1] })).toMatchObject(pointer('#/lines'))
  expect(await begin([])).toMatchObject({ status: 400 })
  expect((await till.cart()).isReturn).toBe(false)
  const { body } = await begin([line(2), line(1, 2)])
  expect(body.lines.map(({ name, quantity }) => [name, quantity])).toEqual([
    ['Tea', 2],
    ['Cake', 1],
  ])
})
