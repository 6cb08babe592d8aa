import { expect, it } from 'vitest'
import type { CartPointsAnswer, FoundBuyers } from '#shared/contracts/till/loyalty.ts'
import type { Cart, Receipt } from '#shared/contracts/till/till.ts'
import type { Till } from '../../support/till.ts'
import { until } from '../../support/until.ts'
import { card, customer, product, program, promotion } from '../support/catalog.ts'
import { openShop } from '../support/point.ts'

const regulars = program({ name: 'Regulars', discountPercent: 10 })
const levels = program({
  name: 'Levels',
  kind: 'Accumulative',
  discountPercent: 0,
  levels: [
    { fromAmount: 100, percent: 3 },
    { fromAmount: 1000, percent: 7 },
  ],
})
const bonus = program({
  name: 'Points',
  kind: 'Bonus',
  discountPercent: 0,
  earnPercent: 10,
  maxSpendPercent: 50,
  offlineSpendLimit: 5,
})
const beth = card(regulars.id, { cardNumber: '29 00 B', customerName: 'Beth Ward' })
const dana = card(levels.id, {
  cardNumber: '2900000002',
  customerName: 'Алёна Ким',
  turnover: 1000,
  phone: '8 701 123 45 67',
  phoneNumber: '+77011234567',
})
const erik = card(bonus.id, { cardNumber: '2900000003', customerName: 'Erik', balance: 40 })
const lines = [regulars, levels, bonus, beth, dana, erik]

const take = (till: Till, cardId: string | null) => till.expect<Cart>('PATCH', '/cart/buyer', { cardId })
const find = (till: Till, search: string) =>
  till.expect<FoundBuyers>('GET', `/buyers?search=${encodeURIComponent(search)}`)
const numbersOf = async (till: Till, search: string) =>
  (await find(till, search)).items.map(({ card }) => card?.cardNumber)
const payWith = (till: Till, { id, version }: Cart, payments: object[]) =>
  till.send<{ code: string; available?: number }>('POST', '/cart/pay', {
    cartId: id,
    cartVersion: version,
    payments,
  })

it('finds a card by its number in any spelling, a word of the name, and the phone number or a part of it', async () => {
  await using shop = await openShop({ lines })
  const { till } = shop
  expect(await numbersOf(till, '2900b')).toEqual(['29 00 B'])
  expect(await numbersOf(till, 'war')).toEqual(['29 00 B'])
  expect(await numbersOf(till, 'ким але')).toEqual(['2900000002'])
  for (const phone of ['+7 701 123-45-67', '87011234567', '4567', '701123'])
    expect(await numbersOf(till, phone)).toEqual(['2900000002'])
  expect(await numbersOf(till, 'ard')).toEqual([])
  expect(await numbersOf(till, '"*')).toEqual([])
  expect((await till.send('GET', '/buyers?limit=0')).status).toBe(400)
})

it('adds the product with a scanned barcode first, otherwise selects the card with this number, even if it is also a product code', async () => {
  const cake = product({ name: 'Cake', code: '2900000003', barcodes: [], price: 20 })
  const same = product({ name: 'Milk', code: 'M', barcodes: ['2900B'], price: 5 })
  await using shop = await openShop({ lines: [...lines, cake, same] })
  const { till } = shop
  const withCard = await till.expect<Cart>('POST', '/cart/lines', { code: '2900000003' })
  expect(withCard).toMatchObject({ lines: [], buyer: { card: { holderName: 'Erik' } } })
  const withMilk = await till.expect<Cart>('POST', '/cart/lines', { code: '2900B' })
  expect(withMilk).toMatchObject({ lines: [{ name: 'Milk' }], buyer: { card: { holderName: 'Erik' } } })
})

it('applies the percentage of a card, also to products added later, and uploads it with the sale', async () => {
  await using shop = await openShop({ lines })
  const { till, tea, hub } = shop
  await till.add({ productId: tea.id, quantity: 2 })
  expect(await take(till, beth.id)).toMatchObject({
    sum: 18,
    discountSum: 2,
    points: null,
    buyer: { card: { cardNumber: '29 00 B', percent: 10, programKind: 'DiscountPercent' } },
    trace: [{ kind: 'Loyalty', id: beth.id, reason: 'applied', amount: 2 }],
  })
  await till.add({ productId: tea.id })
  const receipt = await till.pay()
  expect(receipt).toMatchObject({ sum: 27, promotions: [{ name: 'Regulars', amount: 3 }] })
  expect(receipt.trace).toMatchObject([{ kind: 'Loyalty', reason: 'applied', amount: 3 }])
  await until('it is uploaded', () => hub.sales.length === 1)
  expect(hub.sales[0]).toMatchObject({
    schema: 1,
    loyaltyCardId: beth.id,
    points: null,
    discounts: [{ kind: 'Loyalty', refId: beth.id, scope: 'Line', lineNo: 1, amount: 3 }],
    trace: [{ kind: 'Loyalty', refId: beth.id, reason: 'applied', amount: 3 }],
  })
  expect((await till.cart()).buyer.card).toBeNull()
})

it('determines the level of a card by its turnover, and combines it with promotions as the organization chose', async () => {
  const tenth = promotion()
  for (const [discountStrategy, sum] of [
    ['BySum', 16.6],
    ['ByPriority', 18],
  ] as const) {
    await using shop = await openShop({ lines: [...lines, tenth], settings: { discountStrategy } })
    const { till, tea } = shop
    await till.add({ productId: tea.id, quantity: 2 })
    expect(await take(till, dana.id)).toMatchObject({ sum, buyer: { card: { percent: 7 } } })
    expect(await take(till, null)).toMatchObject({ sum: 18, buyer: { card: null } })
  }
})

it.each([
  ['card_blocked', { isBlocked: true }, {}],
  ['card_expired', { expiresAt: '2020-01-01T00:00:00.000Z' }, {}],
  ['program_inactive', {}, { isActive: false }],
])('refuses a card with the reason %s and without personal data', async (code, changes, ofProgram) => {
  const inactive = program({ name: 'Other', ...ofProgram })
  const refused = card(inactive.id, { cardNumber: 'X1', customerName: 'Ivanova Olga', ...changes })
  await using shop = await openShop({ lines: [inactive, refused] })
  const { till } = shop
  expect((await find(till, 'X1')).items).toMatchObject([{ card: { obstacle: code } }])
  const answer = await till.send('PATCH', '/cart/buyer', { cardId: refused.id })
  expect(answer).toMatchObject({ status: 409, body: { code, cardNumber: 'X1' } })
  expect(JSON.stringify(answer.body)).not.toMatch(/50|Ivanova|Olga/)
  expect((await till.send('POST', '/cart/lines', { code: 'X1' })).body).toMatchObject({ code })
})

it('keeps the discount of a card that is blocked while in the cart', async () => {
  await using shop = await openShop({ lines })
  const { till, hub, tea } = shop
  await take(till, beth.id)
  const { revision } = (await till.status()).download
  hub.change({ ...beth, v: { ...beth.v, isBlocked: true } })
  await until('the till knows', async () => (await till.status()).download.revision > revision)
  expect(await till.add({ productId: tea.id })).toMatchObject({ sum: 9 })
  expect((await till.pay()).sum).toBe(9)
  expect((await till.send('PATCH', '/cart/buyer', { cardId: beth.id })).body).toMatchObject({
    code: 'card_blocked',
  })
})

it('earns points offline, and limits offline payments with points over all sales together', async () => {
  await using shop = await openShop({ lines })
  const { till, hub, tea, point } = shop
  await hub.goDown()
  await till.add({ productId: tea.id, quantity: 2 })
  const cart = await take(till, erik.id)
  expect(cart.paymentTypes).toContain('Bonus')
  expect(cart.points).toMatchObject({
    earned: 2,
    maxPaid: 5,
    boundBy: 'offlineLimit',
    balance: 40,
    isOnline: false,
  })
  const tooMuch = [
    { type: 'Bonus', amount: 5.01 },
    { type: 'Cash', amount: 14.99 },
  ]
  expect(await payWith(till, cart, tooMuch)).toMatchObject({
    status: 409,
    body: { code: 'points_not_enough', available: 5 },
  })
  const part = [
    { type: 'Bonus', amount: 3 },
    { type: 'Cash', amount: 17 },
  ]
  expect((await payWith(till, cart, part)).status).toBe(201)
  // Another till of the same agent takes into account the points spent at the first till.
  const other = point.till('till-0002')
  await other.signIn(shop.cashier.id)
  await other.add({ productId: tea.id, quantity: 2 })
  expect((await take(other, erik.id)).points).toMatchObject({ maxPaid: 2, balance: 37 })
  await hub.comeBack()
  await until('it is uploaded', () => hub.sales.length === 1)
  expect(hub.sales[0]).toMatchObject({
    loyaltyCardId: erik.id,
    points: { spent: 3, earned: 1.7, gifts: [] },
    payments: [{ type: 'Bonus', amount: 3 }, { type: 'Cash' }],
  })
})

it('accepts points online up to the balance at the hub, and does not wait for an unresponsive hub', async () => {
  await using shop = await openShop({ lines })
  const { till, hub, tea } = shop
  await till.add({ productId: tea.id, quantity: 2 })
  const cart = await take(till, erik.id)
  hub.balances.set(erik.id, 12)
  const ask = async () => (await till.expect<CartPointsAnswer>('POST', '/cart/points')).points
  expect(await ask()).toMatchObject({ maxPaid: 10, boundBy: 'share', balance: 12 })
  hub.balances.set(erik.id, 8)
  expect(await ask()).toMatchObject({ maxPaid: 8, boundBy: 'balance', balance: 8, isOnline: true })
  const most = [
    { type: 'Bonus', amount: 8 },
    { type: 'Cash', amount: 12 },
  ]
  expect((await payWith(till, cart, most)).status).toBe(201)
  await until('it is uploaded', () => hub.sales.length === 1)
  // The balance from the hub is discarded with the sale.
  await till.add({ productId: tea.id, quantity: 2 })
  expect((await take(till, erik.id)).points).toMatchObject({ isOnline: false, maxPaid: 5 })
  hub.interfere = async ({ url = '' }) => url.startsWith('/api/pos/v1/cards/')
  expect(await ask()).toMatchObject({ isOnline: false, maxPaid: 5 })
})

it('takes back earned points and refunds spent points when products are returned', async () => {
  const gift = promotion({
    name: 'Gift',
    kind: 'GiftPoints',
    requiresCard: true,
    effect: { percent: null, points: 6 },
  })
  await using shop = await openShop({ lines: [...lines, gift] })
  const { till, hub, tea } = shop
  await till.add({ productId: tea.id, quantity: 2 })
  const cart = await take(till, erik.id)
  expect(cart.points).toMatchObject({ earned: 8 })
  await payWith(till, cart, [
    { type: 'Bonus', amount: 4 },
    { type: 'Cash', amount: 16 },
  ])
  const { receiptNumber } = (await until('it is uploaded', () => hub.sales[0])) as { receiptNumber: string }
  expect(hub.sales[0]?.points).toEqual({
    spent: 4,
    earned: 1.6,
    gifts: [{ promotionId: gift.id, name: 'Gift', points: 6 }],
  })
  const back = await till.expect<Cart>('POST', '/cart/return', { receiptNumber })
  const { id } = back.lines[0] ?? { id: '' }
  const half = await till.expect<Cart>('PATCH', `/cart/lines/${id}`, { quantity: 1 })
  expect(half.refunds).toEqual([
    { type: 'Bonus', amount: 4 },
    { type: 'Cash', amount: 16 },
  ])
  const refund = [
    { type: 'Bonus', amount: 2 },
    { type: 'Cash', amount: 8 },
  ]
  expect((await payWith(till, half, refund)).status).toBe(201)
  await until('it is uploaded', () => hub.sales.length === 2)
  expect(hub.sales[1]).toMatchObject({
    isReturn: true,
    loyaltyCardId: erik.id,
    points: { spent: 2, earned: 3.8, gifts: [] },
  })
  expect((await till.send('PATCH', '/cart/buyer', { cardId: beth.id })).status).toBe(200)
})

it('selects a customer without a card where customers are synced, and uploads phone and email with the sale', async () => {
  const zoe = customer({ name: 'Zoe Hart', email: 'zoe@home.example' })
  await using shop = await openShop({ lines: [...lines, zoe] })
  const { till, hub, tea } = shop
  expect((await find(till, 'hart')).items).toMatchObject([
    { card: null, customer: { id: zoe.id, name: 'Zoe Hart' } },
  ])
  await till.add({ productId: tea.id })
  const cart = await till.expect<Cart>('PATCH', '/cart/buyer', { customerId: zoe.id, phone: '+44 1' })
  expect(cart.buyer).toEqual({
    card: null,
    customer: { id: zoe.id, name: 'Zoe Hart' },
    phone: '+44 1',
    email: 'zoe@home.example',
  })
  await till.pay()
  await until('it is uploaded', () => hub.sales.length === 1)
  expect(hub.sales[0]).toMatchObject({
    customerId: zoe.id,
    customerPhone: '+44 1',
    customerEmail: 'zoe@home.example',
  })
  // The address for the receipt is that of the customer selected last.
  await take(till, dana.id)
  expect((await till.cart()).buyer.phone).toBe('+77011234567')
  expect((await take(till, beth.id)).buyer).toMatchObject({ customer: null, phone: '+442079460000' })
  await till.expect('PATCH', '/cart/buyer', { phone: '+44 2' })
  expect((await take(till, null)).buyer).toEqual({ card: null, customer: null, phone: null, email: null })
  const unknown = await till.send('PATCH', '/cart/buyer', { customerId: tea.id })
  expect(unknown).toMatchObject({ status: 400, body: { errors: [{ pointer: '#/customerId' }] } })
})

it('counts both the refunded and the taken points of a return, or neither', async () => {
  const all = program({
    name: 'All',
    kind: 'Bonus',
    discountPercent: 0,
    earnPercent: 45,
    maxSpendPercent: 50,
    earnOnBonusPaidPart: true,
    offlineSpendLimit: 1000,
  })
  const anna = card(all.id, { cardNumber: '2900000004', customerName: 'Anna', balance: 100 })
  await using shop = await openShop({ lines: [all, anna] })
  const { till, hub, tea } = shop
  const sell = async (quantity: number, payments: object[]) => {
    await till.add({ productId: tea.id, quantity })
    const paid = await payWith(till, await take(till, anna.id), payments)
    expect(paid.status).toBe(201)
    return paid.body as unknown as Receipt
  }
  const paid = [
    { type: 'Bonus', amount: 90 },
    { type: 'Cash', amount: 110 },
  ]
  const sold = await sell(20, paid)
  await until('it is uploaded', () => hub.sales.length === 1)
  expect(hub.sales[0]?.points).toMatchObject({ spent: 90, earned: 90 })
  // The hub has already counted both: 100 − 90 + 90.
  const countedAt = '2999-01-01T00:00:00.000Z'
  const { revision } = (await till.status()).download
  hub.catalog.change({ ...anna, v: { ...anna.v, balance: 100, countedAt } })
  await until('it is told', async () => (await till.status()).download.revision > revision)
  await hub.goDown()
  const cart = await till.expect<Cart>('POST', '/cart/return', { receiptNumber: sold.receiptNumber })
  const back = await payWith(till, cart, paid)
  expect(back.status).toBe(201)
  // The balance is 100 + 90 − 90 instead of 190.
  expect(back.body).toMatchObject({ points: { spent: 90, earned: 90, left: 100, asOf: countedAt } })
  await till.add({ productId: tea.id, quantity: 20 })
  expect((await take(till, anna.id)).points).toMatchObject({ balance: 100, asOf: countedAt })
  await till.expect('DELETE', '/cart')
  // Neither counts for a sale that the hub does not have yet.
  const other = await sell(2, [
    { type: 'Bonus', amount: 10 },
    { type: 'Cash', amount: 10 },
  ])
  expect(other).toMatchObject({ points: { spent: 10, earned: 9, left: 90 } })
  const again = await till.expect<Cart>('POST', '/cart/return', { receiptNumber: other.receiptNumber })
  const undone = await payWith(till, again, [
    { type: 'Bonus', amount: 10 },
    { type: 'Cash', amount: 10 },
  ])
  expect(undone.body).toMatchObject({ points: { spent: 10, earned: 9, left: 100 } })
})
