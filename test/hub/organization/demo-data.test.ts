import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startHub } from '#hub/hub.ts'
import type { DemoData } from '#shared/contracts/organization/demo-data.ts'
import { newId } from '#shared/std/ids.ts'
import { checkedBooks } from '#test/hub/documents/books.ts'
import { createProduct, enrolDevice, saleBody } from '#test/support/device.ts'
import { type Organization, signUp, startTestHub, type TestHub, useHub } from '#test/support/hub.ts'
import { hire } from '#test/support/people.ts'
import { until } from '#test/support/until.ts'

const SEED = '/api/admin/seed-demo'
const DAY_MS = 86_400_000
/** Time limit in milliseconds that only guards against hanging. */
const LONGEST_MS = 240_000

/** Returns the number of the organization's rows in each table, except for counters, logs and derived data. */
async function rowsOf(door: TestHub, { organizationId }: Organization): Promise<Record<string, number>> {
  await using owner = await door.database.connect()
  const { rows: tables } = await owner.query<{ name: string }>(
    `SELECT c.table_name AS name FROM information_schema.columns c
     WHERE c.table_schema = 'public' AND c.column_name = 'organization_id'
       AND c.table_name !~ '^(audit_|feed|counters|background_jobs|books_checks|till_receipt_stores|dirty_days|stale_groups|product_periods|idempotency|product_words|refresh|till_.*_changes|.*_days$|.*_months$|.*_years$)'`,
  )
  const each = tables.map(
    ({ name }) => `SELECT '${name}' AS name, count(*)::int AS n FROM ${name} WHERE organization_id = $1`,
  )
  const { rows } = await owner.query<{ name: string; n: number }>(each.join(' UNION ALL '), [organizationId])
  return Object.fromEntries(rows.map(({ name, n }) => [name, n]))
}

describe('demo data', () => {
  let door: TestHub
  let shop: Organization
  let seeded: DemoData

  // biome-ignore lint/suspicious/noExplicitAny: answers, looked into freely
  const get = async (path: string): Promise<any> => {
    const { status, body } = await shop.api.get(path)
    expect([status, status === 200 ? undefined : body]).toEqual([200, undefined])
    return body
  }
  const status = (): Promise<DemoData> => get(`${SEED}/status`)

  /**
   * Creates a product outside the demo data in the given group, buys it from the given supplier and sells it
   * at a till.
   */
  async function addOwn(of: Organization, productGroupId: string, supplierId: string): Promise<void> {
    const productId = await createProduct(of, { name: 'Own tea', productGroupId, supplierId })
    const supply = await of.api.post('/api/purchases/supplies', {
      id: newId(),
      date: new Date().toISOString(),
      storeId: of.storeId,
      counterpartyId: supplierId,
      lines: [{ productId, quantity: 10, price: 60 }],
    })
    expect(supply.status).toBe(201)
    expect((await of.api.post(`/api/purchases/supplies/${supply.body.id}/post`)).status).toBe(200)
    const till = await enrolDevice(door, of)
    const { body } = await till.upload([till.item(saleBody(of, [{ productId, quantity: 2 }]))])
    expect(body.results).toMatchObject([{ result: 'accepted' }])
  }

  /** Seeds a month of demo data and restarts the hub in the middle of it. */
  beforeAll(async () => {
    door = await startTestHub()
    shop = await signUp(door)
    const [first, second] = [await shop.api.post(SEED), await shop.api.post(SEED)]
    expect(first).toMatchObject({ status: 200, body: { state: 'Seeding', counts: { products: 0 } } })
    expect(second.body.job.id).toBe(first.body.job.id)
    await until(
      'receipts are there',
      async () => (await get('/api/sales/retail?pageSize=1')).total > 0,
      LONGEST_MS,
    )
    await door.hub.stop()
    door.hub = await startHub(door.config, pino({ level: 'silent' }))
    const ended = async () => {
      const job = await get(`/api/admin/jobs/${first.body.job.id}`)
      return job.finishedAt && job
    }
    const job = await until('the month is over', ended, LONGEST_MS)
    expect(job).toMatchObject({ status: 'Succeeded', message: null })
    seeded = await status()
  }, 2 * LONGEST_MS)

  afterAll(() => door[Symbol.asyncDispose]())

  it('inserts demo data only once for repeated requests', async () => {
    expect(seeded.counts).toMatchObject({ products: 289, counterparties: 23, employees: 2, loyaltyCards: 16 })
    expect(seeded.counts.retailSales).toBeGreaterThan(1500)
    expect(seeded.job).toMatchObject({ status: 'Succeeded', progress: 100, result: seeded.counts })
    const again = await shop.api.post(SEED)
    expect(again).toMatchObject({ status: 200, body: seeded })
    expect(await status()).toEqual(seeded)
  })

  it('keeps the books consistent and flags no sales', async () => {
    expect((await checkedBooks(door, shop)).findings).toEqual([])
    expect((await get('/api/sales/retail?pageSize=1&needsReview=true')).total).toBe(0)
    expect((await get('/api/sync/work-list?pageSize=1')).total).toBe(0)
  })

  it('adds sales to every day of the month, during opening hours in the time zone of the shop', async () => {
    const { series, returns } = await get('/api/sales/retail/stats')
    expect(series.slice(0, -1).filter((day: { receipts: number }) => day.receipts < 30)).toEqual([])
    expect(returns).toBeGreaterThan(5)
    const latest = (await get('/api/sales/retail?pageSize=1&sort=-date')).items[0]
    expect(Date.now() - Date.parse(latest.date)).toBeLessThan(DAY_MS)
    const hours = (await get('/api/sales/retail?pageSize=500')).items.map(({ date }: { date: string }) =>
      Number(new Date(date).toLocaleTimeString('sv-SE', { timeZone: 'Asia/Almaty' }).slice(0, 2)),
    )
    expect(Math.min(...hours)).toBeGreaterThanOrEqual(8)
    expect(Math.max(...hours)).toBeLessThan(22)
  })

  it('closes all shifts but one with the expected cash', async () => {
    const { items } = await get('/api/sales/shifts?pageSize=100')
    const differences = items.map(({ discrepancy }: { discrepancy: number | null }) => discrepancy)
    expect(items).toHaveLength(seeded.counts.shifts)
    expect(differences.filter((difference: number | null) => difference !== 0)).toEqual([-500])
    expect(await get(`/api/sales/shifts/${items[0].id}`)).toMatchObject({ isDifferent: false })
  })

  it('creates posted stock documents and supplies, a stock count with a surplus and a shortage, and low stock', async () => {
    const first = async (path: string) => (await get(`${path}?pageSize=1`)).items[0]
    for (const path of ['enters', 'losses', 'transfers'])
      expect(await first(`/api/inventory/${path}`)).toMatchObject({ status: 'Posted' })
    expect((await get('/api/purchases/supplies?pageSize=1')).total).toBeGreaterThan(20)
    const { id } = await first('/api/inventory/inventories')
    const differences = (await get(`/api/inventory/inventories/${id}`)).lines.map(
      ({ difference }: { difference: number }) => difference,
    )
    expect([Math.max(...differences) > 0, Math.min(...differences) < 0]).toEqual([true, true])
    const low = await get('/api/dashboard/low-stock?limit=1')
    expect(low.items.length).toBeGreaterThan(0)
  })

  it('adds points to cards and one image to every product', async () => {
    const cards = (await get('/api/loyalty/cards?pageSize=50')).items
    expect(cards.filter(({ balance }: { balance: number }) => balance > 0).length).toBeGreaterThan(8)
    const { items } = await get('/api/catalog/products?pageSize=500')
    expect(items.filter(({ images }: { images: unknown[] }) => images.length !== 1)).toEqual([])
  })

  it('refuses to remove demo data that documents of the organization use', async () => {
    const { items } = await get('/api/catalog/products?pageSize=1')
    const draft = await shop.api.post('/api/inventory/losses', {
      id: newId(),
      date: new Date().toISOString(),
      storeId: shop.storeId,
      lines: [{ productId: items[0].id, quantity: 1 }],
    })
    const before = await rowsOf(door, shop)
    expect(await shop.api.delete(SEED)).toMatchObject({ status: 409, body: { code: 'demo_data_in_use' } })
    expect(await rowsOf(door, shop)).toEqual(before)
    expect((await shop.api.delete(`/api/inventory/losses/${draft.body.id}`)).status).toBe(204)
  })

  it('removes all demo data and keeps the data of the organization', async () => {
    const twin = await signUp(door)
    const [{ items: demo }, { items: groups }, { items: partners }] = [
      await get('/api/catalog/products?pageSize=1'),
      await get('/api/catalog/product-groups?pageSize=1'),
      await get('/api/catalog/counterparties?pageSize=1&isSupplier=true&sort=createdAt'),
    ]
    const image = demo[0].images[0].thumbUrl
    expect((await shop.api.get(image)).status).toBe(200)
    const supplier = partners.find(({ isSystem }: { isSystem: boolean }) => !isSystem) ?? partners[0]
    await addOwn(shop, groups[0].id, supplier.id)
    const group = await twin.api.post('/api/catalog/product-groups', { name: 'Own' })
    const partner = await twin.api.post('/api/catalog/counterparties', { name: 'Own', kind: 'LegalEntity' })
    await addOwn(twin, group.body.id, partner.body.id)

    await using owner = await door.database.connect()
    const epoch = async () =>
      (await owner.query('SELECT sync_epoch FROM organizations WHERE id = $1', [shop.organizationId])).rows
    const before = await epoch()
    const [first, second] = await Promise.all([shop.api.delete(SEED), shop.api.delete(SEED)])
    for (const answer of [first, second])
      expect(answer).toMatchObject({
        status: 200,
        body: { state: 'Removed', counts: { products: 0, retailSales: 0 } },
      })
    expect((await shop.api.get(image)).status).toBe(404)
    // The epoch changes, so tills download everything again.
    expect(await epoch()).not.toEqual(before)
    expect(await rowsOf(door, shop)).toEqual(await rowsOf(door, twin))
    expect((await checkedBooks(door, shop)).findings).toEqual([])
    for (const figures of ['/api/sales/retail/stats', '/api/dashboard/margin'])
      expect([figures, await get(figures)]).toEqual([figures, (await twin.api.get(figures)).body])
    expect((await shop.api.post(SEED)).body).toMatchObject({ state: 'Removed' })
  })
})

describe('demo data in an organization with data', () => {
  const door = useHub()

  it.each(['goods', 'partners', 'a draft'])(
    'inserts no demo data when the organization has %s of its own, and returns the summary',
    async (own) => {
      const other = await signUp(door)
      if (own === 'goods') await createProduct(other)
      else if (own === 'partners') await other.api.post('/api/catalog/counterparties', { name: 'Own' })
      else await other.api.post('/api/inventory/losses', { storeId: other.storeId, lines: [] })
      const before = await rowsOf(door, other)
      const [first, second] = await Promise.all([other.api.post(SEED), other.api.post(SEED)])
      for (const answer of [first, second, await other.api.post(SEED)])
        expect(answer).toMatchObject({
          status: 200,
          body: { state: 'OwnData', job: null, counts: { products: 0, retailSales: 0 } },
        })
      expect((await other.api.get(`${SEED}/status`)).body).toEqual(first.body)
      expect(await rowsOf(door, other)).toEqual(before)
    },
  )

  it('requires the permission to insert demo data', async () => {
    const other = await signUp(door)
    const storekeeper = await hire(door, other, 'Storekeeper')
    expect((await storekeeper.post(SEED)).status).toBe(403)
  })
})
