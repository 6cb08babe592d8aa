import { createHmac, randomUUID } from 'node:crypto'
import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { deriveKey } from '#hub/config/secrets.ts'
import { type Cursor, decodeCursor, encodeCursor } from '#hub/features/pos/download/cursor.ts'
import { must } from '#shared/std/must.ts'
import { DOWNLOAD_SCHEMAS } from '#shared/sync/download.ts'
import { createProduct, enrolDevice, saleBody } from '#test/support/device.ts'
import { type Organization, signUp, useHub } from '#test/support/hub.ts'
import { idsOf, TillReplica } from './till-replica.ts'

describe('GET /api/pos/v1/sync with a cursor', () => {
  const door = useHub()
  const key = () => deriveKey(must(door.config.secret), 'download cursors')

  async function shopWithTill() {
    const shop = await signUp(door)
    const device = await enrolDevice(door, shop)
    const till = new TillReplica(device)
    await till.sync()
    return { shop, device, till }
  }

  /** Returns the till's cursor with changes, signed with the key of the hub. */
  function alter(till: TillReplica, changes: Partial<Cursor>): string {
    return encodeCursor(key(), { ...must(decodeCursor(key(), must(till.cursor))), ...changes })
  }

  function sealed(payload: string): string {
    const mac = createHmac('sha256', key()).update(payload).digest().subarray(0, 16)
    return Buffer.concat([mac, Buffer.from(payload)]).toString('base64url')
  }

  async function onDatabase(shop: Organization, statement: string): Promise<void> {
    const client = new pg.Client({ connectionString: door.database.ownerUrl })
    await client.connect()
    try {
      await client.query(
        `BEGIN; SET LOCAL app.organization_id = '${shop.organizationId}'; ${statement}; COMMIT`,
      )
    } finally {
      await client.end()
    }
  }

  const updatePoint = async (shop: Organization, changes: object) => {
    const path = `/api/catalog/retail-points/${shop.retailPointId}`
    const { name, storeId, priceTypeId, version } = (await shop.api.get(path)).body
    const answer = await shop.api.put(path, { name, storeId, priceTypeId, version, ...changes })
    expect(answer.status).toBe(200)
  }

  const createPriceType = async (shop: Organization, name = 'Wholesale'): Promise<string> =>
    (await shop.api.post('/api/catalog/price-types', { name })).body.id

  describe('invalid and outdated cursors', () => {
    it('resets a till whose cursor was not created by the hub', async () => {
      const { till } = await shopWithTill()
      const cursor = must(till.cursor)
      const old = ['0192a000-0000-7000-8000-000000000001', 1, 'f', 'scope']
      const cursors = [
        '',
        'nonsense',
        '!?*',
        `${cursor.slice(0, 9)}\0${cursor.slice(10)}`,
        'A'.repeat(1000),
        cursor.slice(0, -4),
        cursor.slice(0, 10),
        `${cursor.startsWith('A') ? 'B' : 'A'}${cursor.slice(1)}`,
        sealed(JSON.stringify(old)),
        sealed('{"seq":1}'),
        sealed('not json'),
        sealed('null'),
        sealed(''),
      ]
      for (const each of cursors) {
        const { header, lines, footer } = await till.sync({ cursor: each })
        expect(header, each).toMatchObject({ kind: 'reset', reason: 'unreadable' })
        expect({ lines, cursor: footer.cursor }).toEqual({ lines: [], cursor: null })
      }
    })

    it('refuses a cursor longer than 1,000 characters', async () => {
      const { device } = await shopWithTill()
      const answer = await device.api.get(`/api/pos/v1/sync?cursor=${'A'.repeat(1001)}`)
      expect(answer).toMatchObject({ status: 400, body: { errors: [{ pointer: '#/query/cursor' }] } })
    })

    it('sends no records for a cursor of another organization', async () => {
      const mine = await shopWithTill()
      const other = await shopWithTill()
      await createProduct(mine.shop)
      const { header, lines } = await other.till.sync({ cursor: must(mine.till.cursor) })
      expect(header).toMatchObject({ kind: 'reset', reason: 'epoch' })
      expect(lines).toEqual([])
    })

    it('resets the download after the hub was restored', async () => {
      const { shop, till } = await shopWithTill()
      const { header } = await till.sync()
      await onDatabase(
        shop,
        `UPDATE organizations SET sync_epoch = '${randomUUID()}' WHERE id = '${shop.organizationId}';
         SELECT feed_bump()`,
      )
      const after = await till.sync()
      expect(after).toMatchObject({
        header: { kind: 'reset', reason: 'epoch' },
        lines: [],
        footer: { cursor: null },
      })
      expect(after.header.epoch).not.toBe(header.epoch)
      expect((await till.sync()).header.kind).toBe('snapshot')
    })

    it('resets the download for a cursor of another history', async () => {
      const { shop, till } = await shopWithTill()
      const { seq } = must(decodeCursor(key(), must(till.cursor)))
      const ahead = await till.sync({ cursor: alter(till, { seq: seq + 1 }) })
      expect(ahead.header).toMatchObject({ kind: 'reset', reason: 'history' })
      await till.sync()
      const cursor = must(till.cursor)
      // Simulates restoring a backup without the last commit, followed by another commit.
      await onDatabase(
        shop,
        `UPDATE feed_commits SET fingerprint = '${randomUUID()}'
         WHERE organization_id = '${shop.organizationId}' AND seq = ${seq}`,
      )
      expect((await till.sync({ cursor })).header).toMatchObject({ kind: 'reset', reason: 'history' })
    })

    it('resets the download for a cursor older than the horizon of the feed', async () => {
      const { shop, till } = await shopWithTill()
      const { seq } = must(decodeCursor(key(), must(till.cursor)))
      await createProduct(shop)
      await onDatabase(
        shop,
        `UPDATE feed_counters SET horizon = ${seq + 1} WHERE organization_id = '${shop.organizationId}'`,
      )
      expect((await till.sync()).header).toMatchObject({ kind: 'reset', reason: 'horizon' })
      await till.sync()
      await createProduct(shop)
      expect((await till.sync()).header.kind).toBe('delta')
    })
  })

  describe('changes of the retail point', () => {
    it('sends only settings and cashiers after the store of the retail point changes', async () => {
      const { shop, till } = await shopWithTill()
      await createProduct(shop)
      await till.sync()
      const store = await shop.api.post('/api/catalog/stores', { name: 'Second' })
      await updatePoint(shop, { storeId: store.body.id })
      const { header, lines } = await till.sync()
      expect(header.kind).toBe('delta')
      const records = lines.filter(({ op }) => op !== 'empty')
      expect(records).toMatchObject([
        { t: 'settings', op: 'put', v: { storeId: store.body.id } },
        { t: 'cashier', op: 'put', id: shop.employeeId },
      ])
      await till.expectComplete()
    })

    it('sends settings and cashiers for a cursor of another scope', async () => {
      const { shop, till } = await shopWithTill()
      const { scope } = must(decodeCursor(key(), must(till.cursor)))
      for (const other of [{ storeId: randomUUID() }, { storeId: null }, { retailPointId: null }]) {
        const { header, lines } = await till.sync({ cursor: alter(till, { scope: { ...scope, ...other } }) })
        expect(header.kind).toBe('delta')
        // Another retail point or store can have other cashiers.
        expect(idsOf(lines)).toEqual([scope.retailPointId, shop.employeeId])
      }
    })

    it('sends products with a different price after the price type of the retail point changes', async () => {
      const { shop, till } = await shopWithTill()
      const wholesale = await createPriceType(shop)
      const priced = (retail: number, other: number | null) =>
        createProduct(shop, {
          retailPrice: undefined,
          prices: [
            { priceTypeId: shop.priceTypeId, value: retail },
            ...(other === null ? [] : [{ priceTypeId: wholesale, value: other }]),
          ],
        })
      const cheaper = await priced(10, 8)
      const same = await priced(10, 10)
      const without = await priced(10, null)
      const free = await priced(0, null)
      const archived = await priced(5, 4)
      await till.sync()
      const { body } = await shop.api.get(`/api/catalog/products/${archived}`)
      await shop.api.put(`/api/catalog/products/${archived}`, {
        name: body.name,
        code: body.code,
        version: body.version,
        isArchived: true,
      })
      await updatePoint(shop, { priceTypeId: wholesale })
      const { header, lines } = await till.sync()
      expect(header.kind).toBe('delta')
      expect(idsOf(lines, 'product').sort()).toEqual([cheaper, without, archived].sort())
      expect(lines.map((line) => (line.op === 'empty' ? '' : line.id))).not.toContain(same)
      expect(idsOf(lines)).not.toContain(free)
      expect(idsOf(lines, 'settings')).toEqual([shop.retailPointId])
      await till.expectComplete()
      await updatePoint(shop, { priceTypeId: shop.priceTypeId })
      await till.sync()
      await till.expectComplete()
    })

    it('sends all changed prices when the former price type of the retail point was deleted', async () => {
      const { shop, till } = await shopWithTill()
      const passing = await createPriceType(shop, 'Passing')
      const id = await createProduct(shop, {
        retailPrice: undefined,
        prices: [{ priceTypeId: passing, value: 7 }],
      })
      await updatePoint(shop, { priceTypeId: passing })
      await till.sync()
      await updatePoint(shop, { priceTypeId: shop.priceTypeId })
      await onDatabase(
        shop,
        `DELETE FROM product_prices WHERE price_type_id = '${passing}'; SELECT feed_bump()`,
      )
      expect((await shop.api.delete(`/api/catalog/price-types/${passing}`)).status).toBe(204)
      await till.sync()
      expect(till.of('product').get(id)).toMatchObject({ price: 0 })
      await till.expectComplete()
    })

    it('replaces the settings when a till moves to another retail point', async () => {
      const { shop, device, till } = await shopWithTill()
      const { storeId, priceTypeId } = shop
      const made = await shop.api.post('/api/catalog/retail-points', { name: 'Two', storeId, priceTypeId })
      await onDatabase(
        shop,
        `UPDATE devices SET retail_point_id = '${made.body.id}' WHERE id = '${device.id}'`,
      )
      const { header } = await till.sync()
      expect(header.kind).toBe('delta')
      expect([...till.of('settings').keys()]).toEqual([made.body.id])
      await till.expectComplete()
    })
  })

  describe('schema versions', () => {
    it('responds in the newest known schema to a till with a newer one', async () => {
      const { till } = await shopWithTill()
      expect((await till.sync({ schema: '99' })).header).toMatchObject({
        kind: 'delta',
        schema: DOWNLOAD_SCHEMAS.newest,
      })
    })

    it('sends all records for a cursor of an older schema', async () => {
      const { shop, till } = await shopWithTill()
      await createProduct(shop)
      const { lines } = await till.sync({ cursor: alter(till, { schema: 0 }) })
      const fresh = await new TillReplica(await enrolDevice(door, shop)).sync()
      expect(idsOf(lines).sort()).toEqual(idsOf(fresh.lines).sort())
      expect((await till.sync()).lines).toEqual([])
    })
  })

  describe('the download header', () => {
    it('states the custody watermark and the holes of the upload chain', async () => {
      const { shop, device, till } = await shopWithTill()
      const productId = await createProduct(shop)
      const items = Array.from({ length: 4 }, () => device.item(saleBody(shop, [{ productId }])))
      const empty = { chain: device.id, watermark: 0, highest: 0, holes: [] }
      expect((await till.sync()).header.custody).toEqual([empty])
      await device.upload([items[0], items[3]])
      const withHoles = { chain: device.id, watermark: 1, highest: 4, holes: [2, 3] }
      expect((await till.sync()).header.custody).toEqual([withHoles])
      await device.upload([items[1], items[2]])
      expect((await till.sync({ cursor: 'nonsense' })).header.custody).toEqual([
        { chain: device.id, watermark: 4, highest: 4, holes: [] },
      ])
    })
  })
})
