import { expect, it } from 'vitest'
import type { ShiftReport } from '#shared/contracts/till/shift.ts'
import type { Cart, Receipt } from '#shared/contracts/till/till.ts'
import type { TillVoucher } from '#shared/contracts/till/vouchers.ts'
import { NO_LIMITS } from '#shared/domain/till-limits.ts'
import type { ProblemBody } from '#shared/problems/problem.ts'
import { must } from '#shared/std/must.ts'
import type { Till } from '../../support/till.ts'
import { until } from '../../support/until.ts'
import { program as bonusProgram, cashier, card as loyaltyCard } from '../support/catalog.ts'
import { openShop, type ShopOptions } from '../support/point.ts'

type Paid = Receipt & ProblemBody
interface Payment {
  type: 'Cash' | 'Card' | 'GiftCard'
  amount: number
  reference?: string
}

const openVoucherShop = (settings: ShopOptions['settings'] = {}, options: ShopOptions = {}) =>
  openShop({
    ...options,
    settings: { paymentTypes: ['Cash', 'Card', 'GiftCard'], maxVoucherSale: 500, ...settings },
  })

const cash = (amount: number): Payment => ({ type: 'Cash', amount })
const card = (amount: number): Payment => ({ type: 'Card', amount })
const voucher = (reference: string, amount: number): Payment => ({ type: 'GiftCard', amount, reference })
const put = (till: Till, body: object) => till.send<Cart & ProblemBody>('POST', '/cart/sold-vouchers', body)
const pay = async (till: Till, ...payments: Payment[]) => {
  const { id, version } = await till.cart()
  return till.send<Paid>('POST', '/cart/pay', { cartId: id, cartVersion: version, payments })
}
/** Sells a single voucher for cash. */
async function sell(till: Till, number: string, amount: number): Promise<Receipt> {
  expect(await put(till, { number, amount })).toMatchObject({ status: 200 })
  return (await pay(till, cash(amount))).body
}
const takeBack = (till: Till, { receiptNumber }: Receipt, vouchers: number[] | null = [1]) =>
  till.send<Cart & ProblemBody>('POST', '/cart/return', { receiptNumber, ...(vouchers && { vouchers }) })
const sent = (till: Till) => until('all is uploaded', async () => (await till.status()).upload.waiting === 0)

it('sells a new voucher together with products offline, paid in addition to their total and without VAT', async () => {
  await using shop = await openVoucherShop()
  const { till, hub, tea } = shop
  await hub.goDown()
  await till.add({ productId: tea.id })
  const { body: cart } = await put(till, { amount: 50 })
  const { number } = must(cart.vouchers[0])
  expect(number).toMatch(/^\d{17}$/)
  expect(cart).toMatchObject({ sum: 10, voucherSum: 50, vouchers: [{ amount: 50, isReload: false }] })
  const missing = await pay(till, cash(10))
  expect(missing).toMatchObject({ status: 400, body: { code: 'payment_too_little', missing: 50 } })
  const { status, body } = await pay(till, card(40), cash(25))
  expect([status, body.sum, body.voucherSum, body.changeSum, body.lines.length]).toEqual([201, 10, 50, 5, 1])
  expect(body.vouchers).toEqual([
    { number: `***${number.slice(-4)}`, barcode: number, amount: 50, isReload: false, isReturnable: true },
  ])
  expect(body.vatBreakdown).toEqual((await till.receipt(body.receiptNumber)).vatBreakdown)
  await hub.comeBack()
  await until('it is uploaded', () => hub.sales.length === 1)
  expect(hub.sales[0]).toMatchObject({
    schema: 1,
    sum: 10,
    changeSum: 5,
    points: null,
    vouchers: [{ number, amount: 50, isReload: false }],
  })
})

it('generates distinct voucher numbers, and sells a number only once', async () => {
  await using shop = await openVoucherShop()
  const { till, hub } = shop
  await hub.goDown()
  await put(till, { amount: 5 })
  const { body: both } = await put(till, { amount: 5 })
  expect(new Set(both.vouchers.map(({ number }) => number)).size).toBe(2)
  await put(till, { number: 'Card 1', amount: 5 })
  const again = { status: 409, body: { code: 'voucher_exists' } }
  expect(await put(till, { number: 'cARD1', amount: 5 })).toMatchObject(again)
  expect(await put(till, { number: 'card1', amount: 5, isReload: true })).toMatchObject(again)
  expect((await pay(till, cash(15))).status).toBe(201)
  expect(await put(till, { number: 'CARD 1', amount: 5 })).toMatchObject(again)
  expect((await put(till, { number: 'CARD 1', amount: 5, isReload: true })).status).toBe(200)
})

it('asks the hub which vouchers can be sold or reloaded, and when rate limited sells new ones but refuses a reload', async () => {
  await using shop = await openVoucherShop()
  const { till, hub } = shop
  hub.vouchers.set('v', { state: 'Active', balance: 5 }).set('b', { state: 'Blocked', balance: 5 })
  hub.vouchers.set('e', { state: 'Expired', balance: 5 })
  const requested: [object, string][] = [
    [{ number: 'v' }, 'voucher_exists'],
    [{ number: 'b' }, 'voucher_exists'],
    [{ number: 'b', isReload: true }, 'voucher_blocked'],
    [{ number: 'e', isReload: true }, 'voucher_expired'],
    [{ number: 'u', isReload: true }, 'voucher_unknown'],
  ]
  for (const [body, code] of requested)
    expect([body, await put(till, { ...body, amount: 5 })]).toMatchObject([
      body,
      { status: 409, body: { code } },
    ])
  expect((await put(till, { number: 'v', amount: 5, isReload: true })).status).toBe(200)
  expect((await put(till, { number: 'new', amount: 5 })).status).toBe(200)
  hub.interfere = async ({ url = '' }, response) => {
    if (!url.startsWith('/api/pos/v1/vouchers/')) return false
    response.writeHead(429, { 'Content-Type': 'application/problem+json' })
    response.end(JSON.stringify({ code: 'too_many_attempts', status: 429 }))
    return true
  }
  expect((await put(till, { number: 'new2', amount: 5 })).status).toBe(200)
  expect((await put(till, { number: 'x', amount: 5, isReload: true })).status).toBe(429)
})

it('refuses invalid amounts, numbers and returned vouchers, and reports the field', async () => {
  await using shop = await openVoucherShop({ cashRounding: 'Nearest', cashRoundingStep: 0.05 })
  const { till, tea } = shop
  for (const [body, pointer] of [
    [{}, '#/amount'],
    [{ amount: 0 }, '#/amount'],
    [{ amount: -5 }, '#/amount'],
    [{ amount: 5.001 }, '#/amount'],
    [{ amount: 5.01 }, '#/amount'],
    [{ amount: 5, number: '' }, '#/number'],
    [{ amount: 5, number: 'x'.repeat(65) }, '#/number'],
    [{ amount: 5, isReload: true }, '#/number'],
  ] as const)
    expect([body, await put(till, body)]).toMatchObject([
      body,
      { status: 400, body: { errors: [{ pointer }] } },
    ])
  expect((await till.send('DELETE', '/cart/sold-vouchers/0198c000-0000-7000-8000-0000000000aa')).status).toBe(
    404,
  )
  await till.sell(tea.id)
  const [sold] = (await till.receipts()).items
  const { receiptNumber } = must(sold)
  const none = await till.send<ProblemBody>('POST', '/cart/return', { receiptNumber, vouchers: [1] })
  expect(none).toMatchObject({ status: 400, body: { errors: [{ pointer: '#/vouchers' }] } })
  const unnamed = await till.send<ProblemBody>('POST', '/cart/return', { vouchers: [1] })
  expect(unnamed).toMatchObject({ status: 400, body: { errors: [{ pointer: '#/receiptNumber' }] } })
})

it('sells a voucher of exactly maxVoucherSale, but above it refuses a cashier without permission', async () => {
  const lines = [cashier('4321', { name: 'Senior' })]
  const junior = await cashier('1234', { limits: { ...NO_LIMITS, allowLargeVouchers: false } })
  await using shop = await openVoucherShop({}, { cashier: junior, lines: await Promise.all(lines) })
  const { till } = shop
  const refused = { status: 403, body: { code: 'forbidden', limit: 'allowLargeVouchers' } }
  expect(await put(till, { amount: 500.01 })).toMatchObject(refused)
  expect(await put(till, { amount: 500.01, number: 'v', isReload: true })).toMatchObject(refused)
  expect((await put(till, { amount: 500 })).status).toBe(200)
  expect((await till.cart()).vouchers).toMatchObject([{ amount: 500 }])
})

it('gives and accepts points for products but not for vouchers', async () => {
  const program = bonusProgram({
    name: 'Points',
    kind: 'Bonus',
    discountPercent: 0,
    earnPercent: 10,
    maxSpendPercent: 50,
    offlineSpendLimit: 100,
  })
  const erik = loyaltyCard(program.id, { cardNumber: '29', customerName: 'Erik', balance: 100 })
  await using shop = await openVoucherShop({}, { lines: [program, erik] })
  const { till, hub, tea } = shop
  const takeCard = () => till.expect('PATCH', '/cart/buyer', { cardId: erik.id })
  await takeCard()
  expect((await put(till, { amount: 50 })).body).toMatchObject({ points: { earned: 0, maxPaid: 0 } })
  await pay(till, cash(50))
  await takeCard()
  await put(till, { amount: 50 })
  // Points can pay for half of the product amount, and for no part of the voucher.
  expect(await till.add({ productId: tea.id })).toMatchObject({ points: { earned: 1, maxPaid: 5 } })
  expect((await pay(till, cash(60))).body).toMatchObject({ points: { earned: 1, spent: 0 } })
  await until('both are uploaded', () => hub.sales.length === 2)
  expect(hub.sales.map(({ points }) => points?.earned)).toEqual([0, 1])
})

it('refuses to sell vouchers in a return, in an exchange, and where the retail point forbids it', async () => {
  await using none = await openVoucherShop({ maxVoucherSale: 0 })
  const refused = { status: 403, body: { code: 'not_allowed_here' } }
  expect(await put(none.till, { amount: 5 })).toMatchObject(refused)
  await using shop = await openVoucherShop({ allowReturnWithoutBasis: true })
  const { till, tea } = shop
  const { receiptNumber } = await till.sell(tea.id)
  await till.expect('POST', '/cart/return', {})
  expect(await put(till, { amount: 5 })).toMatchObject(refused)
  await till.expect('DELETE', '/cart')
  await till.expect('POST', '/cart/exchange', { receiptNumber })
  expect(await put(till, { amount: 5 })).toMatchObject(refused)
  await till.expect('DELETE', '/cart')
  await put(till, { amount: 5 })
  expect(await till.send('POST', '/cart/exchange', { receiptNumber })).toMatchObject(refused)
})

it('accepts vouchers as payment for products only', async () => {
  await using shop = await openVoucherShop()
  const { till, hub, tea } = shop
  hub.vouchers.set('v', { state: 'Active', balance: 100 })
  await put(till, { amount: 50 })
  expect((await till.cart()).paymentTypes).toEqual(['Cash', 'Card'])
  await till.add({ productId: tea.id })
  expect((await till.cart()).paymentTypes).toEqual(['Cash', 'Card', 'GiftCard'])
  expect(await pay(till, voucher('v', 10.01), cash(49.99))).toMatchObject({
    status: 409,
    body: { code: 'voucher_pays_voucher', available: 10 },
  })
  expect((await pay(till, voucher('v', 10), cash(50))).status).toBe(201)
})

it('accepts a voucher sold at this till immediately, even offline, up to its balance', async () => {
  await using shop = await openVoucherShop({ offlineVoucherLimit: 3 })
  const { till, hub, tea } = shop
  await hub.goDown()
  await sell(till, 'New 1', 25)
  await till.add({ productId: tea.id, quantity: 2 })
  const ask = (number: string) => till.send<TillVoucher & ProblemBody>('POST', '/cart/vouchers', { number })
  expect((await ask('new1')).body).toMatchObject({ maxPaid: 25 })
  expect((await pay(till, voucher('new1', 20))).status).toBe(201)
  await till.add({ productId: tea.id })
  expect((await ask('new1')).body).toMatchObject({ maxPaid: 5 })
  expect(await pay(till, voucher('new1', 5.01), cash(4.99))).toMatchObject({ status: 409 })
  await till.expect('DELETE', '/cart')
  await sell(till, 'New 2', 10)
  await till.add({ productId: tea.id })
  expect((await pay(till, voucher('new2', 10))).status).toBe(201)
  await till.add({ productId: tea.id })
  expect((await ask('new2')).body).toMatchObject({ code: 'voucher_empty' })
  // Once online, the till still knows the voucher, although the hub has not accepted its sale yet.
  hub.outcomeOf = () => 'later'
  await hub.comeBack()
  await until('the hub answers', async () => (await ask('new1')).body.isOnline === true)
  expect((await ask('new1')).body).toMatchObject({ maxPaid: 5, balance: 5 })
  expect((await ask('other')).body).toMatchObject({ code: 'voucher_unknown' })
})

it('accepts offline a voucher that this till sold and uploaded, up to its balance and the offline limit', async () => {
  await using shop = await openVoucherShop({ offlineVoucherLimit: 30 })
  const { till, hub, tea } = shop
  await sell(till, 'one', 25)
  await sell(till, 'two', 50)
  await sent(till)
  await hub.goDown()
  await till.add({ productId: tea.id, quantity: 2 })
  const ask = (number: string) => till.send<TillVoucher & ProblemBody>('POST', '/cart/vouchers', { number })
  expect([(await ask('ONE')).body.maxPaid, (await ask('two')).body.maxPaid]).toEqual([25, 30])
  expect((await ask('three')).body).toMatchObject({ code: 'voucher_not_held' })
  expect((await pay(till, voucher('one', 20))).status).toBe(201)
  await till.add({ productId: tea.id })
  expect((await ask('one')).body).toMatchObject({ maxPaid: 5 })
  expect((await pay(till, voucher('one', 5), cash(5))).status).toBe(201)
  await till.add({ productId: tea.id })
  expect((await ask('one')).body).toMatchObject({ code: 'voucher_empty' })
})

it('refuses to sell or reload a mistyped voucher number', async () => {
  await using shop = await openVoucherShop()
  const { till } = shop
  const [good, wrong] = ['12345678901234560', '12345678901234561']
  const refused = { status: 409, body: { code: 'voucher_mistyped' } }
  expect(await put(till, { number: wrong, amount: 5 })).toMatchObject(refused)
  expect(await put(till, { number: wrong, amount: 5, isReload: true })).toMatchObject(refused)
  expect((await put(till, { number: good, amount: 5 })).status).toBe(200)
})

it('rounds only the product total, by at most its amount', async () => {
  await using shop = await openVoucherShop({ cashRounding: 'Down', cashRoundingStep: 1 })
  const { till, tea } = shop
  await put(till, { amount: 50 })
  expect(await pay(till, card(49.5), cash(0.5))).toMatchObject({
    status: 201,
    body: { sum: 0, roundingSum: 0, changeSum: 0 },
  })
  await till.add({ productId: tea.id })
  await put(till, { amount: 50 })
  expect(await pay(till, cash(60))).toMatchObject({ status: 201, body: { sum: 10, roundingSum: 0 } })
  await till.add({ productId: tea.id, price: 0.2 })
  await put(till, { amount: 50 })
  expect(await pay(till, card(49.5), cash(0.5))).toMatchObject({
    status: 201,
    body: { sum: 0, roundingSum: -0.2, changeSum: 0 },
  })
})

it('returns an unspent voucher once, and refuses to return a spent one, before the sale is uploaded', async () => {
  await using shop = await openVoucherShop({ offlineVoucherLimit: 50 })
  const { till, hub, tea } = shop
  await hub.goDown()
  const spent = await sell(till, 'spent', 30)
  const kept = await sell(till, 'kept', 40)
  await till.add({ productId: tea.id })
  await pay(till, voucher('SPENT', 10))
  expect(await takeBack(till, spent)).toMatchObject({ status: 409, body: { code: 'voucher_spent' } })
  const back = await takeBack(till, kept, null)
  expect(back.body).toMatchObject({
    isReturn: true,
    sum: 0,
    voucherSum: 40,
    vouchers: [{ number: 'kept' }],
    lines: [],
    refunds: [{ type: 'Cash', amount: 40 }],
  })
  expect(await pay(till, card(40))).toMatchObject({ body: { code: 'refund_exceeded' } })
  expect(await pay(till, cash(39))).toMatchObject({ body: { code: 'payment_too_little' } })
  const { body } = await pay(till, cash(40))
  expect(body).toMatchObject({ isReturn: true, vouchers: [{ amount: 40, isReturnable: false }] })
  expect(await takeBack(till, kept)).toMatchObject({ status: 409, body: { code: 'basis_exceeded' } })
  expect(await takeBack(till, kept, null)).toMatchObject({ status: 409, body: { code: 'basis_exceeded' } })
  expect((await till.receipt(kept.receiptNumber)).vouchers).toMatchObject([{ isReturnable: false }])
  await hub.comeBack()
  await until('all is uploaded', () => hub.sales.length === 4)
  expect(hub.sales[3]).toMatchObject({
    isReturn: true,
    sum: 0,
    lines: [],
    vouchers: [{ number: 'kept', amount: 40 }],
  })
})

it('checks a returned voucher at the hub once its sale is uploaded, and again when the refund is paid', async () => {
  await using shop = await openVoucherShop()
  const { till, hub } = shop
  const sold = await sell(till, 'v', 30)
  await sent(till)
  hub.vouchers.set('v', { state: 'Active', balance: 20, isUntouched: false })
  expect(await takeBack(till, sold)).toMatchObject({ status: 409, body: { code: 'voucher_spent' } })
  hub.vouchers.set('v', { state: 'Active', balance: 30, isUntouched: true })
  expect((await takeBack(till, sold)).status).toBe(200)
  hub.vouchers.set('v', { state: 'Active', balance: 20, isUntouched: false })
  expect(await pay(till, cash(30))).toMatchObject({ status: 409, body: { code: 'voucher_spent' } })
  await hub.goDown()
  expect(await pay(till, cash(30))).toMatchObject({ status: 409, body: { code: 'voucher_not_checked' } })
  await till.expect('DELETE', '/cart')
  expect(await takeBack(till, sold)).toMatchObject({ status: 409, body: { code: 'voucher_not_checked' } })
})

it('returns products and vouchers of one receipt separately, each to the original tender', async () => {
  await using shop = await openVoucherShop()
  const { till, hub, tea } = shop
  hub.vouchers.set('old', { state: 'Active', balance: 10 })
  await hub.goDown()
  await hub.comeBack()
  await until('the hub answers', async () => (await till.status()).connection === 'online')
  hub.outcomeOf = () => 'later'
  await till.add({ productId: tea.id, quantity: 2 })
  await put(till, { number: 'a', amount: 30 })
  await put(till, { number: 'b', amount: 40 })
  const { body: sold } = await pay(till, voucher('old', 10), cash(80))
  const { body: back } = await takeBack(till, sold, [2])
  expect(back).toMatchObject({ vouchers: [{ number: 'b' }], refunds: [{ type: 'Cash', amount: 80 }] })
  expect(back.paymentTypes).not.toContain('GiftCard')
  expect(await pay(till, voucher('old', 10), cash(30))).toMatchObject({ status: 403 })
  expect((await pay(till, cash(40))).status).toBe(201)
  const goods = (await takeBack(till, sold, null)).body
  expect(goods).toMatchObject({ vouchers: [], sum: 20, refundable: 20 })
  expect((await pay(till, voucher('old', 10), cash(10))).status).toBe(201)
  expect((await takeBack(till, sold, [1])).status).toBe(200)
  expect((await pay(till, cash(30))).status).toBe(201)
})

it('lists vouchers separately in X and Z reports: in the drawer, but not in revenue and VAT', async () => {
  await using shop = await openVoucherShop()
  const { till, hub, tea } = shop
  hub.vouchers.set('r', { state: 'Active', balance: 5 })
  hub.outcomeOf = () => 'later'
  await till.expect('POST', '/shift/open', { openingCash: 100 })
  await till.sell(tea.id)
  const sold = await sell(till, 'v', 30)
  await put(till, { number: 'r', amount: 15, isReload: true })
  const { body: reloaded } = await pay(till, card(15))
  expect(reloaded.vouchers).toMatchObject([{ number: '***', barcode: null, isReload: true }])
  await takeBack(till, sold)
  await pay(till, cash(30))
  await put(till, { amount: 20 })
  await pay(till, cash(20))
  await put(till, { amount: 7 })
  const { vouchers } = await till.cart()
  await till.expect('DELETE', `/cart/sold-vouchers/${must(vouchers[0]).id}`)
  const report = await till.expect<ShiftReport>('GET', '/shift/report')
  expect(report.sums).toMatchObject({
    sales: 10,
    returns: 0,
    revenue: 10,
    averageReceipt: 10,
    vat: [],
    vouchers: {
      sold: { count: 2, sum: 50 },
      reloaded: { count: 1, sum: 15 },
      takenBack: { count: 1, sum: 30 },
    },
    tenders: [
      { type: 'Cash', sales: 60, returns: 30 },
      { type: 'Card', sales: 15, returns: 0 },
    ],
  })
  expect(report.shift.totals?.expectedCash).toBe(130)
  expect(report.voids).toEqual({ count: 1, sum: 7 })
})

it('parks and resumes a cart of vouchers, and reports to the hub that it was cleared', async () => {
  await using shop = await openVoucherShop()
  const { till, hub } = shop
  const { body: cart } = await put(till, { number: 'v', amount: 30 })
  await till.expect('POST', '/cart/park', {})
  const { items } = await till.expect<{ items: object[] }>('GET', '/carts/parked')
  expect(items).toMatchObject([{ linesCount: 1, sum: 30 }])
  await till.expect('POST', `/carts/${cart.id}/resume`)
  expect((await till.cart()).vouchers).toEqual(cart.vouchers)
  expect((await till.expect<Cart>('DELETE', '/cart')).vouchers).toEqual([])
  await until('it is told', () => hub.bodies('till_event').length === 1)
  expect(hub.bodies('till_event')).toMatchObject([
    { kind: 'cart_cleared', details: { linesCount: 1, sum: 30 } },
  ])
})
