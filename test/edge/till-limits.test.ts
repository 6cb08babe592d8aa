import { rmSync } from 'node:fs'
import { expect, it } from 'vitest'
import type { Cart } from '#shared/contracts/till/till.ts'
import { NO_LIMITS, type TillLimits, toldLimits } from '#shared/contracts/till-limits.ts'
import { must } from '#shared/std/must.ts'
import { until } from '../support/until.ts'
import { cashier, product } from './support/catalog.ts'
import { openShop, type Shop } from './support/point.ts'

const SETTINGS = { allowCustomPrice: true, allowReturnWithoutBasis: true }
const coffee = product({ name: 'Coffee', price: 10 })

/** With a cashier of these limits at the till; Senior, who has none, may come. */
async function openLimited(limits: Partial<TillLimits>) {
  const [junior, senior] = await Promise.all([
    cashier('1234', { limits: { ...NO_LIMITS, ...limits } }),
    cashier('1234', { name: 'Senior' }),
  ])
  return { senior, shop: await openShop({ settings: SETTINGS, cashier: junior, lines: [senior, coffee] }) }
}

const forbidden = (limit: keyof TillLimits) => ({ status: 403, body: { code: 'forbidden', limit } })
const lineOf = async ({ till }: Shop, at = 0) => `/cart/lines/${must((await till.cart()).lines[at]).id}`

/** A deed that a limit keeps from a cashier, after what goes before it. */
const DEEDS: [keyof TillLimits, (shop: Shop) => Promise<[string, string, object?]>][] = [
  ['allowCustomPrice', async ({ tea }) => ['POST', '/cart/lines', { productId: tea.id, price: 9 }]],
  ['allowCustomPrice', async (shop) => ['PATCH', await withTea(shop), { price: 9 }]],
  ['allowDeleteLines', async (shop) => ['DELETE', await withTea(shop)]],
  ['allowDeleteLines', async (shop) => ['PATCH', await withTea(shop), { quantity: 1 }]],
  ['allowDeleteLines', async (shop) => [...(await withTea(shop).then(() => ['DELETE', '/cart'] as const))]],
  ['allowReturnWithoutBasis', async () => ['POST', '/cart/return', {}]],
  ['allowCashIn', async () => ['POST', '/shift/cash', { kind: 'In', amount: 5, reason: 'change' }]],
  ['allowCashOut', async () => ['POST', '/shift/cash', { kind: 'Out', amount: 5, reason: 'change' }]],
  ['allowZReport', async () => ['POST', '/shift/close', {}]],
]

async function withTea(shop: Shop): Promise<string> {
  await shop.till.add({ productId: shop.tea.id, quantity: 2 })
  return lineOf(shop)
}

it.each(DEEDS)(
  '%s keeps a cashier from it, whatever the retail point allows, and no colleague (%#)',
  async (limit, deed) => {
    const { senior, shop } = await openLimited({ [limit]: false })
    await using _ = shop
    const { till } = shop
    await till.expect('POST', '/shift/open', { openingCash: 10 })
    const [method, path, body] = await deed(shop)
    const before = await till.cart()
    expect(await till.send(method, path, body)).toMatchObject(forbidden(limit))
    expect(await till.cart()).toEqual(before)
    await till.signIn(senior.id)
    await till.expect(method, path, body)
  },
)

it('a cashier gives discounts up to the own limit, all of them together, and leaves alone what a colleague gave', async () => {
  const { senior, shop } = await openLimited({ maxDiscountPercent: 10 })
  await using _ = shop
  const { till, tea } = shop
  const tooLarge = (maxPercent: number) => ({
    ...{ status: 400, body: { code: 'discount_too_large', errors: [{ pointer: '#/discount', maxPercent }] } },
  })
  await till.add({ productId: tea.id, quantity: 10 })
  const line = await lineOf(shop)
  const give = (path: string, percent: number) => till.send<Cart>('PATCH', path, { discount: { percent } })
  expect(await give(line, 10.01)).toMatchObject(tooLarge(10))
  expect(await till.send('PATCH', line, { discount: { amount: 10.01 } })).toMatchObject(tooLarge(10))
  expect((await give(line, 6)).status).toBe(200)
  expect(await give('/cart', 6)).toMatchObject(tooLarge(10))
  expect((await give('/cart', 4)).status).toBe(200)
  expect((await till.cart()).sum).toBe(90.24)

  await till.signIn(senior.id)
  expect((await give(line, 50)).status).toBe(200)
  await till.signIn(shop.cashier.id)
  expect((await till.cart()).sum).toBe(48)
  expect(await give('/cart', 5)).toMatchObject(tooLarge(10))
  expect((await give('/cart', 1)).status).toBe(200)
  await till.add({ productId: coffee.id })
  expect((await give(await lineOf(shop, 1), 9)).status).toBe(200)
  expect((await till.pay()).sum).toBe(58.51)
})

it('a cashier with a limit of 0 gives none', async () => {
  const { shop } = await openLimited({ maxDiscountPercent: 0 })
  await using _ = shop
  const path = await withTea(shop)
  for (const each of [path, '/cart'])
    expect(await shop.till.send('PATCH', each, { discount: { percent: 1 } })).toMatchObject({
      ...{ status: 403, body: { code: 'forbidden' } },
    })
  await shop.till.expect('PATCH', '/cart', { discount: null })
})

it('the sums of an open shift are seen by those who may, at every door', async () => {
  const { senior, shop } = await openLimited({ allowXReport: false })
  await using _ = shop
  const { till } = shop
  expect(await till.expect('POST', '/shift/open', { openingCash: 10 })).toMatchObject({ totals: null })
  const cash = { kind: 'In', amount: 5, reason: 'change' }
  expect(await till.expect('POST', '/shift/cash', cash)).toMatchObject({ totals: null })
  expect(await till.expect('GET', '/shift')).toMatchObject({ shift: { openingCash: 10, totals: null } })
  await till.signIn(senior.id)
  expect(await till.expect('GET', '/shift')).toMatchObject({ shift: { totals: { expectedCash: 15 } } })
  await till.signIn(shop.cashier.id)
  expect(await till.expect('POST', '/shift/close', {})).toMatchObject({ totals: { expectedCash: 15 } })
})

it('a change of the role counts from the next sync on, for who is signed in already', async () => {
  const { shop } = await openLimited({})
  await using _ = shop
  const { hub, till } = shop
  await till.expect('POST', '/shift/open', { openingCash: 10 })
  const v = { ...shop.cashier.v, ...toldLimits({ ...NO_LIMITS, allowCashOut: false }) }
  hub.change({ ...shop.cashier, v })
  const take = () => till.send('POST', '/shift/cash', { kind: 'Out', amount: 1, reason: 'bank' })
  await until('the till knows', async () => (await take()).status === 403)
  hub.change({ ...shop.cashier, v: { ...v, ...toldLimits(NO_LIMITS) } })
  await until('the till knows', async () => (await take()).status === 201)
})

it('a till whose replica is gone goes on with the limits of the sign-in', async () => {
  const { shop } = await openLimited({ allowCashOut: false })
  await using _ = shop
  const { hub, point, till } = shop
  await till.expect('POST', '/shift/open', { openingCash: 10 })
  await point.stop()
  rmSync(point.file('replica.db'))
  await hub.goDown()
  await point.start()
  const move = (kind: 'In' | 'Out') => till.send('POST', '/shift/cash', { kind, amount: 1, reason: 'change' })
  expect(await move('Out')).toMatchObject(forbidden('allowCashOut'))
  expect((await move('In')).status).toBe(201)
})
