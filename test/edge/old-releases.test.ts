import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, it } from 'vitest'
import { SaleBody } from '#shared/sync/sale.ts'
import { until } from '../support/until.ts'
import { openShop } from './support/point.ts'

/** The device that wrote the fixture. */
const WRITER = '01a20949-427e-7352-b955-aa25c3972bca'

it('a journal of release 0003 is upgraded and goes on: receipts, what waits, carts and the open shift', async () => {
  await using shop = await openShop()
  const { point, till, tea, hub } = shop
  await point.stop()
  for (const name of ['journal.db', 'backups', 'high-water.json'])
    rmSync(point.file(name), { recursive: true, force: true })
  const fixture = readFileSync(join(import.meta.dirname, '../fixtures/journals/0003.sql'), 'utf8')
  const old = new Database(point.file('journal.db'))
  old.pragma('foreign_keys = OFF')
  old.exec(fixture.replaceAll(WRITER, hub.deviceId))
  old.close()

  await point.start()
  // This hub has never seen the first four entries: besides what waits it is given those again.
  await until('it has arrived', () => hub.sales.length === 4)
  expect(hub.deliveries.map(({ seq }) => seq).toSorted()).toEqual([1, 2, 3, 4, 5, 6])
  for (const sale of hub.sales) expect(SaleBody.safeParse(sale).success).toBe(true)
  await till.signIn(shop.cashier.id)
  expect((await till.receipts()).items.map(({ receiptNumber }) => receiptNumber)).toEqual(
    [4, 3, 2, 1].map((number) => `K7-00000${number}`),
  )
  expect((await till.cart()).lines).toMatchObject([{ name: 'Cake' }])
  const { items: parked } = await till.expect<{ items: unknown[] }>('GET', '/carts/parked')
  expect(parked).toHaveLength(1)
  expect(await till.expect('GET', '/shift')).toMatchObject({
    shift: { number: 1, openedBy: 'Ann', totals: { receiptsCount: 3, cashIn: 20, expectedCash: 148 } },
  })

  await till.expect('DELETE', '/cart')
  expect((await till.sell(tea.id)).receiptNumber).toBe('K7-000005')
  await until('the new one has arrived', () => hub.sales.length === 5)
  expect(hub.deliveries.slice(6).map(({ seq, type }) => [seq, type])).toEqual([
    [7, 'till_event'],
    [8, 'sale'],
  ])
  expect((await till.status()).trouble).toEqual([])
  const copy = new Database(point.file('backups/journal-before-3.db'), { readonly: true })
  expect(copy.pragma('user_version', { simple: true })).toBe(3)
  copy.close()
})
