import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { sleep } from '#shared/std/retry.ts'
import { MAX_WAIT_SECONDS } from '#shared/sync/download.ts'
import { createProduct, enrolDevice, parseDownload, unzip } from '#test/support/device.ts'
import { signUp, useHub } from '#test/support/hub.ts'
import { idsOf } from './till-replica.ts'

/** Longest wait of a request in milliseconds. A till that is woken gets its response sooner. */
const WAIT_MS = MAX_WAIT_SECONDS * 1000

describe('GET /api/pos/v1/sync', () => {
  const door = useHub()

  async function onDatabase(statement: string): Promise<number | null> {
    const client = new pg.Client({ connectionString: door.database.ownerUrl })
    await client.connect()
    const { rowCount } = await client.query(statement)
    await client.end()
    return rowCount
  }

  /** Waits until at least one database session matches, and ends all matching sessions. */
  const endSessions = (which: string) =>
    expect
      .poll(() =>
        onDatabase(
          `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND ${which}`,
        ),
      )
      .toBeGreaterThan(0)

  async function shopWithTill() {
    const shop = await signUp(door)
    return { shop, device: await enrolDevice(door, shop) }
  }

  it('sends a snapshot of all records without a cursor', async () => {
    const { shop, device } = await shopWithTill()
    const group = await shop.api.post('/api/catalog/product-groups', { name: 'Drinks' })
    const id = await createProduct(shop, {
      name: 'Green tea',
      retailPrice: 990.5,
      vatRate: 12,
      productGroupId: group.body.id,
      barcodes: [{ value: '4006381333931', type: 'Ean13' }],
    })
    const { header, lines, footer } = await device.download()
    expect(header).toMatchObject({ kind: 'snapshot', schema: 1 })
    expect(lines.find((line) => idsOf([line])[0] === id)).toMatchObject({
      t: 'product',
      op: 'put',
      v: {
        name: 'Green tea',
        price: 990.5,
        vatRate: 12,
        groupId: group.body.id,
        barcodes: ['4006381333931'],
      },
    })
    expect(lines.filter((line) => line.t === 'cashier')).toEqual([
      expect.objectContaining({
        id: shop.employeeId,
        v: expect.objectContaining({ pinHash: expect.stringMatching(/^\$argon2id\$/) }),
      }),
    ])
    expect(lines.filter((line) => line.t === 'settings')).toHaveLength(1)
    const counted = Object.values(footer.counts).reduce((sum, n) => sum + (n ?? 0), 0)
    expect(counted).toBe(lines.length)
  })

  it('sends only records changed since the cursor', async () => {
    const { shop, device } = await shopWithTill()
    const [changed, archived, deleted, untouched] = [
      await createProduct(shop),
      await createProduct(shop),
      await createProduct(shop),
      await createProduct(shop),
    ]
    const { footer } = await device.download()
    await shop.api.patch(`/api/catalog/products/${changed}/price`, { retailPrice: 5 })
    const { body } = await shop.api.get(`/api/catalog/products/${archived}`)
    await shop.api.put(`/api/catalog/products/${archived}`, {
      name: body.name,
      code: body.code,
      version: body.version,
      retailPrice: 100,
      isArchived: true,
    })
    await shop.api.delete(`/api/catalog/products/${deleted}`)
    const delta = await device.download(`?cursor=${footer.cursor}`)
    expect(delta.header.kind).toBe('delta')
    const byId = new Map(delta.lines.map((line) => [idsOf([line])[0], line]))
    expect(byId.get(changed)).toMatchObject({ op: 'put', v: { price: 5 } })
    expect(byId.get(archived)).toEqual({ t: 'product', op: 'del', id: archived })
    expect(byId.get(deleted)).toEqual({ t: 'product', op: 'del', id: deleted })
    expect(byId.has(untouched)).toBe(false)
    const nothing = await device.download(`?cursor=${delta.footer.cursor}`)
    expect(nothing.lines).toEqual([])
  })

  it('sends only the settings of the retail point of the till', async () => {
    const { shop, device } = await shopWithTill()
    const { footer } = await device.download()
    const { body } = await shop.api.get(`/api/catalog/retail-points/${shop.retailPointId}`)
    const { name, storeId, priceTypeId, version } = body
    await shop.api.put(`/api/catalog/retail-points/${shop.retailPointId}`, {
      name,
      storeId,
      priceTypeId,
      version,
      receiptFooter: 'Come again',
    })
    await shop.api.post('/api/catalog/retail-points', { name: 'Another', storeId, priceTypeId })
    const delta = await device.download(`?cursor=${footer.cursor}`)
    expect(delta.lines).toEqual([
      expect.objectContaining({
        t: 'settings',
        id: shop.retailPointId,
        v: expect.objectContaining({ receiptFooter: 'Come again' }),
      }),
    ])
  })

  it('responds to a waiting till as soon as a record changes', async () => {
    const { shop, device } = await shopWithTill()
    const { footer } = await device.download()
    const waiting = device.download(`?cursor=${footer.cursor}&wait=${MAX_WAIT_SECONDS}`)
    const id = await createProduct(shop)
    const startedAt = performance.now()
    const delta = await waiting
    expect(idsOf(delta.lines)).toContain(id)
    expect(performance.now() - startedAt).toBeLessThan(WAIT_MS)
  })

  it('refuses a till that is revoked while it waits', async () => {
    const { shop, device } = await shopWithTill()
    const { footer } = await device.download()
    const waiting = device.api.get(`/api/pos/v1/sync?cursor=${footer.cursor}&wait=${MAX_WAIT_SECONDS}`)
    await sleep(500)
    expect((await shop.api.post(`/api/devices/${device.id}/revoke`)).status).toBeLessThan(300)
    await createProduct(shop)
    expect(await waiting).toMatchObject({ status: 403, body: { code: 'forbidden' } })
  })

  it('responds immediately to a till that connects after the change', async () => {
    const { shop, device } = await shopWithTill()
    const { footer } = await device.download()
    const waiting = device.download(`?cursor=${footer.cursor}&wait=${MAX_WAIT_SECONDS}`)
    const id = await createProduct(shop)
    await waiting
    const startedAt = performance.now()
    const late = await device.download(`?cursor=${footer.cursor}&wait=${MAX_WAIT_SECONDS}`)
    expect(idsOf(late.lines)).toContain(id)
    expect(performance.now() - startedAt).toBeLessThan(WAIT_MS)
  })

  it('sends the final state of all records despite concurrent writers', async () => {
    const { shop, device } = await shopWithTill()
    const ids = await Promise.all(Array.from({ length: 8 }, () => createProduct(shop)))
    const held = new Map<string, number>()
    let cursor: string | null = null
    let isWriting = true
    const writing = Promise.all(
      ids.map(async (id, writer) => {
        for (let round = 1; round <= 12; round += 1) {
          const price = writer * 100 + round
          const answer = await shop.api.patch(`/api/catalog/products/${id}/price`, { retailPrice: price })
          expect(answer.status).toBe(200)
        }
      }),
    ).finally(() => {
      isWriting = false
    })
    const read = async () => {
      const answer = await device.download(cursor ? `?cursor=${cursor}` : '')
      for (const line of answer.lines)
        if (line.t === 'product' && line.op === 'put') held.set(line.id, line.v.price)
      cursor = answer.footer.cursor
    }
    while (isWriting) await read()
    await writing
    await read()
    for (const [writer, id] of ids.entries()) expect(held.get(id)).toBe(writer * 100 + 12)
  })

  it('responds to a waiting till after the database connection for notifications was lost', async () => {
    const { shop, device } = await shopWithTill()
    const { footer } = await device.download()
    const waiting = device.download(`?cursor=${footer.cursor}&wait=${MAX_WAIT_SECONDS}`)
    await endSessions(`application_name = 'counterfoil-feed'`)
    const id = await createProduct(shop)
    const startedAt = performance.now()
    expect(idsOf((await waiting).lines)).toContain(id)
    expect(performance.now() - startedAt).toBeLessThan(WAIT_MS)
  })

  describe('clients that do not read the response', () => {
    /** Opens a shop whose snapshot is larger than the buffers of the hub. */
    async function largeShop() {
      const { shop, device } = await shopWithTill()
      await onDatabase(`
        BEGIN; SET LOCAL app.organization_id = '${shop.organizationId}';
        INSERT INTO products (organization_id, id, name, code, unit_of_measure_id, cost, is_weighed, kind,
          is_discount_prohibited, is_archived)
        SELECT '${shop.organizationId}', gen_random_uuid(), repeat('x', 255), 'n' || n,
          '0192a001-0000-7000-8000-000000000796', 0, false, 'Good', false, false
        FROM generate_series(1, 8000) n;
        SELECT feed_bump(); COMMIT`)
      return { shop, device }
    }

    it('serves other requests while several clients do not read their downloads, and refuses further downloads', async () => {
      const { shop, device } = await largeShop()
      const readers = await Promise.all(Array.from({ length: 5 }, () => device.api.raw('/api/pos/v1/sync')))
      const refused = device.api.get('/api/pos/v1/sync')
      const others = Array.from({ length: 20 }, () => shop.api.get('/api/catalog/stores'))
      expect(new Set((await Promise.all(others)).map((answer) => answer.status))).toEqual(new Set([200]))
      expect(await refused).toMatchObject({ status: 503, body: { code: 'not_ready' } })
      for (const reader of readers) await reader.body?.cancel()
      expect((await device.download()).lines.length).toBeGreaterThan(8000)
    })

    it('aborts a download when its database connection is lost', async () => {
      const { shop, device } = await largeShop()
      const reader = await device.api.raw('/api/pos/v1/sync')
      // Other connections are briefly idle in a transaction too. Only the last query of the download reads
      // future prices.
      await endSessions(
        `state = 'idle in transaction' AND query LIKE 'SELECT product_id, starts_at, value %'`,
      )
      await expect(reader.text()).rejects.toThrow()
      expect((await shop.api.get('/api/catalog/stores')).status).toBe(200)
    })

    it('releases all resources after HEAD requests', async () => {
      const { device } = await shopWithTill()
      for (let i = 0; i < 6; i += 1)
        expect((await device.api.send('HEAD', '/api/pos/v1/sync')).status).toBe(200)
      expect((await device.download()).header.kind).toBe('snapshot')
    })
  })

  it('compresses the download on request', async () => {
    const { device } = await shopWithTill()
    const token = device.api.with({ 'Accept-Encoding': 'gzip' })
    const response = await token.raw('/api/pos/v1/sync')
    expect(response.headers.get('Content-Encoding')).toBe('gzip')
    expect(parseDownload(unzip(await response.arrayBuffer())).footer.end).toBe(true)
  })
})
