import { expect, it } from 'vitest'
import { systemClock } from '#edge/clock.ts'
import type { CurrentShift, ShiftList, ShiftReport, TillShift } from '#shared/contracts/till/shift.ts'
import { NO_LIMITS } from '#shared/domain/till-limits.ts'
import { must } from '#shared/std/must.ts'
import { until } from '../../support/until.ts'
import { cashier, product, promotion } from '../support/catalog.ts'
import { openShop, type Shop } from '../support/point.ts'

const bread = product({ name: 'Bread', price: 6, vatRate: 20 })
const milk = product({ name: 'Milk', price: 11, vatRate: 10 })

const open = ({ till }: Shop, openingCash = 100) =>
  till.expect<TillShift>('POST', '/shift/open', { openingCash })
const close = ({ till }: Shop, countedCash?: number) =>
  till.expect<TillShift>('POST', '/shift/close', { countedCash, differenceReason: 'Counted twice' })
const x = ({ till }: Shop) => till.expect<ShiftReport>('GET', '/shift/report')
const z = ({ till }: Shop, number: number) => till.expect<ShiftReport>('GET', `/shifts/${number}/report`)

it('reports all operations of a shift in X and Z reports, by cashier, tender, VAT and promotion', async () => {
  const bob = await cashier('4321', { name: 'Bob' })
  const tenth = promotion({ name: 'Bread week', conditions: { productIds: [bread.id] } })
  await using shop = await openShop({ lines: [bread, milk, bob, tenth] })
  const { till, tea } = shop
  await till.sell(tea.id)
  await open(shop)
  // Ann sells 2 bread minus 10 % and 1 milk minus a manual discount of 1.00, paid by card and in cash.
  await till.add({ productId: bread.id, quantity: 2 })
  const cart = await till.add({ productId: milk.id })
  const line = `/cart/lines/${must(cart.lines[1]).id}`
  await till.expect('PATCH', line, { discount: { amount: 1 } })
  const { id, version } = await till.cart()
  const mixed = await till.expect<{ receiptNumber: string }>('POST', '/cart/pay', {
    cartId: id,
    cartVersion: version,
    payments: [
      { type: 'Card', amount: 10 },
      { type: 'Cash', amount: 11 },
    ],
  })
  // Voids: a removed line of 20, a line reduced by 10, and a cleared sale of 6. One price is lowered by 3 for
  // 2 pieces.
  const two = await till.add({ productId: tea.id, quantity: 2 })
  const tea2 = `/cart/lines/${must(two.lines[0]).id}`
  await till.expect('DELETE', tea2)
  await till.expect('POST', `${tea2}/restore`)
  await till.expect('DELETE', tea2)
  const more = await till.add({ productId: tea.id, quantity: 3 })
  const path = `/cart/lines/${must(more.lines[0]).id}`
  await till.expect('PATCH', path, { quantity: 2 })
  await till.expect('PATCH', path, { price: 7 })
  await till.pay()
  await till.add({ productId: milk.id })
  await till.expect('DELETE', '/cart')
  await till.expect('POST', '/shift/cash', { kind: 'Out', amount: 30, reason: 'to the bank' })
  await till.expect('POST', '/drawer/open', { reason: 'change for a customer' })
  // Bob accepts the return of the milk.
  await till.signIn(bob.id, '4321')
  const back = await till.expect<typeof cart>('POST', '/cart/return', { receiptNumber: mixed.receiptNumber })
  await till.expect('DELETE', `/cart/lines/${must(back.lines[0]).id}`)
  const last = await till.cart()
  await till.expect('POST', '/cart/pay', {
    cartId: last.id,
    cartVersion: last.version,
    payments: [{ type: 'Card', amount: 10 }],
  })

  const report = await x(shop)
  expect(report).toMatchObject({
    shift: { number: 1, closedAt: null, openingCash: 100, totals: { expectedCash: 94.8 } },
    firstReceipt: 'K7-000002',
    lastReceipt: 'K7-000004',
    salesCount: 2,
    returnsCount: 1,
    movements: [{ kind: 'Out', amount: 30, reason: 'to the bank', cashierName: 'Ann' }],
    sums: {
      sales: 34.8,
      returns: 10,
      revenue: 24.8,
      averageReceipt: 17.4,
      roundingSum: 0,
      tenders: [
        { type: 'Cash', sales: 24.8, returns: 0 },
        { type: 'Card', sales: 10, returns: 10 },
      ],
      vat: [
        { rate: 20, sales: { base: 9, vat: 1.8 }, returns: { base: 0, vat: 0 } },
        { rate: 10, sales: { base: 9.09, vat: 0.91 }, returns: { base: 9.09, vat: 0.91 } },
      ],
      discounts: [
        { kind: 'Manual', name: null, count: 1, sum: 1 },
        { kind: 'Promotion', name: 'Bread week', count: 1, sum: 1.2 },
      ],
      cashiers: [
        {
          name: 'Ann',
          sales: { count: 2, sum: 34.8 },
          returns: { count: 0, sum: 0 },
          discounts: 1,
          voids: { count: 3, sum: 41 },
        },
        { name: 'Bob', sales: { count: 0 }, returns: { count: 1, sum: 10 }, voids: { count: 0, sum: 0 } },
      ],
    },
    voids: { count: 3, sum: 41 },
    priceChanges: { count: 1, sum: -6 },
    drawerOpenings: 1,
  })
  const closed = await close(shop, 94)
  expect(closed).toMatchObject({ closedBy: 'Bob', countedCash: 94, discrepancy: -0.8 })
  await till.sell(tea.id)
  await till.expect('POST', '/drawer/open', { reason: 'after the shift' })
  const { shift, madeAt: _, ...printed } = await z(shop, 1)
  const { shift: __, madeAt: ___, ...before } = report
  expect(printed).toEqual(before)
  expect(shift).toMatchObject({ ...closed, waiting: expect.any(Number) })
})

it('closes a shift offline, counts waiting records, and returns the same Z report after a restart', async () => {
  await using shop = await openShop()
  const { till, tea, hub, point } = shop
  await hub.goDown()
  await open(shop)
  await till.sell(tea.id)
  await point.stop()
  await point.start()
  expect(await x(shop)).toMatchObject({ shift: { waiting: 2 } })
  expect(await close(shop, 110)).toMatchObject({ waiting: 3, discrepancy: 0 })
  const first = await z(shop, 1)
  await point.stop()
  await point.start()
  const { madeAt: _, ...again } = await z(shop, 1)
  expect(first).toMatchObject(again)
})

it('does not count uploaded records as waiting', async () => {
  await using shop = await openShop()
  await open(shop)
  await shop.till.sell(shop.tea.id)
  await close(shop)
  await until('all is at head office', async () => (await z(shop, 1)).shift.waiting === 0)
  expect(shop.hub.bodies('shift_closed')).toHaveLength(1)
})

it('lists the shifts of its till, newest first', async () => {
  await using shop = await openShop()
  const other = shop.point.till('till-0002')
  await other.signIn(shop.cashier.id)
  for (const cash of [1, 2, 3]) {
    await open(shop, cash)
    await close(shop, cash)
  }
  await open(shop, 4)
  const { till } = shop
  const list = (query = '') => till.expect<ShiftList>('GET', `/shifts${query}`)
  expect((await list()).items.map(({ number }) => number)).toEqual([4, 3, 2, 1])
  expect((await list('?before=4&limit=2')).items.map(({ openingCash }) => openingCash)).toEqual([3, 2])
  expect(await other.expect('GET', '/shifts')).toEqual({ items: [] })
  for (const number of [4, 5]) expect((await till.send('GET', `/shifts/${number}/report`)).status).toBe(404)
  expect((await other.send('GET', '/shifts/1/report')).status).toBe(404)
  expect((await other.send('GET', '/shift/report')).body.code).toBe('no_shift')
})

it('hides the totals of an open blind shift at every endpoint until the count', async () => {
  await using shop = await openShop({ settings: { blindClose: true } })
  const { till, tea } = shop
  expect(await open(shop)).toMatchObject({ isBlind: true, totals: null })
  await till.sell(tea.id)
  const moved = await till.expect('POST', '/shift/cash', { kind: 'In', amount: 5, reason: 'change' })
  expect(moved).toMatchObject({ totals: null })
  expect(await x(shop)).toMatchObject({ salesCount: 1, sums: null, shift: { totals: null } })
  const { items } = await till.expect<ShiftList>('GET', '/shifts')
  expect(items).toMatchObject([{ totals: null }])
  expect(await till.send('POST', '/shift/close', {})).toMatchObject({
    status: 400,
    body: { errors: [{ pointer: '#/countedCash' }] },
  })
  expect(await close(shop, 100)).toMatchObject({
    isBlind: false,
    discrepancy: -15,
    totals: { expectedCash: 115 },
  })
  expect(await z(shop, 1)).toMatchObject({ sums: { sales: 10 } })
})

it('checks the counted notes and coins against the total, and lists them in the Z report', async () => {
  await using shop = await openShop()
  const { till } = shop
  const counted = [
    { value: 20, count: 4 },
    { value: 0.05, count: 3 },
  ]
  const wrong = await till.send('POST', '/shift/open', { openingCash: 80, counted })
  expect(wrong).toMatchObject({ status: 400, body: { errors: [{ pointer: '#/openingCash' }] } })
  await till.expect('POST', '/shift/open', { openingCash: 80.15, counted })
  const missing = await till.send('POST', '/shift/close', { counted })
  expect(missing).toMatchObject({ status: 400, body: { errors: [{ pointer: '#/countedCash' }] } })
  await till.expect('POST', '/shift/close', { countedCash: 80.15, counted })
  expect(await z(shop, 1)).toMatchObject({ counted, shift: { discrepancy: 0 } })
})

const HOUR_MS = 60 * 60_000

it('reports a shift of another cashier, of the previous day, or of more than 24 hours', async () => {
  let at = Date.parse('2027-03-01T20:00:00Z')
  const clock = { ...systemClock, now: () => new Date(at) }
  const bob = await cashier('4321', { name: 'Bob', limits: { ...NO_LIMITS, allowXReport: false } })
  await using shop = await openShop({
    lines: [bob],
    overrides: { clock },
    settings: { timeZone: 'Asia/Almaty' },
  })
  const { till, point } = shop
  const attention = async () => (await till.expect<CurrentShift>('GET', '/shift')).shift?.attention
  await open(shop)
  expect(await attention()).toBeNull()
  await till.signIn(bob.id, '4321')
  expect(await attention()).toBe('other_cashier')
  // The times are 23:59 and 0:01 in Almaty.
  at = Date.parse('2027-03-02T18:59:00Z')
  expect(await attention()).toBe('other_cashier')
  at = Date.parse('2027-03-02T19:01:00Z')
  expect(await attention()).toBe('day_before')
  at += HOUR_MS
  expect(await attention()).toBe('over_24_hours')
  await point.stop()
  await point.start()
  expect(await attention()).toBe('over_24_hours')
  // By the clock, the shift was opened in the future, so its age is unknown.
  at -= 365 * 24 * HOUR_MS
  expect(await attention()).toBe('other_cashier')
  at += 366 * 24 * HOUR_MS
  expect(await close(shop, 100)).toMatchObject({ attention: null, closedBy: 'Bob', openedBy: 'Ann' })
})

it.each([
  ['POST', '/drawer/open', {}, '#/reason'],
  ['POST', '/drawer/open', { reason: ' ' }, '#/reason'],
  ['POST', '/shift/open', { openingCash: 1, counted: [{ value: 1, count: 0 }] }, '#/counted/0/count'],
  ['POST', '/shift/open', { openingCash: 1, counted: [{ value: 0.001, count: 1 }] }, '#/counted/0/value'],
  ['POST', '/shift/close', { countedCash: -1 }, '#/countedCash'],
  ['GET', '/shifts?limit=0', undefined, '#/query/limit'],
  ['GET', '/shifts/one/report', undefined, '#/param/number'],
  ['GET', '/approvals/supervisors?limit=all', undefined, '#/query/limit'],
])('refuses %s %s with %j and reports the invalid field %s', async (method, path, body, pointer) => {
  await using shop = await openShop()
  const answer = await shop.till.send(method, path, body)
  expect([answer.status, answer.body.errors?.[0]?.pointer]).toEqual([400, pointer])
})
