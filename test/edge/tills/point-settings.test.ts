import { expect, it } from 'vitest'
import type { Cart, TillSession } from '#shared/contracts/till/till.ts'
import { newId } from '#shared/std/ids.ts'
import { must } from '#shared/std/must.ts'
import { until } from '../../support/until.ts'
import { cashier, group, product, settings } from '../support/catalog.ts'
import { openShop } from '../support/point.ts'

const DAY_MS = 86_400_000
const refused = { status: 403, body: { code: 'not_allowed_here' } }

it('sends the page only the settings that it uses', async () => {
  await using shop = await openShop({ settings: { requireCashierChoice: true, printAlways: true } })
  const received = must((await shop.till.status()).settings)
  expect(received).toMatchObject({ requireCashierChoice: true, printAlways: true, allowDeleteLines: true })
  expect(Object.keys(received)).not.toContain('cashierIds')
})

it('refuses to remove or reduce lines of a sale, or to clear the cart, where the removal of lines is not allowed', async () => {
  await using shop = await openShop({ settings: { allowDeleteLines: false } })
  const { till, tea } = shop
  const line = must((await till.add({ productId: tea.id, quantity: 2 })).lines[0])
  const path = `/cart/lines/${line.id}`
  expect(await till.send('DELETE', path)).toMatchObject(refused)
  expect(await till.send('PATCH', path, { quantity: 1 })).toMatchObject(refused)
  expect(await till.send('DELETE', '/cart')).toMatchObject(refused)
  const more = await till.expect<Cart>('PATCH', path, { quantity: 3, price: 9 })
  expect(more.lines).toMatchObject([{ quantity: 3, price: 9 }])
  await till.expect('POST', '/cart/park', {})
  await till.expect('DELETE', '/cart')
})

it('removes lines of a return even where the removal of lines is not allowed', async () => {
  await using shop = await openShop({ settings: { allowDeleteLines: false } })
  const { till, tea } = shop
  const sold = await till.sell(tea.id, 2)
  const begun = await till.expect<Cart>('POST', '/cart/return', { receiptNumber: sold.receiptNumber })
  const path = `/cart/lines/${begun.lines[0]?.id}`
  expect((await till.expect<Cart>('PATCH', path, { quantity: 1 })).sum).toBe(10)
  expect((await till.expect<Cart>('DELETE', path)).lines).toEqual([])
  await till.expect('DELETE', '/cart')
})

it('refuses returns from a closed shift where they are not allowed', async () => {
  await using shop = await openShop({ settings: { allowReturnFromClosedShift: false } })
  const { till, tea } = shop
  const begin = (receiptNumber: string) => till.send('POST', '/cart/return', { receiptNumber })
  const before = await till.sell(tea.id)
  await till.expect('POST', '/shift/open', { openingCash: 0 })
  const during = await till.sell(tea.id)
  expect((await begin(during.receiptNumber)).status).toBe(200)
  await till.expect('DELETE', '/cart')
  await till.expect('POST', '/shift/close', {})
  expect(await begin(during.receiptNumber)).toMatchObject(refused)
  await till.expect('POST', '/shift/open', { openingCash: 0 })
  expect(await begin(during.receiptNumber)).toMatchObject(refused)
  // This receipt belongs to no shift, so the setting does not apply to it.
  expect((await begin(before.receiptNumber)).status).toBe(200)
})

it('accepts returns from a closed shift where they are allowed', async () => {
  await using shop = await openShop()
  const { till, tea } = shop
  await till.expect('POST', '/shift/open', { openingCash: 0 })
  const { receiptNumber } = await till.sell(tea.id)
  await till.expect('POST', '/shift/close', {})
  expect((await till.send('POST', '/cart/return', { receiptNumber })).status).toBe(200)
})

it('signs in only cashiers of the retail point, and signs out others', async () => {
  const bob = await cashier('5678', { name: 'Bob' })
  await using shop = await openShop({ lines: [bob] })
  const { till, hub, cashier: ann } = shop
  hub.change(settings({ cashierIds: [bob.id] }))
  await until('Ann is signed out', async () => {
    return (await till.expect<TillSession>('GET', '/session')).cashier === null
  })
  const { items } = await till.expect<{ items: object[] }>('GET', '/cashiers')
  expect(items).toEqual([{ id: bob.id, name: 'Bob' }])
  expect(await till.send('POST', '/session', { cashierId: ann.id, pin: '1234' })).toMatchObject({
    status: 404,
    body: { code: 'not_found' },
  })
  await till.signIn(bob.id, '5678')
  hub.change(settings())
  await until('all may come again', async () => {
    return (await till.expect<{ items: object[] }>('GET', '/cashiers')).items.length === 2
  })
})

it('uses the VAT rate of the group, or of its parent group, for products set to use it', async () => {
  const [top, below] = [newId(), newId()]
  const groups = [
    group({ name: 'Top', vatRate: 10 }, top),
    group({ name: 'Below', parentId: top, vatRate: 5 }, below),
  ]
  const follows = product({ name: 'Follows', groupId: below, useGroupVat: true, vatRate: 20 })
  const own = product({ name: 'Own', groupId: below, vatRate: 20 })
  await using shop = await openShop({ lines: [...groups, follows, own] })
  const { till, hub } = shop
  await till.add({ productId: follows.id })
  const cart = await till.add({ productId: own.id })
  expect(cart.lines.map(({ vatRate }) => vatRate)).toEqual([10, 20])
  expect(cart.vatSum).toBe(2.58)
  hub.change(group({ ...groups[1]?.v, useParentVat: false }, below))
  await until(
    'the group has a rate of its own',
    async () => (await till.search('follows')).items[0]?.vatRate === 5,
  )
  expect((await till.search('own')).items[0]?.vatRate).toBe(20)
})

it('accepts prices below the minimum price where it is not enforced', async () => {
  const gold = product({ name: 'Gold', price: 100, minPrice: 90 })
  await using shop = await openShop({ lines: [gold], settings: { enforceMinPrice: false } })
  const cart = await shop.till.add({ productId: gold.id, price: 80 })
  const [line] = cart.lines
  const cheaper = await shop.till.send('PATCH', `/cart/lines/${line?.id}`, { price: 70 })
  expect([line?.sum, cheaper.status]).toEqual([80, 200])
})

it('accepts returns exactly until the end of the return period, or at any time when there is none', async () => {
  let now = new Date('2026-03-01T12:00:00Z')
  const clock = { now: () => now, monotonicMs: () => performance.now() }
  await using shop = await openShop({ settings: { returnPeriodDays: 14 }, overrides: { clock } })
  const { till, tea, hub } = shop
  const { receiptNumber } = await till.sell(tea.id)
  const begin = () => till.send<{ code?: string }>('POST', '/cart/return', { receiptNumber })
  now = new Date(now.getTime() + 14 * DAY_MS)
  expect((await begin()).status).toBe(200)
  await till.expect('DELETE', '/cart')
  now = new Date(now.getTime() + 1)
  expect(await begin()).toMatchObject({
    status: 409,
    body: { code: 'return_too_late', returnPeriodDays: 14 },
  })
  hub.change(settings({ returnPeriodDays: null }))
  await until('there is no limit any more', async () => (await begin()).status === 200)
})
