import { beforeAll, describe, expect, it } from 'vitest'
import { CleanupStats } from '#shared/contracts/organization/cleanup.ts'
import { newId } from '#shared/std/ids.ts'
import { BASES, type Office, openOffice } from '#test/hub/documents/book-keeping.ts'
import { fillOffice } from '#test/hub/documents/fill-office.ts'
import { TillReplica } from '#test/hub/pos/till-replica.ts'
import { createProduct, type Device, saleBody } from '#test/support/device.ts'
import { type Answer, type Organization, signUp, useHub } from '#test/support/hub.ts'
import { hire, hireAllowed, signIn } from '#test/support/people.ts'
import { until } from '#test/support/until.ts'

const PATH = '/api/admin/cleanup'
const STATS = `${PATH}/stats`
const LISTS: Record<string, string> = {
  products: '/api/catalog/products',
  productGroups: '/api/catalog/product-groups',
  supplies: BASES.supply,
  supplierReturns: BASES.supplierReturn,
  enters: BASES.enter,
  losses: BASES.loss,
  transfers: BASES.transfer,
  inventories: BASES.inventory,
  demands: BASES.demand,
  retailSales: '/api/sales/retail',
  loyaltyPrograms: '/api/loyalty/programs',
  loyaltyCards: '/api/loyalty/cards',
}
describe('a cleanup', () => {
  const door = useHub({ lockTimeoutMs: 30_000 })
  let shop: Office
  let other: Office
  let device: Device
  let otherDevice: Device

  const sql = async <Row = { [column: string]: unknown }>(
    text: string,
    values: unknown[] = [],
  ): Promise<Row[]> => {
    await using owner = await door.database.connect()
    return (await owner.query(text, values)).rows as Row[]
  }
  const done = ({ status, body }: Answer): Answer['body'] => {
    expect([status, status < 300 ? '' : body]).toEqual([status < 300 ? status : 200, ''])
    return body
  }
  const nameOf = async ({ organizationId }: Organization) => {
    const [row] = await sql<{ name: string }>('SELECT name FROM organizations WHERE id = $1', [
      organizationId,
    ])
    return row?.name
  }
  const stats = async ({ api }: { api: Organization['api'] }) => done(await api.get(STATS))
  /** Returns the number of the organization's rows in each table. */
  const rowsOf = async ({ organizationId }: Organization) => {
    const tables = await sql<{ name: string }>(
      `SELECT table_name AS name FROM information_schema.columns
       WHERE table_schema = 'public' AND column_name = 'organization_id' ORDER BY 1`,
    )
    const each = tables.map(
      ({ name }) => `SELECT '${name}' AS name, count(*)::int AS n FROM ${name} WHERE organization_id = $1`,
    )
    const rows = await sql<{ name: string; n: number }>(each.join(' UNION ALL '), [organizationId])
    return Object.fromEntries(rows.map(({ name, n }) => [name, n]))
  }
  const cleanable = async () => (await sql<{ t: string[] }>('SELECT cleanup_tables() AS t'))[0]?.t ?? []

  beforeAll(async () => {
    shop = await openOffice(door)
    other = await openOffice(door)
    device = await fillOffice(door, shop)
    otherDevice = await fillOffice(door, other)
  })

  it('returns the record counts of the organization before the cleanup', async () => {
    const empty = await signUp(door)
    const none = Object.fromEntries(Object.keys(CleanupStats.shape.counts.shape).map((name) => [name, 0]))
    expect(await stats(empty)).toEqual({ counts: none, total: 0, job: null })
    const { counts, total } = await stats(shop)
    for (const [name, path] of Object.entries(LISTS))
      expect([name, counts[name]]).toEqual([name, (await shop.api.get(`${path}?pageSize=1`)).body.total])
    expect(counts).toMatchObject({ counterparties: 1, retailSales: 1, productGroups: 2, vouchers: 0 })
    expect(total).toBe(Object.values<number>(counts).reduce((sum, each) => sum + each))
  })

  it('refuses a cleanup without the confirmed name, during pending work and without the permission', async () => {
    const { api, organization } = shop
    const before = await rowsOf(organization)
    const manager = await hire(door, organization, 'Manager')
    expect((await manager.get(STATS)).status).toBe(403)
    const name = await nameOf(organization)
    const ways = [
      (confirmation?: string) => api.delete(`${PATH}/all${asQuery(confirmation)}`),
      (confirmation?: string) => api.delete(`${PATH}/counterparties${asQuery(confirmation)}`),
      (confirmation?: string) => api.post(`${PATH}/all/async`, { confirmation }),
    ]
    for (const ask of ways) {
      for (const wrong of [
        undefined,
        '',
        `${name} `,
        name?.toLowerCase(),
        await nameOf(other.organization),
      ]) {
        const refused = await ask(wrong)
        expect([refused.status, refused.body.code]).toEqual([409, 'not_confirmed'])
      }
      await sql(
        `INSERT INTO background_jobs (organization_id, id, run_id, type, input, status) VALUES ($1, $2, $2, 'demo-data', '{}', 'Queued')`,
        [organization.organizationId, newId()],
      )
      const refused = await ask(name)
      expect([refused.status, refused.body.code]).toEqual([409, 'cleanup_refused'])
      await sql(`DELETE FROM background_jobs WHERE organization_id = $1`, [organization.organizationId])
      // The provider may already have registered a receipt that is stuck.
      for (const state of ['Waiting', 'Sending', 'Unknown', 'Pending', 'Failed']) {
        await sql(
          `INSERT INTO fiscal_receipts (organization_id, sale_id, state)
           SELECT organization_id, id, $2 FROM retail_sales WHERE organization_id = $1`,
          [organization.organizationId, state],
        )
        const early = await ask(name)
        expect([state, early.status, early.body.code]).toEqual([state, 409, 'cleanup_refused'])
        await sql(`DELETE FROM fiscal_receipts WHERE organization_id = $1`, [organization.organizationId])
      }
    }
    expect((await manager.delete(`${PATH}/all${asQuery(name)}`)).status).toBe(403)
    // A cleanup requires access to all stores.
    const ofOneStore = await hire(door, organization, 'Administrator')
    await sql(`SET app.organization_id = '${organization.organizationId}';
      UPDATE employees SET store_ids = ARRAY['${shop.store}'::uuid]
      WHERE organization_id = '${organization.organizationId}' AND last_name = 'Administrator'; SELECT feed_bump()`)
    for (const path of [`${PATH}/all${asQuery(name)}&export=false`, `${PATH}/counterparties${asQuery(name)}`])
      expect((await ofOneStore.delete(path)).body).toMatchObject({
        code: 'all_stores_needed',
      })
    // A user who may delete all data but not view it gets no export.
    const caretaker = await signIn(
      door,
      await hireAllowed(door, shop.organization, 'Caretaker', ['organization.update', 'catalog.view']),
    )
    expect((await caretaker.delete(`${PATH}/all${asQuery(name)}`)).body).toMatchObject({ code: 'forbidden' })
    expect(await rowsOf(organization)).toMatchObject({
      products: before.products,
      documents: before.documents,
    })
  })
  const asQuery = (confirmation: string | undefined) =>
    confirmation === undefined ? '' : `?confirmation=${encodeURIComponent(confirmation)}`

  it('keeps a sale with its lines while its fiscal receipt is pending, and reports the waiting sale', async () => {
    const { organizationId } = shop.organization
    await using owner = await door.database.connect()
    await owner.query(`BEGIN; SET LOCAL app.organization_id = '${organizationId}'`)
    const count = async (tables: readonly string[]) => {
      const each = tables.map((name) => `(SELECT count(*)::int FROM ${name} WHERE organization_id = $1)`)
      return (await owner.query(`SELECT ARRAY[${each}] AS n`, [organizationId])).rows[0].n
    }
    const portion = async () => (await owner.query('SELECT * FROM cleanup_portion(100000)')).rows[0]
    await owner.query(
      `INSERT INTO fiscal_receipts (organization_id, sale_id, state) SELECT organization_id, id, 'Failed' FROM retail_sales
       WHERE organization_id = $1`,
      [organizationId],
    )
    const tables = ['fiscal_receipts', 'retail_sales', 'retail_sale_lines', 'retail_sale_payments']
    const before = await count(tables)
    expect(before).not.toContain(0)
    expect(await portion()).toMatchObject({ blocked: true })
    expect(await count([...tables, 'documents'])).toEqual([...before, 0])
    await owner.query(`UPDATE fiscal_receipts SET state = 'Done' WHERE organization_id = $1`, [
      organizationId,
    ])
    while ((await portion()).deleted > 0);
    expect(await count(tables)).toEqual([0, 0, 0, 0])
    await owner.query('ROLLBACK')
  })

  it('deletes the data of one organization, holds concurrent till uploads, and posts them afterwards', async () => {
    const { api, organization, tea } = shop
    const till = new TillReplica(device)
    await till.sync()
    expect(till.of('product').size).toBe(2)
    // An import without a background job has no stored file.
    const imported = await api
      .with({ 'Content-Type': 'text/csv' })
      .sendBytes(
        '/api/catalog/products/import-csv',
        new TextEncoder().encode('name;code\nTea;no-such-code-yet\n'),
      )
    expect(imported.status).toBe(200)
    const before = await rowsOf(organization)
    const others = await until('the receipt of the others stands for their tills', async () => {
      const rows = await rowsOf(other.organization)
      return rows.till_receipt_changes === 0 && rows
    })
    const [image] = await sql<{ file_key: string }>(
      'SELECT file_key FROM product_images WHERE organization_id = $1',
      [organization.organizationId],
    )
    const thumb = `/uploads/${organization.organizationId}/${image?.file_key}/thumb.webp`
    expect((await api.get(thumb)).status).toBe(200)
    const onTheWay = saleBody(organization, [{ productId: tea, quantity: 2, name: 'Tea of the till' }])
    {
      await using owner = await door.database.connect()
      await owner.query(`BEGIN; SELECT FROM products WHERE id = '${tea}' FOR UPDATE`)
      const started = done(await api.post(`${PATH}/all/async`, { confirmation: await nameOf(organization) }))
      await until(
        'it waits for the product',
        async () => (await sql('SELECT FROM pg_locks WHERE NOT granted')).length > 0,
      )
      const again = done(await api.post(`${PATH}/all/async`, { confirmation: await nameOf(organization) }))
      expect(again.id).toBe(started.id)
      const answer = await device.upload([device.item(onTheWay)])
      expect(answer.body.results).toMatchObject([{ result: 'held' }])
      const held = await sql(`SELECT status, reasons FROM uploads WHERE id = $1`, [onTheWay.id])
      expect(held).toMatchObject([{ status: 'held', reasons: [{ code: 'organization_cleanup' }] }])
      await owner.query('ROLLBACK')
    }
    const { job } = await until('it has ended', async () => {
      const found = await stats(shop)
      return found.job.finishedAt && found
    })
    expect(job).toMatchObject({ status: 'Succeeded', type: 'cleanup', result: { counts: { products: 3 } } })
    await until('the sale is posted', async () => (await stats(shop)).counts.retailSales === 1)
    const sale = done(await api.get(`/api/sales/retail/${onTheWay.id}`))
    expect(sale).toMatchObject({ status: 'Posted', sum: 200, lines: [{ productId: tea }] })

    const after = await rowsOf(organization)
    const deleted = await cleanable()
    const kept = Object.keys(after).filter((name) => !deleted.includes(name))
    for (const table of kept.filter(
      (name) => !/^(feed|audit|background|counters|product_words|work_items)/.test(name),
    ))
      expect([table, after[table]]).toEqual([
        table,
        (before[table] ?? 0) + (/^(uploads|organization_exports)$/.test(table) ? 1 : 0),
      ])
    const [made] = done(await api.get('/api/org/export')).items
    expect(made).toMatchObject({ status: 'Ready', jobId: job.id, files: 3 })
    expect(Date.parse(made.expiresAt) - Date.parse(job.finishedAt)).toBeGreaterThan(29 * 86_400_000)
    expect(job.result.rows).toBeGreaterThan(30)
    const { downloadUrl } = done(await api.post(`/api/org/export/${made.id}/link`))
    expect((await api.get(downloadUrl)).status).toBe(200)
    // Of the deleted kinds of data, only the records created by the sale exist.
    expect((await stats(shop)).counts).toMatchObject({
      products: 1,
      counterparties: 0,
      retailSales: 1,
      supplies: 0,
    })
    expect(after.stock_movements).toBe(1)
    // Seals are added every minute, so their number is not compared.
    const { audit_seals: _, ...untouched } = others
    expect(await rowsOf(other.organization)).toMatchObject(untouched)
    expect((await api.get(thumb)).status).toBe(404)

    expect((await till.sync()).header).toMatchObject({ kind: 'reset', reason: 'epoch' })
    expect((await till.sync()).header.kind).toBe('snapshot')
    // The product created by the sale is not for sale.
    expect([...till.of('product').keys()]).toEqual([])
    // The till can still upload sales.
    const later = saleBody(organization, [{ productId: tea }])
    expect((await device.upload([device.item(later)])).body.results).toMatchObject([{ result: 'accepted' }])
    expect(done(await api.get(`/api/sales/retail/${later.id}`)).status).toBe('Posted')

    const log = done(await api.get('/api/admin/audit-log')).items
    const entry = log.find(({ action }: { action: string }) => action === 'job cleanup')
    expect(entry.changedRecords).toBeGreaterThan(30)
    const books = done(await api.post('/api/inventory/books-check', {}))
    expect(JSON.stringify(books)).not.toContain('"isRight":false')
  })

  it('removes the names of deleted counterparties from documents and sales', async () => {
    const { api, organization } = other
    const { items } = done(await api.get(`${BASES.demand}?pageSize=50`))
    const sales = done(await api.get('/api/sales/retail')).items
    expect([items[0].counterpartyId !== null, sales[0].customerId !== null]).toEqual([true, true])
    const soldAt = new Date(Date.now() - 2 * 86_400_000).toISOString()
    const customerId = items[0].counterpartyId
    const bought = saleBody(organization, [{ productId: other.tea }], { customerId, soldAt })
    done(await otherDevice.upload([otherDevice.item(bought)]))
    const summed = () =>
      sql('SELECT FROM customer_days WHERE organization_id = $1 AND customer_id = $2', [
        organization.organizationId,
        customerId,
      ])
    await until('the day is summed up', async () => (await summed()).length > 0)
    const answer = await api.delete(`${PATH}/counterparties${asQuery(await nameOf(organization))}`)
    expect([answer.status, answer.body]).toEqual([200, { deleted: 1 }])
    expect((await stats(other)).counts).toMatchObject({
      counterparties: 0,
      products: 2,
      retailSales: 2,
      demands: 4,
    })
    const now = done(await api.get(`${BASES.demand}?pageSize=50`)).items
    expect(now.map(({ counterpartyId }: { counterpartyId: string }) => counterpartyId)).toEqual(
      now.map(() => null),
    )
    const [system] = await sql('SELECT is_system FROM counterparties WHERE organization_id = $1', [
      organization.organizationId,
    ])
    expect(system).toEqual({ is_system: true })
    const [card] = done(await api.get('/api/loyalty/cards')).items
    expect(card.customerId).toBeNull()
    expect(done(await api.get('/api/sales/retail')).items[0].customerId).toBeNull()
    await until('the day is summed up without them', async () => (await summed()).length === 0)
  })

  it('leaves an empty, usable organization after a synchronous cleanup', async () => {
    const { api, organization } = other
    const answer = await api.delete(`${PATH}/all${asQuery(await nameOf(organization))}&export=false`)
    expect([answer.status, answer.body.status]).toEqual([200, 'Succeeded'])
    expect(done(await api.get('/api/org/export')).items).toEqual([])
    const left = await rowsOf(organization)
    for (const table of await cleanable())
      expect([table, left[table]]).toEqual([table, table === 'counterparties' ? 1 : 0])
    const milk = await createProduct(organization, { name: 'Milk' })
    const enter = { storeId: other.store, lines: [{ productId: milk, quantity: 1, price: 2 }] }
    done(await api.post(BASES.enter, enter))
  })
})
