import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, it } from 'vitest'
import { SaleBody } from '#shared/sync/sale.ts'
import { until } from '../../support/until.ts'
import { product } from '../support/catalog.ts'
import { openShop, type Shop } from '../support/point.ts'

const FOLDER = join(import.meta.dirname, '../../fixtures/journals')
const NEWEST = readdirSync(join(import.meta.dirname, '../../../edge/journal/migrations')).length

/** Releases with a stored journal, named after their last migration, and the device that wrote the journal. */
const WRITERS = {
  '0003': '01a20949-427e-7352-b955-aa25c3972bca',
  '0005': '01a20b75-a09b-72d4-b017-a8186e63013a',
  '0007': '01a20fad-9ee7-7730-b887-37ec8f592761',
}
type Release = keyof typeof WRITERS

/** Starts the agent with the stored journal of a release. */
async function openWith({ point, hub }: Shop, release: Release): Promise<void> {
  await point.stop()
  for (const name of ['journal.db', 'backups', 'high-water.json'])
    rmSync(point.file(name), { recursive: true, force: true })
  const fixture = readFileSync(join(FOLDER, `${release}.sql`), 'utf8')
  const old = new Database(point.file('journal.db'))
  old.pragma('foreign_keys = OFF')
  old.exec(fixture.replaceAll(WRITERS[release], hub.deviceId))
  old.close()
  await point.start()
}

it.each(Object.keys(WRITERS) as Release[])(
  'upgrades a journal of release %s and continues with its receipts, waiting items, carts and open shift',
  async (release) => {
    await using shop = await openShop()
    const { point, till, tea, hub } = shop
    await openWith(shop, release)
    // This hub has never received the first four entries, so they are uploaded again with the waiting items.
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
    const version = Number(release)
    if (version === NEWEST) return
    const copy = new Database(point.file(`backups/journal-before-${version}.db`), { readonly: true })
    expect(copy.pragma('user_version', { simple: true })).toBe(version)
    copy.close()
  },
)

it('recognizes sold marking codes in a journal of release 0005', async () => {
  const water = product({ name: 'Water', barcodes: ['4600000000015'], trackingType: 'Water' })
  await using shop = await openShop({ lines: [water] })
  await openWith(shop, '0005')
  await shop.till.signIn(shop.cashier.id)
  await shop.till.expect('DELETE', '/cart')
  const code = '010460000000001521S1\u001d93dGVz'
  expect(await shop.till.send('POST', '/cart/lines', { code })).toMatchObject({
    status: 409,
    body: { code: 'marking_code_used' },
  })
})
