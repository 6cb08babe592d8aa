import { rmSync } from 'node:fs'
import { expect, it } from 'vitest'
import type { Cart } from '#shared/contracts/till/till.ts'
import { NO_LIMITS, type TillLimits } from '#shared/domain/till-limits.ts'
import { until } from '../../support/until.ts'
import { COMMANDS, coffee, lineOf, openLimited, withTea } from '../support/limited.ts'

const forbidden = (limit: keyof TillLimits) => ({ status: 403, body: { code: 'forbidden', limit } })
it.each(COMMANDS)(
  'applies %s to a cashier regardless of the retail point, but not to a colleague (%#)',
  async (limit, action) => {
    const { senior, shop } = await openLimited({ [limit]: false })
    await using _ = shop
    const { till } = shop
    await till.expect('POST', '/shift/open', { openingCash: 10 })
    const [method, path, body] = await action(shop)
    const before = await till.cart()
    expect(await till.send(method, path, body)).toMatchObject(forbidden(limit))
    expect(await till.cart()).toEqual(before)
    await till.signIn(senior.id, '4321')
    await till.expect(method, path, body)
  },
)

it('limits the total of all discounts of a cashier, and keeps discounts given by a colleague', async () => {
  const { senior, shop } = await openLimited({ maxDiscountPercent: 10 })
  await using _ = shop
  const { till, tea } = shop
  const tooLarge = (maxPercent: number) => ({
    status: 400,
    body: { code: 'discount_too_large', errors: [{ pointer: '#/discount', maxPercent }] },
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

  await till.signIn(senior.id, '4321')
  expect((await give(line, 50)).status).toBe(200)
  await till.signIn(shop.cashier.id)
  expect((await till.cart()).sum).toBe(48)
  expect(await give('/cart', 5)).toMatchObject(tooLarge(10))
  expect((await give('/cart', 1)).status).toBe(200)
  await till.add({ productId: coffee.id })
  expect((await give(await lineOf(shop, 1), 9)).status).toBe(200)
  expect((await till.pay()).sum).toBe(58.51)
})

it('refuses all discounts of a cashier with a limit of 0 %', async () => {
  const { shop } = await openLimited({ maxDiscountPercent: 0 })
  await using _ = shop
  const path = await withTea(shop)
  for (const each of [path, '/cart'])
    expect(await shop.till.send('PATCH', each, { discount: { percent: 1 } })).toMatchObject({
      status: 403,
      body: { code: 'forbidden' },
    })
  await shop.till.expect('PATCH', '/cart', { discount: null })
})

it('hides the totals of an open shift from users without permission, at every endpoint', async () => {
  const { senior, shop } = await openLimited({ allowXReport: false })
  await using _ = shop
  const { till } = shop
  expect(await till.expect('POST', '/shift/open', { openingCash: 10 })).toMatchObject({ totals: null })
  const cash = { kind: 'In', amount: 5, reason: 'change' }
  expect(await till.expect('POST', '/shift/cash', cash)).toMatchObject({ totals: null })
  expect(await till.expect('GET', '/shift')).toMatchObject({ shift: { openingCash: 10, totals: null } })
  await till.signIn(senior.id, '4321')
  expect(await till.expect('GET', '/shift')).toMatchObject({ shift: { totals: { expectedCash: 15 } } })
  await till.signIn(shop.cashier.id)
  expect(await till.expect('POST', '/shift/close', {})).toMatchObject({ totals: { expectedCash: 15 } })
})

it('applies a changed role after the next sync, even to signed-in cashiers', async () => {
  const { shop } = await openLimited({})
  await using _ = shop
  const { hub, till } = shop
  await till.expect('POST', '/shift/open', { openingCash: 10 })
  const v = { ...shop.cashier.v, limits: { ...NO_LIMITS, allowCashOut: false } }
  hub.change({ ...shop.cashier, v })
  const take = () => till.send('POST', '/shift/cash', { kind: 'Out', amount: 1, reason: 'bank' })
  await until('the till knows', async () => (await take()).status === 403)
  hub.change({ ...shop.cashier, v: { ...v, limits: NO_LIMITS } })
  await until('the till knows', async () => (await take()).status === 201)
})

it('keeps the limits of a signed-in cashier when the replica is lost', async () => {
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
