import { expect, it } from 'vitest'
import type { Clock } from '#edge/clock.ts'
import type { ShiftReport } from '#shared/contracts/till/shift.ts'
import type { Cart, Receipt } from '#shared/contracts/till/till.ts'
import type { TillVoucher } from '#shared/contracts/till/vouchers.ts'
import type { ProblemBody } from '#shared/problems/problem.ts'
import type { Till } from '../../support/till.ts'
import { until } from '../../support/until.ts'
import { giftVoucher, product } from '../support/catalog.ts'
import { problem } from '../support/fake-hub.ts'
import { openShop, type ShopOptions } from '../support/point.ts'

type Paid = Receipt & ProblemBody & { available?: number }
interface Voucher {
  type: 'GiftCard'
  amount: number
  reference: string
}
type Payment = Voucher | { type: 'Cash' | 'Card'; amount: number }

const openVoucherShop = (offlineVoucherLimit = 0, options: ShopOptions = {}) =>
  openShop({ ...options, settings: { paymentTypes: ['Cash', 'Card', 'GiftCard'], offlineVoucherLimit } })

const ask = (till: Till, number: string) =>
  till.send<TillVoucher & ProblemBody & { available?: number }>('POST', '/cart/vouchers', { number })
const voucher = (reference: string, amount: number): Voucher => ({ type: 'GiftCard', amount, reference })
const cash = (amount: number): Payment => ({ type: 'Cash', amount })
const pay = async (till: Till, ...payments: Payment[]) => {
  const { id, version } = await till.cart()
  return till.send<Paid>('POST', '/cart/pay', { cartId: id, cartVersion: version, payments })
}

it('accepts a voucher up to its balance at the hub, with other tenders, and records the remaining balance', async () => {
  await using shop = await openVoucherShop()
  const { till, hub, tea } = shop
  hub.vouchers.set('giftv70057', { state: 'Active', balance: 8 })
  await till.add({ productId: tea.id })
  expect(await ask(till, 'Gift V-70057 ')).toMatchObject({ status: 409, body: { code: 'voucher_unknown' } })
  expect((await ask(till, ' Gift V70057')).body).toMatchObject({
    number: 'Gift V70057',
    maxPaid: 8,
    balance: 8,
    isOnline: true,
    asOf: expect.any(String),
  })
  const tooMuch = await pay(till, cash(1.99), voucher('gift v70057', 8.01))
  expect(tooMuch).toMatchObject({ status: 409, body: { code: 'voucher_not_enough', available: 8 } })
  expect(tooMuch.body.errors).toMatchObject([{ pointer: '#/payments/1/amount', available: 8 }])
  const { status, body } = await pay(till, voucher('Gift V70057', 5.5), cash(10))
  expect([status, body.changeSum]).toEqual([201, 5.5])
  expect(body.payments).toEqual([
    { type: 'GiftCard', amount: 5.5, reference: '***057', balanceLeft: 2.5 },
    { type: 'Cash', amount: 10, reference: null, balanceLeft: null },
  ])
  expect(JSON.stringify(await till.receipt(body.receiptNumber))).not.toContain('V70057')
  await until('it is uploaded', () => hub.sales.length === 1)
  expect(hub.sales[0]?.payments).toMatchObject([
    { type: 'GiftCard', amount: 5.5, reference: 'Gift V70057', balanceLeft: 2.5, changeAmount: 0 },
    { type: 'Cash', amount: 10, changeAmount: 5.5 },
  ])
})

it('accepts several vouchers on one receipt, each up to its balance, and adds up rows of one voucher', async () => {
  await using shop = await openVoucherShop()
  const { till, hub, tea } = shop
  hub.vouchers.set('one', { state: 'Active', balance: 6 }).set('two', { state: 'Active', balance: 4 })
  await till.add({ productId: tea.id })
  for (const split of [
    [voucher('one', 4), voucher('ONE', 2.01), voucher('two', 3.99)],
    [voucher('one', 5.99), voucher('two', 4.01)],
  ])
    expect(await pay(till, ...split)).toMatchObject({ status: 409, body: { code: 'voucher_not_enough' } })
  const { status, body } = await pay(till, voucher('one', 4), voucher('two', 4), voucher('one', 2))
  expect(status).toBe(201)
  expect(body.payments.map(({ balanceLeft }) => balanceLeft)).toEqual([0, 0, 0])
})

it('gives no change for a voucher payment', async () => {
  await using shop = await openVoucherShop()
  const { till, hub, tea } = shop
  hub.vouchers.set('rich', { state: 'Active', balance: 500 })
  await till.add({ productId: tea.id })
  for (const payments of [[voucher('rich', 20)], [voucher('rich', 10.01)], [voucher('rich', 11), cash(5)]])
    expect(await pay(till, ...payments)).toMatchObject({ status: 400, body: { code: 'payment_too_much' } })
  expect((await pay(till, voucher('rich', 10))).body).toMatchObject({ changeSum: 0, sum: 10 })
})

it.each([
  ['Blocked', 50, 'voucher_blocked'],
  ['Expired', 50, 'voucher_expired'],
  ['Unknown', 0, 'voucher_unknown'],
  ['Active', 0, 'voucher_empty'],
  ['Active', -3, 'voucher_empty'],
] as const)(
  'refuses a voucher that is %s with %d left: %s, even without an earlier balance request',
  async (state, balance, code) => {
    await using shop = await openVoucherShop(100)
    const { till, hub, tea } = shop
    hub.vouchers.set('v', { state, balance })
    await till.add({ productId: tea.id })
    expect(await pay(till, voucher('v', 5), cash(5))).toMatchObject({ status: 409, body: { code } })
    expect(await ask(till, 'v')).toMatchObject({ status: 409, body: { code } })
    expect(await pay(till, voucher('v', 5), cash(5))).toMatchObject({ status: 409, body: { code } })
    expect(hub.sales).toEqual([])
  },
)

it('accepts each voucher offline up to the limit of the retail point, for all tills of the agent together', async () => {
  await using shop = await openVoucherShop(15, { lines: [giftVoucher('v1', 100), giftVoucher('v2', 100)] })
  const { till, hub, tea, point } = shop
  await hub.goDown()
  await till.add({ productId: tea.id })
  expect((await ask(till, 'V 1')).body).toMatchObject({
    maxPaid: 15,
    balance: null,
    asOf: null,
    isOnline: false,
  })
  const first = await pay(till, voucher('V 1', 10))
  expect(first.body.payments).toMatchObject([{ balanceLeft: null }])
  const other = point.till('till-0002')
  await other.signIn(shop.cashier.id)
  await other.add({ productId: tea.id })
  expect((await ask(other, 'v1')).body).toMatchObject({ maxPaid: 5 })
  const tooMuch = await pay(other, voucher('v1', 5.01), cash(4.99))
  expect(tooMuch).toMatchObject({ status: 409, body: { code: 'voucher_offline_limit', available: 5 } })
  expect((await ask(other, 'v2')).body).toMatchObject({ maxPaid: 15 })
  // The limit still applies after a restart of the agent.
  await point.stop()
  await point.start()
  expect((await pay(other, voucher('V1', 5), cash(5))).status).toBe(201)
  await other.add({ productId: tea.id })
  expect(await ask(other, 'v1')).toMatchObject({ body: { code: 'voucher_offline_limit', available: 0 } })
  expect(await pay(other, voucher('v1', 0.01), cash(9.99))).toMatchObject({ status: 409 })
  await hub.comeBack()
  await until('all is uploaded', () => hub.sales.length === 2)
  expect(hub.sales.map(({ payments }) => payments[0])).toMatchObject([
    { reference: 'V 1', amount: 10, balanceLeft: null },
    { reference: 'V1', amount: 5, balanceLeft: null },
  ])
})

it('accepts no vouchers offline where the limit is 0', async () => {
  await using shop = await openVoucherShop(0, { lines: [giftVoucher('v', 100)] })
  const { till, hub, tea } = shop
  await hub.goDown()
  await till.add({ productId: tea.id })
  const refused = { status: 409, body: { code: 'voucher_offline_limit', available: 0 } }
  expect(await ask(till, 'v')).toMatchObject(refused)
  expect(await pay(till, voucher('v', 1), cash(9))).toMatchObject(refused)
})

it('accepts only known vouchers offline, each up to its balance, whatever the limit', async () => {
  await using shop = await openVoucherShop(3000, { lines: [giftVoucher('A 1', 30), giftVoucher('b2', 40)] })
  const { till, hub, tea } = shop
  await hub.goDown()
  await till.add({ productId: tea.id, quantity: 5 })
  const refused = { status: 409, body: { code: 'voucher_not_held' } }
  expect(await ask(till, 'invented')).toMatchObject(refused)
  expect(await pay(till, voucher('a1', 5), voucher('invented', 5), cash(40))).toMatchObject(refused)
  // Each voucher pays at most its balance, even below the limit.
  expect([(await ask(till, 'a1')).body.maxPaid, (await ask(till, 'B 2')).body.maxPaid]).toEqual([30, 40])
  expect(await pay(till, voucher('a1', 30.01), cash(19.99))).toMatchObject({ status: 409 })
  expect((await pay(till, voucher('a1', 30), voucher('b2', 20))).status).toBe(201)
  await till.add({ productId: tea.id })
  expect(await ask(till, 'A1')).toMatchObject({ status: 409, body: { code: 'voucher_empty' } })
  expect((await ask(till, 'b2')).body.maxPaid).toBe(20)
})

it.each([
  ['empty', 0, {}, 'voucher_empty'],
  ['blocked', 5, { isBlocked: true }, 'voucher_blocked'],
  ['expired', 5, { expiresAt: '2020-01-01T00:00:00.000Z' }, 'voucher_expired'],
] as const)('refuses offline a voucher that the till knows to be %s', async (_, balance, changes, code) => {
  await using shop = await openVoucherShop(100, { lines: [giftVoucher('v', balance, changes)] })
  const { till, hub, tea } = shop
  await hub.goDown()
  await till.add({ productId: tea.id })
  expect(await ask(till, 'v')).toMatchObject({ status: 409, body: { code } })
  expect(await pay(till, voucher('v', 5), cash(5))).toMatchObject({ status: 409, body: { code } })
})

it('refuses offline a voucher that was emptied at another till, once the change is downloaded', async () => {
  const held = giftVoucher('v', 20)
  await using shop = await openVoucherShop(100, { lines: [held, giftVoucher('other', 20)] })
  const { till, hub, tea } = shop
  hub.change({ ...held, v: { ...held.v, balance: 0 } }, product({ name: 'Milk' }))
  await until('the agent is told', async () => (await till.status()).download.products === 2)
  await hub.goDown()
  await till.add({ productId: tea.id })
  expect((await ask(till, 'v')).body).toMatchObject({ code: 'voucher_empty' })
  expect((await ask(till, 'other')).body).toMatchObject({ maxPaid: 20 })
})

it('refuses offline a voucher that was emptied at this till, before the hub reports it', async () => {
  await using shop = await openVoucherShop(100, { lines: [giftVoucher('v', 10)] })
  const { till, hub, tea } = shop
  hub.vouchers.set('v', { state: 'Active', balance: 10 })
  await till.add({ productId: tea.id })
  expect((await pay(till, voucher('v', 10))).status).toBe(201)
  await until('it is uploaded', async () => (await till.status()).upload.waiting === 0)
  await hub.goDown()
  await till.add({ productId: tea.id })
  expect((await ask(till, 'v')).body).toMatchObject({ code: 'voucher_empty' })
})

it('subtracts a payment from the offline balance only once, even after the hub has counted it', async () => {
  const held = giftVoucher('v', 10)
  await using shop = await openVoucherShop(100, { lines: [held] })
  const { till, hub, tea } = shop
  hub.vouchers.set('v', { state: 'Active', balance: 10 })
  await till.add({ productId: tea.id })
  expect((await pay(till, voucher('v', 4), cash(6))).status).toBe(201)
  await until('it is uploaded', async () => (await till.status()).upload.waiting === 0)
  const counted = { balance: 6, countedAt: new Date().toISOString() }
  hub.change({ ...held, v: { ...held.v, ...counted } }, product({ name: 'Milk' }))
  await until('the agent is told', async () => (await till.status()).download.products === 2)
  await hub.goDown()
  await till.add({ productId: tea.id })
  expect((await ask(till, 'v')).body).toMatchObject({ maxPaid: 6 })
})

it('refuses a mistyped number without a request to the hub, and accepts a number chosen by a user', async () => {
  const [good, chosen] = ['12345678901234560', '12345678901234569']
  await using shop = await openVoucherShop(50, { lines: [giftVoucher(chosen, 20), giftVoucher(good, 20)] })
  const { till, hub, tea } = shop
  for (const number of [good, chosen]) hub.vouchers.set(number, { state: 'Active', balance: 20 })
  const requested = () => hub.requests.filter((request) => request.includes('vouchers')).length
  const wrong = '12345678901234561'
  const refused = { status: 409, body: { code: 'voucher_mistyped' } }
  await till.add({ productId: tea.id })
  expect(await ask(till, wrong)).toMatchObject(refused)
  expect(await pay(till, voucher(wrong, 5), cash(5))).toMatchObject(refused)
  await till.expect('DELETE', '/cart')
  await till.expect('POST', '/cart/return', {})
  await till.add({ productId: tea.id })
  expect(await pay(till, voucher(wrong, 10))).toMatchObject(refused)
  expect((await pay(till, voucher(good, 10))).status).toBe(201)
  expect(requested()).toBe(0)
  await till.add({ productId: tea.id })
  for (const number of [good, chosen]) expect((await ask(till, number)).status).toBe(200)
  expect((await pay(till, voucher(chosen, 10))).status).toBe(201)
})

it('applies the offline rules after a short time-out when the hub does not respond', async () => {
  await using shop = await openVoucherShop(5, { lines: [giftVoucher('v', 50)] })
  const { till, hub, tea } = shop
  hub.vouchers.set('v', { state: 'Active', balance: 50 })
  hub.interfere = async ({ url = '' }) => url.startsWith('/api/pos/v1/vouchers/')
  await till.add({ productId: tea.id })
  expect((await ask(till, 'v')).body).toMatchObject({ maxPaid: 5, isOnline: false })
  // The payment does not request the balance again.
  const requested = () => hub.requests.filter((request) => request.includes('vouchers')).length
  const before = requested()
  expect((await pay(till, voucher('v', 5), cash(5))).status).toBe(201)
  expect(requested()).toBe(before)
})

it('uses a balance from the hub for one sale only, and for at most two minutes', async () => {
  let ms = 0
  const clock: Clock = { now: () => new Date(), monotonicMs: () => performance.now() + ms }
  await using shop = await openVoucherShop(0, { overrides: { clock } })
  const { till, hub, tea } = shop
  const requested = () => hub.requests.filter((request) => request.includes('vouchers')).length
  hub.vouchers.set('v', { state: 'Active', balance: 30 })
  await till.add({ productId: tea.id })
  await ask(till, 'v')
  await pay(till, voucher('v', 10))
  expect(requested()).toBe(1)
  await until('it is uploaded', () => hub.sales.length === 1)
  await until('the till knows', async () => (await till.status()).upload.waiting === 0)
  hub.vouchers.set('v', { state: 'Active', balance: 20 })
  await till.add({ productId: tea.id, quantity: 3 })
  expect(await pay(till, voucher('v', 30))).toMatchObject({
    body: { code: 'voucher_not_enough', available: 20 },
  })
  expect(requested()).toBe(2)
  ms = 119_000
  expect((await pay(till, voucher('v', 20.01), cash(9.99))).status).toBe(409)
  expect(requested()).toBe(2)
  ms = 121_000
  hub.vouchers.set('v', { state: 'Active', balance: 30 })
  expect((await pay(till, voucher('v', 30))).status).toBe(201)
  expect(requested()).toBe(3)
})

it('subtracts waiting sales from the balance at the hub', async () => {
  await using shop = await openVoucherShop()
  const { till, hub, tea } = shop
  hub.vouchers.set('v', { state: 'Active', balance: 15 })
  hub.outcomeOf = () => 'later'
  await till.add({ productId: tea.id })
  expect((await pay(till, voucher('v', 10))).status).toBe(201)
  await till.add({ productId: tea.id })
  expect((await ask(till, 'v')).body).toMatchObject({ maxPaid: 5, balance: 5 })
  expect(await pay(till, voucher('v', 5.01), cash(4.99))).toMatchObject({ status: 409 })
  expect((await pay(till, voucher('v', 5), cash(5))).body.payments).toMatchObject([{ balanceLeft: 0 }, {}])
})

it('requests the balance again when another till used the voucher meanwhile, and reports an empty voucher', async () => {
  await using shop = await openVoucherShop(0)
  const { till, hub, tea, point } = shop
  const other = point.till('till-0002')
  await other.signIn(shop.cashier.id)
  hub.vouchers.set('v', { state: 'Active', balance: 10 })
  for (const each of [till, other]) await each.add({ productId: tea.id })
  await ask(other, 'v')
  const [held, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  hub.interfere = async ({ url = '' }, response) => {
    if (!url.startsWith('/api/pos/v1/vouchers/')) return false
    hub.interfere = null
    held.resolve()
    await goOn.promise
    // This response is older than the sale.
    response.writeHead(200, { 'Content-Type': 'application/json' })
    response.end(JSON.stringify({ state: 'Active', balance: 10, at: new Date().toISOString() }))
    return true
  }
  const first = ask(till, 'v')
  await held.promise
  hub.outcomeOf = (item) => (item.type === 'sale' ? 'accepted' : 'duplicate')
  expect((await pay(other, voucher('v', 10))).status).toBe(201)
  await until('the till knows', async () => (await till.status()).upload.waiting === 0)
  hub.vouchers.set('v', { state: 'Active', balance: 0 })
  goOn.resolve()
  expect((await first).body).toMatchObject({ code: 'voucher_empty' })
  expect(await pay(till, voucher('v', 10))).toMatchObject({ body: { code: 'voucher_empty' } })
})

it('answers simultaneous balance requests of two tills', async () => {
  await using shop = await openVoucherShop()
  const { till, hub, tea, point } = shop
  const other = point.till('till-0002')
  await other.signIn(shop.cashier.id)
  hub.vouchers.set('v', { state: 'Active', balance: 10 })
  for (const each of [till, other]) await each.add({ productId: tea.id })
  const goOn = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const requested: number[] = []
  hub.interfere = async ({ url = '' }) => {
    if (url.startsWith('/api/pos/v1/vouchers/')) await goOn[requested.push(1) - 1]?.promise
    return false
  }
  const first = ask(till, 'v')
  await until('the first has asked', () => requested.length === 1)
  const second = ask(other, 'v')
  await until('both have asked', () => requested.length === 2)
  for (const [index, answer] of [first, second].entries()) {
    goOn[index]?.resolve()
    expect((await answer).body).toMatchObject({ maxPaid: 10, isOnline: true })
  }
})

it('passes on the rate limit of the hub instead of applying the offline rules', async () => {
  await using shop = await openVoucherShop(50)
  const { till, hub, tea } = shop
  hub.interfere = async ({ url = '' }, response) => {
    if (!url.startsWith('/api/pos/v1/vouchers/')) return false
    problem(response, 429, 'too_many_attempts')
    return true
  }
  await till.add({ productId: tea.id })
  const refused = { status: 429, body: { code: 'too_many_attempts' } }
  for (const _ of [1, 2]) expect(await ask(till, 'v')).toMatchObject(refused)
  expect(await pay(till, voucher('v', 10))).toMatchObject(refused)
})

it('refuses an invalid voucher number and reports the field', async () => {
  await using shop = await openVoucherShop()
  for (const number of [undefined, '', '  ', 7, 'x'.repeat(256)]) {
    const { status, body } = await shop.till.send('POST', '/cart/vouchers', { number })
    expect([number, status, body.errors]).toMatchObject([number, 400, [{ pointer: '#/number' }]])
  }
})

it('refunds a voucher payment only to the same voucher, even offline', async () => {
  await using shop = await openVoucherShop()
  const { till, hub, tea } = shop
  hub.vouchers.set('v1', { state: 'Active', balance: 12 }).set('v2', { state: 'Active', balance: 5 })
  await till.add({ productId: tea.id, quantity: 2 })
  const { body } = await pay(till, voucher('V 1', 12), voucher('v2', 5), cash(3))
  await hub.goDown()
  const back = await till.expect<Cart>('POST', '/cart/return', { receiptNumber: body.receiptNumber })
  expect(back.refunds).toEqual([
    { type: 'GiftCard', amount: 12, reference: 'V 1' },
    { type: 'GiftCard', amount: 5, reference: 'v2' },
    { type: 'Cash', amount: 3 },
  ])
  const line = back.lines[0]?.id
  await till.expect('PATCH', `/cart/lines/${line}`, { quantity: 1 })
  const refused: [Payment[], object][] = [
    [[voucher('v3', 10)], { pointer: '#/payments/0/amount', available: 0 }],
    [[voucher('v2', 5.01), cash(2), voucher('v1', 2.99)], { pointer: '#/payments/0/amount', available: 5 }],
    [[cash(3), voucher('v2', 3), voucher('V2', 4)], { pointer: '#/payments/2/amount', available: 2 }],
  ]
  for (const [payments, error] of refused) {
    const { status, body } = await pay(till, ...payments)
    expect([status, body.code, body.errors]).toMatchObject([409, 'refund_exceeded', [error]])
  }
  const half = await pay(till, voucher('V1', 10))
  expect(half.body.payments).toEqual([{ type: 'GiftCard', amount: 10, reference: '***', balanceLeft: null }])
  const rest = await till.expect<Cart>('POST', '/cart/return', { receiptNumber: body.receiptNumber })
  expect(rest.refunds).toMatchObject([
    { amount: 2, reference: 'V 1' },
    { amount: 5, reference: 'v2' },
    { type: 'Cash', amount: 3 },
  ])
  expect((await pay(till, voucher('V 1', 2), voucher('v2', 5), cash(3))).status).toBe(201)
  await hub.comeBack()
  await until('all is uploaded', () => hub.sales.length === 3)
  expect(hub.sales.slice(1).map(({ payments }) => payments.map(({ reference }) => reference))).toEqual([
    ['V1'],
    ['V 1', 'v2', null],
  ])
})

it('does not add an offline refund to the balance of a voucher before the hub has it', async () => {
  await using shop = await openVoucherShop(10)
  const { till, hub, tea } = shop
  hub.vouchers.set('v', { state: 'Active', balance: 10 })
  await till.add({ productId: tea.id })
  const { body } = await pay(till, voucher('v', 10))
  await until('it is uploaded', async () => (await till.status()).upload.waiting === 0)
  hub.vouchers.set('v', { state: 'Active', balance: 3 })
  hub.outcomeOf = () => 'later'
  await till.expect('POST', '/cart/return', { receiptNumber: body.receiptNumber })
  expect((await pay(till, voucher('v', 10))).status).toBe(201)
  await till.add({ productId: tea.id })
  expect((await ask(till, 'v')).body).toMatchObject({ maxPaid: 3, balance: 3 })
})

it('lists payments and refunds by voucher in X and Z reports', async () => {
  await using shop = await openVoucherShop()
  const { till, hub, tea } = shop
  hub.vouchers.set('v', { state: 'Active', balance: 100 })
  await till.expect('POST', '/shift/open', { openingCash: 0 })
  await till.add({ productId: tea.id, quantity: 3 })
  const { body } = await pay(till, voucher('v', 25), cash(5))
  const back = await till.expect<Cart>('POST', '/cart/return', { receiptNumber: body.receiptNumber })
  await till.expect('PATCH', `/cart/lines/${back.lines[0]?.id}`, { quantity: 1 })
  await pay(till, voucher('v', 10))
  const report = await till.expect<ShiftReport>('GET', '/shift/report')
  expect(report.sums?.tenders).toEqual([
    { type: 'Cash', sales: 5, returns: 0 },
    { type: 'GiftCard', sales: 25, returns: 10 },
  ])
  await till.expect('POST', '/shift/close', { countedCash: 5 })
  await until('it is uploaded', () => hub.bodies('shift_closed').length === 1)
  expect(hub.bodies('shift_closed')).toMatchObject([
    { totals: { otherTenders: [{ type: 'GiftCard', sales: 25, returns: 10 }] } },
  ])
})
