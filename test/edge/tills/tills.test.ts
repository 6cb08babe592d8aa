import { expect, it } from 'vitest'
import type { TillList } from '#shared/contracts/till/till.ts'
import { NO_LIMITS } from '#shared/domain/till-limits.ts'
import type { TillEventBody } from '#shared/sync/shift.ts'
import { NEW_TILL, type Till } from '../../support/till.ts'
import { until } from '../../support/until.ts'
import { cashier } from '../support/catalog.ts'
import { openShop, type Shop } from '../support/point.ts'

const tillsSeenBy = async (till: Till) => (await till.expect<TillList>('GET', '/tills')).items

const openShift = (till: Till) => till.expect('POST', '/shift/open', { openingCash: 100 })

const signIn = async (till: Till, cashierId: string, pin = '1234') =>
  (await till.send('POST', '/session', { cashierId, pin })).body

it('assigns the ids of tills, and refuses a sign-in at an unknown till', async () => {
  await using shop = await openShop()
  const browser = shop.point.till('made-up-by-a-browser')
  expect(await signIn(browser, shop.cashier.id)).toMatchObject({ code: 'till_unknown' })
  const made = await Promise.all([1, 2].map(() => browser.expect('POST', '/tills')))
  expect(made.toSorted(byId)).toEqual([
    { id: 'till-0002', number: 2 },
    { id: 'till-0003', number: 3 },
  ])
  expect((await tillsSeenBy(browser)).map(({ number }) => number)).toEqual([1, 2, 3])
})

const byId = (a: unknown, b: unknown) => ((a as { id: string }).id < (b as { id: string }).id ? -1 : 1)

it('lists the tills with cart, cashier and shift, and marks the till of the requesting window by its cookie', async () => {
  await using shop = await openShop()
  await shop.till.add({ productId: shop.tea.id })
  await openShift(shop.till)
  const other = shop.point.till('till-0002')
  await other.signIn(shop.cashier.id)
  expect(await tillsSeenBy(shop.till)).toMatchObject([
    { number: 1, isHere: true, linesCount: 1, cashierName: 'Ann', shiftOpenedAt: expect.any(String) },
    { number: 2, isHere: false, linesCount: 0, shiftOpenedAt: null },
  ])
  expect((await tillsSeenBy(other)).map(({ isHere }) => isHere)).toEqual([false, true])
})

it('moves a till with its cart and shift to another window, and reports it to the hub', async () => {
  await using shop = await openShop()
  const { till, point, hub } = shop
  const cart = await till.add({ productId: shop.tea.id })
  await openShift(till)
  const window = point.till()
  await window.signIn(shop.cashier.id)
  expect(await window.cart()).toEqual(cart)
  expect((await window.expect<{ shift: object }>('GET', '/shift')).shift).toMatchObject({ number: 1 })
  expect((await till.send('GET', '/cart')).status).toBe(401)
  expect((await tillsSeenBy(till)).map(({ isHere }) => isHere)).toEqual([false])
  await until('head office has the event', () => eventsAt(hub).includes('till_taken_over'))
})

const eventsAt = (hub: Shop['hub']): string[] =>
  hub.bodies<TillEventBody>('till_event').map(({ kind }) => kind)

it('refuses to move a till without permission to set up devices, and keeps its session', async () => {
  const bob = await cashier('4321', { name: 'Bob', limits: { ...NO_LIMITS, allowDeviceSetup: false } })
  await using shop = await openShop({ lines: [bob] })
  const window = shop.point.till()
  expect(await signIn(window, bob.id, '4321')).toMatchObject({ code: 'till_elsewhere', status: 403 })
  expect((await shop.till.send('GET', '/cart')).status).toBe(200)
  const own = shop.point.till(NEW_TILL)
  await own.signIn(bob.id, '4321')
  await shop.till.signIn(bob.id, '4321')
  expect((await shop.till.send('GET', '/cart')).status).toBe(200)
})

it('requires an open shift at the same till for every sale and return where the retail point demands it', async () => {
  await using shop = await openShop({ settings: { requireShift: true } })
  const { till, point, tea } = shop
  expect((await till.status()).settings).toMatchObject({ requireShift: true })
  const other = point.till('till-0002')
  await other.signIn(shop.cashier.id)
  await openShift(other)
  await till.add({ productId: tea.id })
  await expect(till.pay()).rejects.toMatchObject({ code: 'no_shift' })
  await openShift(till)
  const { receiptNumber } = await till.pay()
  await till.expect('POST', '/shift/close', { countedCash: 110 })
  await till.expect('POST', '/cart/return', { receiptNumber })
  await expect(till.pay()).rejects.toMatchObject({ code: 'no_shift' })
  expect((await till.receipts()).items).toHaveLength(1)
})
