import { expect, it } from 'vitest'
import type { ShiftReport } from '#shared/contracts/till/shift.ts'
import type { Cart, ParkedCart, Receipt } from '#shared/contracts/till/till.ts'
import type { ProblemBody } from '#shared/problems/problem.ts'
import { must } from '#shared/std/must.ts'
import { SaleBody } from '#shared/sync/sale.ts'
import { EmulatedPrinter } from '../../support/printer/printer.ts'
import type { Till } from '../../support/till.ts'
import { until } from '../../support/until.ts'
import { product } from '../support/catalog.ts'
import { openShop, type Shop, type ShopOptions } from '../support/point.ts'

interface Row {
  type: string
  amount: number
  reference?: string
}

const shoes = product({ name: 'Shoes', code: 'S1', price: 5000 })
const boots = product({ name: 'Boots', code: 'S2', price: 7000 })
const TENDERS = ['Cash', 'Card', 'GiftCard'] as const
const CARD = (amount: number): Row => ({ type: 'Card', amount })
const CASH = (amount: number): Row => ({ type: 'Cash', amount })
/** Returns the set-off payment that both the sale and the return contain. */
const setOff = (amount: number, originType: string, more: object = {}) => ({
  type: 'SetOff',
  amount,
  originType,
  ...more,
})

const open = (options: ShopOptions = {}) =>
  openShop({
    lines: [shoes, boots],
    ...options,
    settings: { paymentTypes: [...TENDERS], ...options.settings },
  })

async function pay(till: Till, payments: Row[], more: object = {}) {
  const { id, version } = await till.cart()
  const body = { cartId: id, cartVersion: version, payments, ...more }
  return till.send<Receipt & ProblemBody>('POST', '/cart/pay', body)
}

async function sell(till: Till, productId: string, payments: Row[], quantity = 1): Promise<Receipt> {
  await till.add({ productId, quantity })
  const { status, body } = await pay(till, payments)
  expect(status).toBe(201)
  return body
}

const exchange = (till: Till, receiptNumber?: string) =>
  till.expect<Cart>('POST', '/cart/exchange', receiptNumber === undefined ? {} : { receiptNumber })

const bill = ({ exchange }: Cart) => {
  const { sum, setOff, toPay, toRefund } = must(exchange)
  return { sum, setOff, toPay, toRefund }
}

/** Waits for `count` uploaded sales and returns them. */
async function sent({ hub }: Shop, count: number): Promise<SaleBody[]> {
  await until('all is uploaded', () => hub.sales.length === count)
  for (const sale of hub.sales) expect(SaleBody.safeParse(sale).error).toBeUndefined()
  return hub.sales as SaleBody[]
}

it('records a return and a sale that refer to each other, with the price difference paid', async () => {
  await using shop = await open()
  const { till } = shop
  const sold = await sell(till, shoes.id, [CARD(5000)])
  const begun = await exchange(till, sold.receiptNumber)
  expect(begun).toMatchObject({
    isReturn: false,
    lines: [],
    exchange: { originalReceiptNumber: 'K7-000001' },
  })
  expect(bill(begun)).toEqual({ sum: 5000, setOff: 0, toPay: 0, toRefund: 5000 })
  const cart = await till.add({ productId: boots.id })
  expect(bill(cart)).toEqual({ sum: 5000, setOff: 5000, toPay: 2000, toRefund: 0 })
  const { body } = await pay(till, [CASH(3000)])
  expect(body).toMatchObject({
    receiptNumber: 'K7-000003',
    isReturn: false,
    sum: 7000,
    changeSum: 1000,
    payments: [
      { type: 'SetOff', amount: 5000 },
      { type: 'Cash', amount: 3000 },
    ],
    exchange: {
      receiptNumber: 'K7-000002',
      isReturn: true,
      sum: 5000,
      originalReceiptNumber: 'K7-000001',
      payments: [{ type: 'SetOff', amount: 5000 }],
    },
  })
  expect((await till.cart()).lines).toEqual([])
  const [, back, sale] = await sent(shop, 3)
  expect(back).toMatchObject({
    schema: 1,
    isReturn: true,
    originalSaleId: sold.id,
    exchangeSaleId: sale?.id,
    payments: [setOff(5000, 'Card')],
    lines: [{ name: 'Shoes', originalLineNo: 1 }],
  })
  expect(sale).toMatchObject({
    schema: 1,
    isReturn: false,
    originalSaleId: null,
    exchangeSaleId: back?.id,
    sum: 7000,
    payments: [setOff(5000, 'Card'), { type: 'Cash', amount: 3000, changeAmount: 1000 }],
  })
})

it('refunds the difference for a cheaper product only with the original tender', async () => {
  await using shop = await open()
  const { till } = shop
  const sold = await sell(till, boots.id, [CARD(4000), CASH(3000)])
  await exchange(till, sold.receiptNumber)
  const cart = await till.add({ productId: shoes.id })
  expect(bill(cart)).toEqual({ sum: 7000, setOff: 5000, toPay: 0, toRefund: 2000 })
  // The earlier payments are set off first, so the cash remains.
  expect(cart.exchange?.refunds).toEqual([{ type: 'Cash', amount: 2000 }])
  expect(await pay(till, [CARD(2000)])).toMatchObject({ status: 409, body: { code: 'refund_exceeded' } })
  expect(await pay(till, [CASH(1999)])).toMatchObject({ status: 400, body: { code: 'payment_too_little' } })
  expect((await pay(till, [CASH(2001)])).status).toBe(400)
  expect((await pay(till, [CASH(2000)])).status).toBe(201)
  const [, back, sale] = await sent(shop, 3)
  expect(back?.payments).toMatchObject([
    setOff(4000, 'Card'),
    setOff(1000, 'Cash'),
    { type: 'Cash', amount: 2000 },
  ])
  expect(sale?.payments).toMatchObject([setOff(4000, 'Card'), setOff(1000, 'Cash')])
})

it('requires no payment in an even exchange, and creates only one exchange on a double press', async () => {
  await using shop = await open()
  const { till } = shop
  const sold = await sell(till, shoes.id, [CASH(5000)])
  await exchange(till, sold.receiptNumber)
  const cart = await till.add({ productId: shoes.id })
  expect(bill(cart)).toEqual({ sum: 5000, setOff: 5000, toPay: 0, toRefund: 0 })
  const body = { cartId: cart.id, cartVersion: cart.version, payments: [] }
  const first = await till.expect<Receipt>('POST', '/cart/pay', body)
  const again = await till.send<Receipt>('POST', '/cart/pay', body)
  expect(again).toMatchObject({ status: 200, body: { receiptNumber: first.receiptNumber } })
  await sent(shop, 3)
  expect((await till.receipts()).items).toHaveLength(3)
})

it('refunds a card payment to the card even after an exchange', async () => {
  await using shop = await open()
  const { till } = shop
  const first = await sell(till, shoes.id, [CARD(5000)])
  await exchange(till, first.receiptNumber)
  await till.add({ productId: shoes.id })
  const second = (await pay(till, [])).body
  const back = await till.expect<Cart>('POST', '/cart/return', { receiptNumber: second.receiptNumber })
  expect(back.refunds).toEqual([{ type: 'Card', amount: 5000 }])
  expect(await pay(till, [CASH(5000)])).toMatchObject({ status: 409, body: { code: 'refund_exceeded' } })
  expect((await pay(till, [CARD(5000)])).status).toBe(201)
})

it('refunds a voucher payment to the voucher even after an exchange', async () => {
  await using shop = await open({ settings: { offlineVoucherLimit: 9000 } })
  const { till } = shop
  shop.hub.vouchers.set('a-77', { state: 'Active', balance: 9000 })
  const sold = await sell(till, shoes.id, [{ type: 'GiftCard', amount: 5000, reference: 'A-77' }])
  await exchange(till, sold.receiptNumber)
  await till.add({ productId: boots.id })
  const next = (await pay(till, [CASH(2000)])).body
  // The printed receipt must not reveal the number of the voucher.
  expect(JSON.stringify(next)).not.toContain('A-77')
  const back = await till.expect<Cart>('POST', '/cart/return', { receiptNumber: next.receiptNumber })
  expect(back.refunds).toEqual([
    { type: 'GiftCard', amount: 5000, reference: 'A-77' },
    { type: 'Cash', amount: 2000 },
  ])
})

it('exchanges the remaining products of a partly returned receipt', async () => {
  await using shop = await open()
  const { till } = shop
  const sold = await sell(till, shoes.id, [CARD(15_000)], 3)
  const back = await till.expect<Cart>('POST', '/cart/return', { receiptNumber: sold.receiptNumber })
  await till.expect('PATCH', `/cart/lines/${back.lines[0]?.id}`, { quantity: 1 })
  await pay(till, [CARD(5000)])
  const begun = await exchange(till, sold.receiptNumber)
  const line = must(begun.exchange?.lines[0])
  expect(line).toMatchObject({ quantity: 2, returnable: 2 })
  expect(await till.send('PATCH', `/cart/lines/${line.id}`, { quantity: 3 })).toMatchObject({
    status: 409,
    body: { code: 'basis_exceeded' },
  })
  await till.expect('PATCH', `/cart/lines/${line.id}`, { quantity: 1 })
  await till.add({ productId: boots.id })
  expect((await pay(till, [CARD(2000)])).status).toBe(201)
  expect((await till.receipt(sold.receiptNumber)).lines[0]?.returnable).toBe(1)
})

it('changes nothing when another till has already returned the products', async () => {
  await using shop = await open()
  const { till } = shop
  const sold = await sell(till, shoes.id, [CASH(5000)])
  await exchange(till, sold.receiptNumber)
  await till.add({ productId: boots.id })
  const other = shop.point.till('till-0002')
  await other.signIn(shop.cashier.id)
  await other.expect('POST', '/cart/return', { receiptNumber: sold.receiptNumber })
  await other.pay()
  expect(await pay(till, [CASH(2000)])).toMatchObject({ status: 409, body: { code: 'basis_exceeded' } })
  expect((await till.receipts()).items).toHaveLength(2)
  expect((await till.cart()).exchange).not.toBeNull()
})

it('continues a return without a receipt as an exchange', async () => {
  await using shop = await open()
  const { till } = shop
  expect(await till.send('POST', '/cart/exchange', {})).toMatchObject({
    status: 400,
    body: { code: 'cart_empty' },
  })
  await till.expect('POST', '/cart/return', {})
  await till.add({ productId: shoes.id })
  const begun = await exchange(till)
  expect(begun).toMatchObject({ isReturn: false, lines: [], exchange: { originalReceiptNumber: null } })
  expect(await exchange(till)).toEqual(begun)
  await till.add({ productId: boots.id })
  expect((await pay(till, [CARD(2000)])).status).toBe(201)
  const [back, sale] = await sent(shop, 2)
  expect(back?.payments).toMatchObject([setOff(5000, 'Cash')])
  expect(sale?.payments).toMatchObject([setOff(5000, 'Cash'), CARD(2000)])
})

it('keeps the lines in the cart when an exchange begins, and parks an open exchange', async () => {
  await using shop = await open()
  const { till } = shop
  const [one, two] = [await sell(till, shoes.id, [CASH(5000)]), await sell(till, shoes.id, [CASH(5000)])]
  const filled = await till.add({ productId: boots.id })
  const begun = await exchange(till, one.receiptNumber)
  expect([begun.id, bill(begun).toPay]).toEqual([filled.id, 2000])
  const other = await exchange(till, two.receiptNumber)
  expect(other.lines).toEqual([])
  const { items } = await till.expect<{ items: ParkedCart[] }>('GET', '/carts/parked')
  expect(items).toMatchObject([
    {
      isReturn: false,
      isExchange: true,
      sum: 2000,
      linesCount: 2,
      lines: [
        { name: 'Boots', sum: 7000 },
        { name: 'Shoes', sum: -5000 },
      ],
    },
  ])
  expect(await till.expect<Cart>('POST', `/carts/${items[0]?.id}/resume`)).toMatchObject({
    exchange: { toPay: 2000 },
  })
})

it('removes and restores returned and sold lines of an exchange', async () => {
  await using shop = await open()
  const { till } = shop
  const sold = await sell(till, shoes.id, [CASH(5000)])
  await exchange(till, sold.receiptNumber)
  const cart = await till.add({ productId: boots.id })
  const [back, taken] = [must(cart.exchange?.lines[0]), must(cart.lines[0])]
  const without = await till.expect<Cart>('DELETE', `/cart/lines/${back.id}`)
  expect([without.exchange, without.sum]).toEqual([null, 7000])
  const again = await till.expect<Cart>('POST', `/cart/lines/${back.id}/restore`)
  expect(bill(again).toPay).toBe(2000)
  expect((await till.expect<Cart>('DELETE', `/cart/lines/${taken.id}`)).lines).toEqual([])
  expect(await pay(till, [CASH(5000)])).toMatchObject({ status: 400, body: { code: 'cart_empty' } })
  const whole = await till.expect<Cart>('POST', `/cart/lines/${taken.id}/restore`)
  expect(bill(whole).toPay).toBe(2000)
  expect(await till.send('PATCH', `/cart/lines/${back.id}`, { price: 1 })).toMatchObject({ status: 403 })
  expect(await till.send('DELETE', `/cart/lines/${sold.id}`)).toMatchObject({ status: 404 })
})

it('turns an exchange into a sale when all returned lines are removed', async () => {
  await using shop = await open()
  const { till } = shop
  const sold = await sell(till, shoes.id, [CASH(5000)])
  const begun = await exchange(till, sold.receiptNumber)
  await till.add({ productId: boots.id })
  await till.expect('DELETE', `/cart/lines/${begun.exchange?.lines[0]?.id}`)
  expect((await pay(till, [CASH(7000)])).body).toMatchObject({ receiptNumber: 'K7-000002', exchange: null })
})

it('refuses a set-off sent as a payment', async () => {
  await using shop = await open()
  await shop.till.add({ productId: shoes.id })
  expect(await pay(shop.till, [{ type: 'SetOff', amount: 5000 }])).toMatchObject({
    status: 403,
    body: { code: 'not_allowed_here' },
  })
})

it('rounds only the cash remainder of an exchange', async () => {
  const cents = product({ name: 'Cents', price: 10.37 })
  const more = product({ name: 'More', price: 13.61 })
  await using shop = await open({
    lines: [cents, more],
    settings: { cashRounding: 'Down', cashRoundingStep: 1 },
  })
  const { till } = shop
  const sold = await sell(till, cents.id, [CARD(10.37)])
  await exchange(till, sold.receiptNumber)
  expect(bill(await till.add({ productId: more.id }))).toMatchObject({ setOff: 10.37, toPay: 3.24 })
  const { body } = await pay(till, [CASH(3)])
  expect(body).toMatchObject({ sum: 13.37, roundingSum: -0.24, exchange: { sum: 10.37, roundingSum: 0 } })
})

it('rounds return and sale of an exchange where whole receipts are rounded', async () => {
  const cents = product({ name: 'Cents', price: 10.37 })
  const more = product({ name: 'More', price: 13.61 })
  await using shop = await open({
    lines: [cents, more],
    settings: { cashRounding: 'Nearest', cashRoundingStep: 1, cashRoundingAppliesTo: 'All' },
  })
  const { till } = shop
  const sold = await sell(till, cents.id, [CARD(10)])
  await exchange(till, sold.receiptNumber)
  expect(bill(await till.add({ productId: more.id }))).toMatchObject({ setOff: 10, toPay: 4 })
  const { body } = await pay(till, [CARD(4)])
  expect(body).toMatchObject({ sum: 14, exchange: { sum: 10 } })
})

it('counts only the paid difference in the drawer, and reports set-offs that cancel out', async () => {
  await using shop = await open()
  const { till } = shop
  await till.expect('POST', '/shift/open', { openingCash: 100 })
  const sold = await sell(till, shoes.id, [CARD(5000)])
  await exchange(till, sold.receiptNumber)
  await till.add({ productId: boots.id })
  await pay(till, [CASH(2000)])
  const { shift, sums } = await till.expect<ShiftReport>('GET', '/shift/report')
  expect(sums).toMatchObject({ sales: 12_000, returns: 5000, revenue: 7000 })
  expect(sums?.tenders).toEqual([
    { type: 'Cash', sales: 2000, returns: 0 },
    { type: 'Card', sales: 5000, returns: 0 },
    { type: 'SetOff', sales: 5000, returns: 5000 },
  ])
  expect(shift.totals?.expectedCash).toBe(2100)
})

it('prints return and sale on one receipt, whichever number is requested', async () => {
  await using shop = await open({
    settings: { printAlways: true },
    overrides: { printing: { answerMs: 1500, askEveryMs: 20, silentMs: 10_000, retryMs: 20 } },
  })
  await using printer = await EmulatedPrinter.start()
  const { till } = shop
  const sold = await sell(till, shoes.id, [CARD(5000)])
  await till.expect('PUT', '/printers/front', { address: printer.address() })
  await exchange(till, sold.receiptNumber)
  await till.add({ productId: boots.id })
  const paid = (await pay(till, [CASH(2000)])).body
  await until('it is printed', async () => (await till.receipt(paid.receiptNumber)).printedCount === 1)
  const { text } = printer.paper
  expect(text.match(/\[cut\]/g)).toHaveLength(1)
  expect(text).toMatch(
    /Exchange[\s\S]+Return[\s\S]+K7-000002[\s\S]+Shoes[\s\S]+Exchange credit[\s\S]+Sale[\s\S]+K7-000003[\s\S]+Boots/,
  )
  expect((await till.receipt('K7-000002')).printedCount).toBe(1)
})
