import { writeFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import type { Receipt, TillSession } from '#shared/contracts/till/till.ts'
import type { TillEventBody } from '#shared/sync/shift.ts'
import type { Till } from '../../support/till.ts'
import { until } from '../../support/until.ts'
import { stock } from '../support/catalog.ts'
import { openShop, type Shop } from '../support/point.ts'

const begin = (till: Till) => till.expect('POST', '/training')
const end = (till: Till) => till.expect('DELETE', '/training')
const isTraining = async (till: Till) => (await till.expect<TillSession>('GET', '/session')).isTraining
const inStock = async ({ till, tea }: Shop) =>
  (await till.search('Tea')).items.find(({ id }) => id === tea.id)?.inStock

it('leaves receipt numbers, uploads, stock and shifts unchanged in training, and restores the earlier cart afterwards', async () => {
  await using shop = await openShop({ settings: { isStockKnown: true } })
  const { till, tea, hub } = shop
  hub.change(stock(tea.id, 50))
  await until('the stock is known', async () => (await inStock(shop)) === 50)
  await till.expect('POST', '/shift/open', { openingCash: 10 })
  expect((await till.sell(tea.id)).receiptNumber).toBe('K7-000001')
  const real = await till.add({ productId: tea.id, quantity: 3 })
  await until('all is uploaded', async () => (await till.status()).upload.waiting === 0)

  await begin(till)
  expect(await isTraining(till)).toBe(true)
  expect(await till.expect('GET', '/shift')).toEqual({ shift: null, fiscal: null })
  expect((await till.cart()).lines).toEqual([])
  const practised = await till.sell(tea.id, 5)
  expect(practised).toMatchObject({ receiptNumber: 'TRAINING-000001', isTraining: true, sum: 50 })
  await till.expect('POST', '/cart/return', { receiptNumber: practised.receiptNumber })
  expect((await till.pay()).isReturn).toBe(true)
  await till.expect('POST', '/shift/open', { openingCash: 1 })
  await till.expect('POST', '/shift/cash', { kind: 'In', amount: 5, reason: 'x' })
  await till.expect('POST', '/shift/close', { countedCash: 6 })
  expect((await till.receipts()).items).toHaveLength(2)

  await end(till)
  expect(await isTraining(till)).toBe(false)
  expect(await till.cart()).toEqual(real)
  expect((await till.receipts()).items.map(({ receiptNumber }) => receiptNumber)).toEqual(['K7-000001'])
  expect((await till.send('GET', '/receipts/TRAINING-000001')).status).toBe(404)
  expect(await till.expect('GET', '/shift')).toMatchObject({
    shift: { number: 1, totals: { receiptsCount: 1, expectedCash: 20 } },
  })
  expect(await till.pay()).toMatchObject({ receiptNumber: 'K7-000002', isTraining: false })
  await until('all is uploaded', () => hub.sales.length === 2)
  expect(hub.sales.map(({ receiptNumber }) => receiptNumber)).toEqual(['K7-000001', 'K7-000002'])
  expect(hub.bodies('cash_movement')).toEqual([])
})

it('reports to the hub the start and the end of training, with the number and total of the training receipts', async () => {
  await using shop = await openShop()
  const { till, tea, hub } = shop
  await begin(till)
  await begin(till)
  await till.sell(tea.id, 2)
  await till.sell(tea.id)
  await end(till)
  await end(till)
  await until('all has arrived', () => hub.bodies('till_event').length === 2)
  const events = hub.bodies<TillEventBody>('till_event')
  expect(events.map(({ kind, cashierName, details }) => [kind, cashierName, details])).toEqual([
    ['training_begun', 'Ann', {}],
    ['training_ended', 'Ann', { receiptsCount: 2, sum: 30 }],
  ])
})

it('limits training to one till, keeps its cart across a restart, and starts the next training without receipts', async () => {
  await using shop = await openShop()
  const { till, tea, point } = shop
  const other = point.till('till-0002')
  await other.signIn(shop.cashier.id)
  await begin(till)
  await till.add({ productId: tea.id, quantity: 4 })
  await point.stop()
  await point.start()
  expect([await isTraining(till), await isTraining(other)]).toEqual([true, false])
  expect((await till.cart()).sum).toBe(40)
  expect((await other.sell(tea.id)).receiptNumber).toBe('K7-000001')
  expect((await till.pay()).receiptNumber).toBe('TRAINING-000001')
  await till.expect('DELETE', '/session')
  expect(await isTraining(till)).toBe(true)
  await till.signIn(shop.cashier.id)
  await end(till)
  await begin(till)
  expect(await till.receipts()).toEqual({ items: [] })
  expect((await till.sell(tea.id)).receiptNumber).toBe('TRAINING-000001')
})

it('refuses to pay an earlier cart in training, or a training cart afterwards', async () => {
  await using shop = await openShop()
  const { till, tea } = shop
  const payOf = ({ id, version, sum }: { id: string; version: number; sum: number }) =>
    till.send<Receipt & { code?: string }>('POST', '/cart/pay', {
      cartId: id,
      cartVersion: version,
      payments: [{ type: 'Cash', amount: sum }],
    })
  const real = await till.add({ productId: tea.id })
  await begin(till)
  expect((await payOf(real)).body.code).toBe('cart_changed')
  const practice = await till.add({ productId: tea.id })
  await end(till)
  expect((await payOf(practice)).body.code).toBe('cart_changed')
  expect((await payOf(real)).body.receiptNumber).toBe('K7-000001')
})

it('discards unreadable training data and keeps the till in training', async () => {
  await using shop = await openShop()
  const { till, tea, point } = shop
  await begin(till)
  await till.add({ productId: tea.id })
  await point.stop()
  writeFileSync(point.file('training-till-0001.db'), 'not a database at all'.repeat(1000))
  await point.start()
  expect(await isTraining(till)).toBe(true)
  expect((await till.cart()).lines).toEqual([])
  expect((await till.sell(tea.id)).receiptNumber).toBe('TRAINING-000001')
})
