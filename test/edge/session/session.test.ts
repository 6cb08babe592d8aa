import Database from 'better-sqlite3'
import { pino } from 'pino'
import { expect, it } from 'vitest'
import { systemClock } from '#edge/clock.ts'
import type { TillSession } from '#shared/contracts/till/till.ts'
import { NO_LIMITS } from '#shared/domain/till-limits.ts'
import { newId } from '#shared/std/ids.ts'
import type { Till } from '../../support/till.ts'
import { until } from '../../support/until.ts'
import { cashier } from '../support/catalog.ts'
import { openShop } from '../support/point.ts'

it('lists only cashiers with permission to sell', async () => {
  const storekeeper = await cashier('9999', { name: 'Stan', permissions: ['catalog.view'] })
  await using shop = await openShop({ lines: [storekeeper] })
  const { items } = await shop.till.expect<{ items: object[] }>('GET', '/cashiers')
  expect(items).toEqual([{ id: shop.cashier.id, name: 'Ann' }])
})

it('signs a cashier in with the PIN and out again', async () => {
  await using shop = await openShop()
  const { till } = shop
  const session = await till.expect<TillSession>('GET', '/session')
  expect(session.cashier).toEqual({
    id: shop.cashier.id,
    name: 'Ann',
    permissions: ['pos.sell', 'pos.return'],
    limits: NO_LIMITS,
  })
  await till.expect('DELETE', '/session')
  expect(await till.expect('GET', '/session')).toEqual({ cashier: null, isTraining: false })
  expect(await till.send('GET', '/cart')).toMatchObject({ status: 401, body: { code: 'unauthenticated' } })
})

it.each(['permissions', 'limits'])('ends a session whose %s is damaged in the journal', async (column) => {
  await using shop = await openShop()
  const journal = new Database(shop.point.file('journal.db'))
  journal.exec(`UPDATE sessions SET ${column} = '[1, 2'`)
  journal.close()
  expect(await shop.till.send('GET', '/cart')).toMatchObject({
    status: 401,
    body: { code: 'unauthenticated' },
  })
  await shop.till.expect('POST', '/session', { cashierId: shop.cashier.id, pin: '1234' })
  await shop.till.expect('GET', '/cart')
})

it('hides the session token from scripts', async () => {
  await using shop = await openShop()
  const answer = await shop.till.send('POST', '/session', { cashierId: shop.cashier.id, pin: '1234' })
  const cookie = answer.headers.get('Set-Cookie')
  expect(cookie).toContain('HttpOnly')
  expect(cookie).toContain('SameSite=Strict')
})

it('keeps a session after a restart of the agent', async () => {
  await using shop = await openShop()
  await shop.point.stop()
  await shop.point.start()
  expect((await shop.till.expect<TillSession>('GET', '/session')).cashier?.name).toBe('Ann')
})

it('ends a session after 12 hours without activity of the cashier, regardless of page requests and clock jumps', async () => {
  const HOUR_MS = 3_600_000
  let slept = 0
  let jumped = 0
  const clock = {
    now: () => new Date(Date.now() + slept + jumped),
    monotonicMs: () => performance.now() + slept,
  }
  await using shop = await openShop({ overrides: { clock } })
  const name = async (till = shop.till) => (await till.expect<TillSession>('GET', '/session')).cashier?.name
  const other = shop.point.till('till-0002')
  await other.signIn(shop.cashier.id)
  jumped = 30 * 24 * HOUR_MS
  expect(await name()).toBe('Ann')
  slept = 11.9 * HOUR_MS
  const work = () => shop.till.send('DELETE', '/cart')
  expect((await work()).status).not.toBe(401)
  slept = 12.1 * HOUR_MS
  expect([await name(), await name(other)]).toEqual(['Ann', undefined])
  expect((await other.send('GET', '/cart')).status).toBe(401)
  slept = 23 * HOUR_MS
  await shop.till.cart()
  slept = 24.1 * HOUR_MS
  expect(await name()).toBeUndefined()
  expect((await work()).status).toBe(401)
  await shop.till.signIn(shop.cashier.id)
  expect(await name()).toBe('Ann')
})

it('keeps a separate session for each till', async () => {
  await using shop = await openShop()
  const other = shop.point.till('till-0002')
  expect(await other.send('GET', '/cart')).toMatchObject({ status: 401 })
  await other.signIn(shop.cashier.id)
  expect((await other.cart()).id).not.toBe((await shop.till.cart()).id)
})

it('refuses the session cookie of one till at another', async () => {
  await using shop = await openShop()
  const answer = await shop.till.send('GET', '/cart', undefined, { 'X-Till-Id': 'till-0002' })
  expect(answer.status).toBe(401)
})

it('ends the previous session on a new sign-in', async () => {
  const bob = await cashier('4321', { name: 'Bob' })
  await using shop = await openShop({ lines: [bob] })
  const again = shop.point.till()
  await again.signIn(bob.id, '4321')
  expect(await shop.till.send('GET', '/cart')).toMatchObject({ status: 401 })
  expect((await again.expect<TillSession>('GET', '/session')).cashier?.name).toBe('Bob')
})

it('ends the session of a deleted cashier', async () => {
  await using shop = await openShop()
  shop.hub.change({ t: 'cashier', op: 'del', id: shop.cashier.id })
  await until('the till has heard of it', async () => (await shop.till.send('GET', '/cart')).status === 401)
})

it('applies the removal of a permission to a signed-in cashier', async () => {
  await using shop = await openShop()
  const { v } = shop.cashier
  shop.hub.change({ ...shop.cashier, v: { ...v, permissions: ['pos.sell'] } })
  await until(
    'the right is gone',
    async () => (await shop.till.send('POST', '/cart/return', {})).status === 403,
  )
})

it('refuses to sign in with a wrong PIN', async () => {
  await using shop = await openShop()
  const answer = await shop.point.till().send('POST', '/session', { cashierId: shop.cashier.id, pin: '0000' })
  expect(answer).toMatchObject({ status: 401, body: { code: 'wrong_pin' } })
})

it('refuses the sign-in of a cashier whose PIN hash is invalid', async () => {
  const eve = await cashier('1234', { name: 'Eve', pinHash: 'none' })
  await using shop = await openShop({ lines: [eve] })
  const answer = await shop.point.till().send('POST', '/session', { cashierId: eve.id, pin: '1234' })
  expect(answer).toMatchObject({ status: 401, body: { code: 'wrong_pin' } })
})

it('refuses to sign in an unknown cashier', async () => {
  await using shop = await openShop()
  const answer = await shop.till.send('POST', '/session', { cashierId: newId(), pin: '1234' })
  expect(answer.status).toBe(404)
})

it.each([
  [{ cashierId: newId(), pin: '12' }, '#/pin'],
  [{ cashierId: newId(), pin: 1234 }, '#/pin'],
  [{ cashierId: 'Ann', pin: '1234' }, '#/cashierId'],
  [{}, '#/pin'],
])('refuses to sign in with %j and reports the invalid field %s', async (body, pointer) => {
  await using shop = await openShop()
  const answer = await shop.till.send('POST', '/session', body)
  expect(answer.status).toBe(400)
  expect(answer.body.errors).toContainEqual(expect.objectContaining({ pointer }))
})

it('delays further attempts after wrong PINs, even after a restart', async () => {
  const clock = { ms: Date.now(), now: () => new Date(clock.ms), monotonicMs: () => clock.ms }
  await using shop = await openShop({ overrides: { clock } })
  const guess = (pin: string) =>
    shop.point.till().send('POST', '/session', { cashierId: shop.cashier.id, pin })
  for (let i = 0; i < 3; i++) expect((await guess('0000')).status).toBe(401)
  const slowed = await guess('1234')
  expect(slowed).toMatchObject({ status: 429, body: { code: 'too_many_attempts' } })
  expect(slowed.headers.get('Retry-After')).toBe('5')

  await shop.point.stop()
  await shop.point.start()
  expect((await guess('1234')).status).toBe(429)

  clock.ms += 5_000
  expect((await guess('0000')).status).toBe(401)
  expect((await guess('1234')).headers.get('Retry-After')).toBe('10')

  clock.ms += 10_000
  expect((await guess('1234')).status).toBe(200)
  expect((await guess('0000')).status).toBe(401)
})

it('counts wrong PINs per cashier, and keeps the count when another cashier signs in', async () => {
  const clock = { ms: Date.now(), now: () => new Date(clock.ms), monotonicMs: () => clock.ms }
  const bob = await cashier('5678', { name: 'Bob' })
  await using shop = await openShop({ lines: [bob], overrides: { clock } })
  const signIn = async (cashierId: string, pin: string) =>
    (await shop.point.till().send('POST', '/session', { cashierId, pin })).status
  for (let i = 0; i < 3; i++) expect(await signIn(shop.cashier.id, '0000')).toBe(401)
  expect(await signIn(shop.cashier.id, '1234')).toBe(429)
  expect(await signIn(bob.id, '5678')).toBe(200)
  expect(await signIn(shop.cashier.id, '1234')).toBe(429)
})

it('delays concurrent guesses of a PIN', async () => {
  await using shop = await openShop()
  const guesses = Array.from({ length: 20 }, (_, i) =>
    shop.point.till().send('POST', '/session', { cashierId: shop.cashier.id, pin: String(5000 + i) }),
  )
  const statuses = (await Promise.all(guesses)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 401)).toHaveLength(3)
  expect(statuses.filter((status) => status === 429)).toHaveLength(17)
})

it('logs sign-ins with till and cashier, without PIN or token', async () => {
  const lines: Record<string, unknown>[] = []
  const log = pino({ level: 'debug' }, { write: (line: string) => void lines.push(JSON.parse(line)) })
  await using shop = await openShop({ overrides: { log } })
  const till = shop.point.till('till-0007')
  await till.join()
  const send = (pin: string) => till.send('POST', '/session', { cashierId: shop.cashier.id, pin })
  const [{ headers }] = [await send('1234'), await till.send('DELETE', '/session')]
  for (let i = 0; i < 3; i++) await send('073195')
  await send('1234')
  const received = lines.filter(({ event, tillId }) => event && tillId === 'till-0007')
  expect(received.map(({ event }) => event)).toEqual([
    'signed_in',
    'signed_out',
    'sign_in_failed',
    'sign_in_failed',
    'sign_in_failed',
    'sign_in_throttled',
  ])
  expect(received.every(({ cashierId }) => cashierId === shop.cashier.id)).toBe(true)
  const token = /=([^;]+)/.exec(headers.get('Set-Cookie') ?? '')?.[1]
  expect(token).toHaveLength(43)
  for (const secret of ['073195', token]) expect(JSON.stringify(lines)).not.toContain(secret)
})

it('limits the delay after wrong PINs when the clock is set back', async () => {
  const clock = { ms: Date.now(), now: () => new Date(clock.ms), monotonicMs: () => clock.ms }
  await using shop = await openShop({ overrides: { clock } })
  const guess = (pin: string) =>
    shop.point.till().send('POST', '/session', { cashierId: shop.cashier.id, pin })
  for (let i = 0; i < 3; i++) await guess('0000')
  clock.ms -= 365 * 24 * 60 * 60_000
  expect((await guess('1234')).headers.get('Retry-After')).toBe('5')
})

it('signs in another cashier by PIN alone and keeps the cart', async () => {
  const bob = await cashier('4321', { name: 'Bob' })
  await using shop = await openShop({ lines: [bob] })
  const { till, tea } = shop
  const cart = await till.add({ productId: tea.id })
  const switched = await till.expect<TillSession>('POST', '/session', { pin: '4321' })
  expect(switched.cashier?.name).toBe('Bob')
  expect(await till.cart()).toEqual(cart)
  expect((await till.pay()).cashierName).toBe('Bob')
})

it('requires a name when two cashiers have the same PIN', async () => {
  await using shop = await openShop({ lines: [await cashier('1234', { name: 'Bob' })] })
  expect(await shop.till.send('POST', '/session', { pin: '1234' })).toMatchObject({
    status: 409,
    body: { code: 'pin_not_unique' },
  })
  expect((await shop.till.expect<TillSession>('GET', '/session')).cashier?.name).toBe('Ann')
})

it('delays guesses without a name at all tills together, even between correct sign-ins', async () => {
  let forgotten = 0
  const clock = { ...systemClock, now: () => new Date(systemClock.now().getTime() + forgotten) }
  await using shop = await openShop({ overrides: { clock } })
  const { till, point } = shop
  const other = point.till('till-0002')
  await other.join()
  const sign = async (at: Till, pin: string) => (await at.send('POST', '/session', { pin })).status
  expect(await sign(till, '0000')).toBe(401)
  expect(await sign(till, '1234')).toBe(200)
  expect(await sign(other, '0001')).toBe(401)
  expect(await sign(till, '1234')).toBe(200)
  expect(await sign(other, '0002')).toBe(401)
  expect([await sign(till, '1234'), await sign(other, '0003')]).toEqual([429, 429])
  await till.signIn(shop.cashier.id)
  forgotten = 16 * 60_000
  expect(await sign(other, '1234')).toBe(200)
})
