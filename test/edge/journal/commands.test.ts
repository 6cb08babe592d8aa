import { expect, it } from 'vitest'
import type { TillPrinting } from '#shared/contracts/till/printing.ts'
import { COMMAND_HEADER } from '#shared/contracts/till/routes.ts'
import type { ParkedCarts, Receipt } from '#shared/contracts/till/till.ts'
import { newId } from '#shared/std/ids.ts'
import type { TillEventBody } from '#shared/sync/shift.ts'
import type { Till } from '../../support/till.ts'
import { until } from '../../support/until.ts'
import { openShop, type Shop, type ShopOptions } from '../support/point.ts'

/** Sends a command twice at the same time. Both requests carry the id of the same press. */
async function pressTwice(till: Till, path: string, body: object, id = newId()) {
  const press = () => till.send('POST', path, body, { [COMMAND_HEADER]: id })
  const answers = await Promise.all([press(), press()])
  expect(answers.map(({ status }) => status < 300)).toEqual([true, true])
  return answers
}

const openSold = async (options: ShopOptions = {}) => {
  const shop = await openShop({ settings: { maxVoucherSale: 1000 }, ...options })
  return { shop, sale: await shop.till.sell(shop.tea.id, 3) }
}

it('opens a shift, moves cash, opens the drawer and closes the shift once on a double press', async () => {
  const { shop } = await openSold()
  await using _ = shop
  const { till, hub } = shop
  const [opened, again] = await pressTwice(till, '/shift/open', { openingCash: 100 })
  expect(again.body).toEqual(opened.body)
  await pressTwice(till, '/shift/cash', { kind: 'In', amount: 50, reason: 'change' })
  await pressTwice(till, '/shift/cash', { kind: 'In', amount: 50, reason: 'change' })
  await pressTwice(till, '/drawer/open', { reason: 'change' })
  const [closed] = await pressTwice(till, '/shift/close', { countedCash: 200 })
  expect(closed.body).toMatchObject({ totals: { cashIn: 100, expectedCash: 200 } })
  await until('all is at head office', async () => (await till.status()).upload.waiting === 0)
  expect(hub.bodies('cash_movement')).toHaveLength(2)
  expect(hub.bodies<TillEventBody>('till_event').map(({ kind }) => kind)).toEqual(['drawer_opened'])
})

it('adds one voucher, begins one return and emails one receipt on a double press', async () => {
  const { shop, sale } = await openSold()
  await using _ = shop
  const { till, hub } = shop
  await pressTwice(till, '/cart/sold-vouchers', { amount: 500 })
  expect((await till.cart()).vouchers).toHaveLength(1)
  await till.pay()
  await pressTwice(till, '/cart/return', { receiptNumber: sale.receiptNumber })
  expect((await till.expect<{ items: unknown[] }>('GET', '/carts/parked')).items).toEqual([])
  await pressTwice(till, `/receipts/${sale.receiptNumber}/email`, { email: 'ann@shop.test' })
  await until('all is at head office', async () => (await till.status()).upload.waiting === 0)
  expect(hub.bodies<TillEventBody>('till_event').map(({ kind }) => kind)).toEqual(['receipt_emailed'])
})

it('executes parking, resuming and removal of a cart once on a double press', async () => {
  await using shop = await openShop()
  const { till, tea, hub } = shop
  const parked = async () =>
    (await till.expect<(typeof ParkedCarts)['_output']>('GET', '/carts/parked')).items
  const { id } = await till.add({ productId: tea.id })
  await pressTwice(till, '/cart/park', { label: 'red coat' })
  expect((await parked()).map(({ label }) => label)).toEqual(['red coat'])
  const [first, again] = await pressTwice(till, `/carts/${id}/resume`, {})
  expect(again.body).toEqual(first.body)
  expect(await till.cart()).toMatchObject({ id, lines: [{ quantity: 1 }] })
  // Another press has another command id.
  await pressTwice(till, '/cart/park', {})
  await pressTwice(till, `/carts/${id}/remove`, { reason: 'did not come back' })
  expect(await parked()).toEqual([])
  await until('all is at head office', async () => (await till.status()).upload.waiting === 0)
  expect(hub.bodies<TillEventBody>('till_event').map(({ kind }) => kind)).toEqual(['cart_cleared'])
})

it.each([
  ['a copy of a receipt', (_: Shop, sale: Receipt) => `/receipts/${sale.receiptNumber}/print`],
  ['the X report', () => '/shift/report/print'],
  ['the Z report', () => '/shifts/1/report/print'],
  ['a label', ({ tea }: Shop) => `/products/${tea.id}/labels`],
  ['a test page', () => '/printers/slip/test'],
])('prints %s once on a double press, and once more on the next press', async (_, pathOf) => {
  const { shop, sale } = await openSold()
  await using __ = shop
  const { till } = shop
  // Nothing listens at this address, so print jobs stay in the spool.
  await till.expect('PUT', '/printers/slip', { address: 'tcp://127.0.0.1:9' })
  for (const close of [true, false]) {
    await till.expect('POST', '/shift/open', { openingCash: 0 })
    if (close) await till.expect('POST', '/shift/close', { countedCash: 0 })
  }
  const jobs = async () => (await till.expect<TillPrinting>('GET', '/printing')).jobs
  const body = pathOf(shop, sale).includes('report') ? { language: 'en' } : {}
  await pressTwice(till, pathOf(shop, sale), body)
  expect(await jobs()).toHaveLength(1)
  await pressTwice(till, pathOf(shop, sale), body)
  expect(await jobs()).toHaveLength(2)
})

it('counts a print in the browser once on a double press', async () => {
  const { shop, sale } = await openSold()
  await using _ = shop
  const path = `/receipts/${sale.receiptNumber}`
  await pressTwice(shop.till, `${path}/printed`, {})
  expect((await shop.till.receipt(sale.receiptNumber)).printedCount).toBe(1)
  await pressTwice(shop.till, `${path}/printed`, {})
  expect((await shop.till.receipt(sale.receiptNumber)).printedCount).toBe(2)
})

it('accepts a refused command again under the same id, and rejects an invalid command id', async () => {
  await using shop = await openShop()
  const id = newId()
  const move = (headers: Record<string, string>) =>
    shop.till.send('POST', '/shift/cash', { kind: 'In', amount: 50, reason: 'change' }, headers)
  expect((await move({ [COMMAND_HEADER]: id })).body).toMatchObject({ code: 'no_shift' })
  await shop.till.expect('POST', '/shift/open', { openingCash: 0 })
  expect((await move({ [COMMAND_HEADER]: id })).body).toMatchObject({ totals: { cashIn: 50 } })
  expect(await move({ [COMMAND_HEADER]: 'press' })).toMatchObject({
    status: 400,
    body: { errors: [{ pointer: `#/header/${COMMAND_HEADER}` }] },
  })
})

it('requires confirmation to take out more cash than expected, unless the count is blind', async () => {
  const { shop } = await openSold()
  await using _ = shop
  const out = (till: Till, amount: number, rest = {}) =>
    till.send('POST', '/shift/cash', { kind: 'Out', amount, reason: 'bank', ...rest })
  await shop.till.expect('POST', '/shift/open', { openingCash: 15_000 })
  expect(await out(shop.till, 15_000.01)).toMatchObject({
    status: 409,
    body: { code: 'drawer_exceeded', expectedCash: 15_000 },
  })
  expect((await out(shop.till, 1_000_000, { beyondDrawer: true })).status).toBe(201)
  await using blind = await openShop({ settings: { blindClose: true } })
  await blind.till.expect('POST', '/shift/open', { openingCash: 15_000 })
  expect((await out(blind.till, 1_000_000)).status).toBe(201)
})

it('refuses to resume a return whose products were returned at another till', async () => {
  const { shop, sale } = await openSold()
  await using _ = shop
  const { till, point } = shop
  const { receiptNumber } = sale
  const other = point.till('till-0002')
  await other.signIn(shop.cashier.id)
  await till.expect('POST', '/cart/return', { receiptNumber })
  await till.expect('POST', '/cart/park', {})
  await till.expect('POST', '/cart/return', { receiptNumber })
  expect(await till.cart()).toMatchObject({ isTakenBack: false })
  await other.expect('POST', '/cart/return', { receiptNumber })
  await other.pay()
  expect(await till.cart()).toMatchObject({ isTakenBack: true })
  const [parked] = (await till.expect<(typeof ParkedCarts)['_output']>('GET', '/carts/parked')).items
  expect((await till.send('POST', `/carts/${parked?.id}/resume`)).body).toMatchObject({
    code: 'basis_exceeded',
  })
})
