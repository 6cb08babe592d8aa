import { expect, it } from 'vitest'
import { listBackups } from '#edge/journal/backup/backup.ts'
import type { CurrentShift, TillShift } from '#shared/contracts/till/shift.ts'
import type { TenderType } from '#shared/domain/tenders.ts'
import type { CashMovementBody, ShiftClosedBody, ShiftOpenedBody, TillEventBody } from '#shared/sync/shift.ts'
import {
  CashMovementBody as CashMovement,
  ShiftClosedBody as ShiftClosed,
  ShiftOpenedBody as ShiftOpened,
  TillEventBody as TillEvent,
} from '#shared/sync/shift.ts'
import { until } from '../../support/until.ts'
import { product } from '../support/catalog.ts'
import { openShop, type Shop } from '../support/point.ts'

const open = ({ till }: Shop, openingCash = 0) =>
  till.expect<TillShift>('POST', '/shift/open', { openingCash })
const current = async ({ till }: Shop) => (await till.expect<CurrentShift>('GET', '/shift')).shift
const move = ({ till }: Shop, kind: 'In' | 'Out', amount: number) =>
  till.expect<TillShift>('POST', '/shift/cash', { kind, amount, reason: 'change' })

async function pay({ till }: Shop, payments: { type: TenderType; amount: number }[]) {
  const { id, version } = await till.cart()
  return till.expect<{ receiptNumber: string }>('POST', '/cart/pay', {
    cartId: id,
    cartVersion: version,
    payments,
  })
}

it('calculates the totals of a shift exactly', async () => {
  const penny = product({ name: 'Sweet', price: 0.1 })
  const paymentTypes: TenderType[] = ['Cash', 'Card', 'Qr', 'Transfer']
  await using shop = await openShop({ lines: [penny], settings: { paymentTypes } })
  const { till, tea, hub } = shop
  await till.sell(tea.id)
  const opened = await open(shop, 50.05)
  expect(opened).toMatchObject({ number: 1, openedBy: 'Ann', openingCash: 50.05, closedAt: null })
  await till.sell(penny.id, 3)
  await till.add({ productId: tea.id, quantity: 2 })
  await pay(shop, [
    { type: 'Card', amount: 5 },
    { type: 'Transfer', amount: 0.5 },
    { type: 'Qr', amount: 1 },
    { type: 'Qr', amount: 2 },
    { type: 'Cash', amount: 16.5 },
  ])
  await till.expect('POST', '/cart/return', { receiptNumber: 'K7-000003' })
  await till.expect('PATCH', `/cart/lines/${(await till.cart()).lines[0]?.id}`, { quantity: 1 })
  await pay(shop, [
    { type: 'Cash', amount: 9 },
    { type: 'Qr', amount: 1 },
  ])
  await move(shop, 'In', 0.2)
  await move(shop, 'Out', 7.77)
  const totals = {
    salesCash: 11.8,
    salesCard: 5,
    returnsCash: 9,
    returnsCard: 0,
    cashIn: 0.2,
    cashOut: 7.77,
    salesOther: 3.5,
    returnsOther: 1,
    receiptsCount: 2,
    returnsCount: 1,
    expectedCash: 45.28,
    otherTenders: [
      { type: 'Qr', sales: 3, returns: 1 },
      { type: 'Transfer', sales: 0.5, returns: 0 },
    ],
  }
  expect((await current(shop))?.totals).toEqual(totals)

  const closed = await till.expect<TillShift>('POST', '/shift/close', {
    countedCash: 47.7,
    differenceReason: 'Counted twice',
  })
  expect(closed).toMatchObject({ totals, countedCash: 47.7, closedAt: expect.any(String) })
  expect(await current(shop)).toBeNull()
  await till.sell(tea.id)

  await until('all has arrived', () => hub.sales.length === 5 && hub.bodies('shift_closed').length === 1)
  expect(hub.sales.map(({ shiftId }) => shiftId)).toEqual([null, opened.id, opened.id, opened.id, null])
  const [openedBody] = hub.bodies<ShiftOpenedBody>('shift_opened')
  expect(ShiftOpened.safeParse(openedBody).success).toBe(true)
  expect(openedBody).toMatchObject({ id: opened.id, number: 1, openingCash: 50.05, cashierName: 'Ann' })
  const [closedBody] = hub.bodies<ShiftClosedBody>('shift_closed')
  expect(ShiftClosed.safeParse(closedBody).success).toBe(true)
  expect(closedBody).toMatchObject({ shiftId: opened.id, totals, countedCash: 47.7 })
  const movements = hub.bodies<CashMovementBody>('cash_movement')
  expect(movements.every((movement) => CashMovement.safeParse(movement).success)).toBe(true)
  expect(movements.map(({ kind, amount }) => [kind, amount])).toEqual([
    ['In', 0.2],
    ['Out', 7.77],
  ])
})

it('opens and closes a shift while the hub is down', async () => {
  await using shop = await openShop()
  await shop.hub.goDown()
  await open(shop)
  await shop.till.sell(shop.tea.id)
  await shop.point.stop()
  await shop.point.start()
  expect((await current(shop))?.totals).toMatchObject({ salesCash: 10, receiptsCount: 1 })
  expect(await shop.till.expect('POST', '/shift/close', {})).toMatchObject({ countedCash: null })
  expect((await open(shop)).number).toBe(2)
})

it('keeps a separate shift for each till', async () => {
  await using shop = await openShop()
  const other = shop.point.till('till-0002')
  await other.signIn(shop.cashier.id)
  await open(shop)
  expect(await other.expect('GET', '/shift')).toEqual({ shift: null, fiscal: null })
  await other.sell(shop.tea.id)
  expect((await current(shop))?.totals?.receiptsCount).toBe(0)
})

it('counts sales, cash and shifts separately for each till', async () => {
  await using shop = await openShop()
  const other = shop.point.till('till-0002')
  await other.signIn(shop.cashier.id)
  const there = { ...shop, till: other }
  expect(await open(shop, 1)).toMatchObject({ number: 1 })
  expect(await open(there, 2)).toMatchObject({ number: 1 })
  await shop.till.sell(shop.tea.id)
  await other.sell(shop.tea.id, 3)
  await move(there, 'Out', 0.5)
  const own = { salesCash: 10, receiptsCount: 1, cashOut: 0, expectedCash: 11 }
  const others = { salesCash: 30, receiptsCount: 1, cashOut: 0.5, expectedCash: 31.5 }
  expect((await current(shop))?.totals).toMatchObject(own)
  expect((await current(there))?.totals).toMatchObject(others)
  expect(await shop.till.expect('POST', '/shift/close', {})).toMatchObject({ totals: own })
  expect(await open(shop)).toMatchObject({ number: 2, totals: { receiptsCount: 0, expectedCash: 0 } })
  expect(await other.expect('POST', '/shift/close', {})).toMatchObject({ number: 1, totals: others })
  await until('all has arrived', () => shop.hub.bodies('shift_closed').length === 2)
  const closings = shop.hub.bodies<ShiftClosedBody>('shift_closed')
  expect(closings).toMatchObject([
    { tillId: 'till-0001', totals: own },
    { tillId: 'till-0002', totals: others },
  ])
})

it('makes a backup when a shift is closed', async () => {
  await using shop = await openShop()
  await open(shop)
  await shop.till.expect('POST', '/shift/close', {})
  await until('there is a backup', () => listBackups(shop.point.file('backups')).length > 0)
})

it.each([
  ['POST', '/shift/close', {}, 409, 'no_shift'],
  ['POST', '/shift/cash', { kind: 'In', amount: 1, reason: 'x' }, 409, 'no_shift'],
  ['POST', '/shift/open', {}, 400, 'invalid_request'],
  ['POST', '/shift/open', { openingCash: -1 }, 400, 'invalid_request'],
  ['POST', '/shift/open', { openingCash: 0.001 }, 400, 'invalid_request'],
  ['POST', '/shift/cash', { kind: 'Sideways', amount: 1, reason: 'x' }, 400, 'invalid_request'],
  ['POST', '/shift/cash', { kind: 'In', amount: 0, reason: 'x' }, 400, 'invalid_request'],
  ['POST', '/shift/cash', { kind: 'In', amount: 1, reason: ' ' }, 400, 'invalid_request'],
])('refuses the request %s %s with %j', async (method, path, body, status, code) => {
  await using shop = await openShop()
  expect(await shop.till.send(method, path, body)).toMatchObject({ status, body: { code } })
  expect(await current(shop)).toBeNull()
})

it('refuses to open a second shift at the same till', async () => {
  await using shop = await openShop()
  await open(shop)
  const answer = await shop.till.send('POST', '/shift/open', { openingCash: 1 })
  expect(answer).toMatchObject({ status: 409, body: { code: 'shift_open' } })
})

it('requires a signed-in cashier for a shift', async () => {
  await using shop = await openShop()
  const stranger = shop.point.till('till-0003')
  expect(await stranger.send('GET', '/shift')).toMatchObject({ status: 401 })
  expect(await stranger.send('POST', '/shift/open', { openingCash: 0 })).toMatchObject({ status: 401 })
})

it('uploads events for removed lines, cleared carts, changed prices and copies', async () => {
  await using shop = await openShop()
  const { till, tea, hub } = shop
  const { lines } = await till.add({ productId: tea.id, quantity: 2 })
  await till.expect('PATCH', `/cart/lines/${lines[0]?.id}`, { price: 9 })
  await till.expect('DELETE', `/cart/lines/${lines[0]?.id}`)
  await till.add({ productId: tea.id })
  await till.expect('DELETE', '/cart')
  await till.expect('DELETE', '/cart')
  const { receiptNumber } = await till.sell(tea.id)
  await till.expect('POST', `/receipts/${receiptNumber}/printed`)
  await till.expect('POST', `/receipts/${receiptNumber}/printed`)
  await until('all has arrived', () => hub.bodies('till_event').length === 4)
  const events = hub.bodies<TillEventBody>('till_event')
  expect(events.every((event) => TillEvent.safeParse(event).success)).toBe(true)
  expect(events.map(({ kind, details }) => [kind, details])).toEqual([
    ['price_changed', { productId: tea.id, name: 'Tea', quantity: 2, price: 10, newPrice: 9 }],
    ['line_removed', { productId: tea.id, name: 'Tea', quantity: 2, price: 9 }],
    ['cart_cleared', { linesCount: 1, sum: 10 }],
    ['copy_printed', { receiptNumber, printedCount: 2 }],
  ])
})

it('records no event for a command that is refused', async () => {
  await using shop = await openShop({ settings: { allowCustomPrice: false } })
  const { lines } = await shop.till.add({ productId: shop.tea.id })
  await shop.till.send('PATCH', `/cart/lines/${lines[0]?.id}`, { price: 9 })
  await shop.till.send('DELETE', '/cart/lines/00000000-0000-7000-8000-000000000000')
  expect((await shop.till.status()).upload.waiting).toBe(0)
})

it('requires a reason for a cash difference, and uploads it', async () => {
  await using shop = await openShop()
  const { till, hub, tea } = shop
  await till.expect('POST', '/shift/open', { openingCash: 1 })
  await till.sell(tea.id)
  const close = (body: object) => till.send('POST', '/shift/close', { countedCash: 10.5, ...body })
  expect(await close({})).toMatchObject({ status: 409, body: { code: 'drawer_differs', difference: -0.5 } })
  expect((await close({ differenceReason: 'Wrong change' })).body).toMatchObject({ discrepancy: -0.5 })
  await until('all has arrived', async () => (await till.status()).upload.waiting === 0)
  expect(hub.bodies('till_event')).toMatchObject([
    { kind: 'drawer_differed', details: { difference: -0.5, reason: 'Wrong change' } },
  ])
})

it('reports that a blind count differs without the amount', async () => {
  await using shop = await openShop({ settings: { blindClose: true } })
  await shop.till.expect('POST', '/shift/open', { openingCash: 1 })
  const { body } = await shop.till.send('POST', '/shift/close', { countedCash: 2 })
  expect(body).toMatchObject({ code: 'drawer_differs' })
  expect(JSON.stringify(body)).not.toContain('difference')
})
