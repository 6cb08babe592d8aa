import { createHash, randomUUID } from 'node:crypto'
import { mkdirSync, readdirSync, rmSync, watch, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import Database from 'better-sqlite3'
import pg from 'pg'
import { describe, expect, it, onTestFinished } from 'vitest'
import { readCursor, readMeta } from '#shared/replica/meta.ts'
import { REPLICA_FORMAT } from '#shared/replica/schema.ts'
import { must } from '#shared/std/must.ts'
import { DOWNLOAD_SCHEMAS } from '#shared/sync/download.ts'
import { SNAPSHOT_CONTENT_TYPE, SNAPSHOT_HASH_HEADER, SNAPSHOT_SIZE_HEADER } from '#shared/sync/snapshot.ts'
import { createProduct, type Device, enrolDevice } from '#test/support/device.ts'
import { createTestFolder } from '#test/support/folders.ts'
import { type Organization, signUp, startTestHub, type TestHub, useHub } from '#test/support/hub.ts'
import { idsOf } from './till-replica.ts'

const PATH = `/api/pos/v1/sync/snapshot?format=${REPLICA_FORMAT}`

describe('GET /api/pos/v1/sync/snapshot', () => {
  const door = useHub()

  async function shopWithTill(hub: TestHub = door) {
    const shop = await signUp(hub)
    return { shop, device: await enrolDevice(hub, shop) }
  }

  const onDatabase = async (statement: string, hub: TestHub = door) => {
    const client = new pg.Client({ connectionString: hub.database.ownerUrl })
    await client.connect()
    await client.query(statement).finally(() => client.end())
  }

  const addProducts = ({ organizationId }: Organization, count: number, hub: TestHub = door) =>
    onDatabase(
      `
      BEGIN; SET LOCAL app.organization_id = '${organizationId}';
      INSERT INTO products (organization_id, id, name, code, unit_of_measure_id, cost, is_weighed, kind,
        is_discount_prohibited, is_archived)
      SELECT '${organizationId}', id, 'Tea', id, '0192a001-0000-7000-8000-000000000796', 0, false, 'Good', false, false
      FROM (SELECT gen_random_uuid() AS id FROM generate_series(1, ${count})) AS made;
      SELECT feed_bump(); COMMIT`,
      hub,
    )

  async function fetchFile(device: Device, headers: Record<string, string> = {}) {
    const response = await device.api.with(headers).raw(PATH)
    const bytes = Buffer.from(await response.arrayBuffer())
    return { status: response.status, headers: response.headers, bytes, etag: response.headers.get('ETag') }
  }

  const listFiles = () =>
    readdirSync(join(door.config.dataDir, 'snapshots'), { recursive: true, withFileTypes: true }).filter(
      (each) => each.isFile(),
    )

  const waitingFor = async (client: pg.Client, table: string): Promise<number> => {
    const { rows } = await client.query(
      'SELECT FROM pg_locks WHERE relation = $1::regclass AND NOT granted',
      [table],
    )
    return rows.length
  }

  /** Opens a snapshot file, as a till does. */
  function open(bytes: Buffer): Database.Database {
    const db = new Database(gunzipSync(bytes))
    onTestFinished(() => void db.close())
    return db
  }

  it('serves a replica file with all records except settings and cashiers', async () => {
    const { shop, device } = await shopWithTill()
    const group = await shop.api.post('/api/catalog/product-groups', { name: 'Drinks' })
    await createProduct(shop, {
      name: 'Зелёный чай',
      code: 'T1',
      retailPrice: 990.5,
      vatRate: 12,
      productGroupId: group.body.id,
      barcodes: [{ value: '4006381333931' }, { value: '12345' }],
    })
    const archived = await createProduct(shop, { name: 'Gone' })
    await shop.api.delete(`/api/catalog/products/${archived}`)
    const { status, headers, bytes } = await fetchFile(device)
    expect(status).toBe(200)
    expect(headers.get('Content-Type')).toBe(SNAPSHOT_CONTENT_TYPE)
    expect(headers.get('Content-Length')).toBe(String(bytes.length))
    const unpacked = gunzipSync(bytes)
    expect(headers.get(SNAPSHOT_SIZE_HEADER)).toBe(String(unpacked.length))
    expect(headers.get(SNAPSHOT_HASH_HEADER)).toBe(createHash('sha256').update(unpacked).digest('hex'))
    const db = open(bytes)
    expect(db.pragma('integrity_check', { simple: true })).toBe('ok')
    expect(db.pragma('user_version', { simple: true })).toBe(REPLICA_FORMAT)
    expect(db.prepare('SELECT name, code, price, vat_rate, group_id FROM products').all()).toEqual([
      { name: 'Зелёный чай', code: 'T1', price: 99050, vat_rate: 1200, group_id: group.body.id },
    ])
    expect(db.prepare('SELECT barcode FROM barcodes ORDER BY position').pluck().all()).toEqual([
      '4006381333931',
      '12345',
    ])
    const found = db.prepare(`SELECT count(*) FROM product_search WHERE product_search MATCH '"зелен"*'`)
    expect(found.pluck().get()).toBe(1)
    for (const table of ['cashiers', 'settings'])
      expect(db.prepare(`SELECT count(*) FROM ${table}`).pluck().get()).toBe(0)
    expect(readMeta(db)).toBeNull()
  })

  it('includes a cursor for downloading later changes', async () => {
    const { shop, device } = await shopWithTill()
    await createProduct(shop)
    const cursor = must(readCursor(open((await fetchFile(device)).bytes)))
    const later = await createProduct(shop)
    const { header, lines } = await device.download(`?schema=${DOWNLOAD_SCHEMAS.newest}&cursor=${cursor}`)
    expect(header.kind).toBe('delta')
    expect(idsOf(lines)).toEqual([shop.retailPointId, later, shop.employeeId])
  })

  it('includes a cursor that precedes changes made during the build', async () => {
    const { shop, device } = await shopWithTill()
    const group = (await shop.api.post('/api/catalog/product-groups', { name: 'Drinks' })).body
    await createProduct(shop)
    await using holder = await door.database.connect()
    // The build reads groups before products.
    await holder.query('BEGIN; LOCK TABLE product_barcodes IN ACCESS EXCLUSIVE MODE')
    const fetching = fetchFile(device)
    await expect.poll(() => waitingFor(holder, 'product_barcodes')).toBe(1)
    const changed = await shop.api.put(`/api/catalog/product-groups/${group.id}`, {
      version: group.version,
      name: 'Cold drinks',
    })
    expect(changed.status, JSON.stringify(changed.body)).toBe(200)
    await holder.query('COMMIT')
    const db = open((await fetching).bytes)
    expect(db.prepare('SELECT name FROM groups').pluck().all()).toEqual(['Drinks'])
    const cursor = must(readCursor(db))
    const { lines } = await device.download(`?schema=${DOWNLOAD_SCHEMAS.newest}&cursor=${cursor}`)
    expect(lines).toContainEqual(
      expect.objectContaining({ t: 'group', v: expect.objectContaining({ name: 'Cold drinks' }) }),
    )
  })

  it('builds only one file for concurrent requests', async () => {
    await using hub = await startTestHub()
    const { shop, device } = await shopWithTill(hub)
    await createProduct(shop)
    const devices = [device, await enrolDevice(hub, shop), await enrolDevice(hub, shop)]
    const folder = join(hub.config.dataDir, 'snapshots')
    const made = new Set<string | undefined>()
    const watcher = watch(join(folder, must(readdirSync(folder)[0])), (_event, name) =>
      made.add(name?.split('.')[0]),
    )
    const files = await Promise.all(devices.map((each) => fetchFile(each)))
    await expect.poll(() => made.size).toBe(1)
    watcher.close()
    expect(new Set(files.map(({ etag }) => etag)).size).toBe(1)
  })

  it('starts to build a large file when a pairing code is created', async () => {
    await using hub = await startTestHub()
    const shop = await signUp(hub)
    const built = () =>
      readdirSync(join(hub.config.dataDir, 'snapshots'), { recursive: true }).filter((name) =>
        /[0-9a-f-]{36}$/.test(String(name).split('/')[1] ?? ''),
      )
    const pair = () => shop.api.post(`/api/catalog/retail-points/${shop.retailPointId}/pairing-code`)
    await pair()
    await addProducts(shop, 5000, hub)
    expect(built()).toEqual([])
    await pair()
    await expect.poll(() => built().length).toBe(1)
    const { bytes } = await fetchFile(await enrolDevice(hub, shop))
    expect(open(bytes).prepare('SELECT count(*) FROM products').pluck().get()).toBe(5000)
    expect(built()).toHaveLength(1)
  })

  it('builds a separate file for each price type', async () => {
    const { shop, device } = await shopWithTill()
    const priceType = await shop.api.post('/api/catalog/price-types', { name: 'Wholesale' })
    const point = await shop.api.post('/api/catalog/retail-points', {
      name: 'Two',
      storeId: shop.storeId,
      priceTypeId: priceType.body.id,
    })
    const other = await enrolDevice(door, shop, point.body.id)
    await createProduct(shop, {
      retailPrice: undefined,
      prices: [
        { priceTypeId: shop.priceTypeId, value: 10 },
        { priceTypeId: priceType.body.id, value: 8 },
      ],
    })
    const priceIn = async (till: Device) =>
      open((await fetchFile(till)).bytes)
        .prepare('SELECT price FROM products')
        .pluck()
        .get()
    expect([await priceIn(device), await priceIn(other)]).toEqual([1000, 800])
  })

  it('serves each organization a separate file', async () => {
    const [mine, other] = [await shopWithTill(), await shopWithTill()]
    const id = await createProduct(mine.shop)
    await createProduct(other.shop)
    const file = await fetchFile(mine.device)
    expect(open(file.bytes).prepare('SELECT id FROM products').pluck().all()).toEqual([id])
    const conditions = { Range: 'bytes=0-', 'If-Range': must(file.etag) }
    const others = await fetchFile(other.device, conditions)
    expect(others.status).toBe(200)
    expect(open(others.bytes).prepare('SELECT count(*) FROM products WHERE id = ?').pluck().get(id)).toBe(0)
  })

  it('resumes an interrupted download of a snapshot file', async () => {
    const { shop, device } = await shopWithTill()
    await createProduct(shop)
    const { bytes, etag } = await fetchFile(device)
    const first = await fetchFile(device, { Range: 'bytes=0-999' })
    expect(first.status).toBe(206)
    expect(first.headers.get('Content-Range')).toBe(`bytes 0-999/${bytes.length}`)
    const rest = await fetchFile(device, { Range: 'bytes=1000-', 'If-Range': must(etag) })
    expect(rest.status).toBe(206)
    expect(Buffer.concat([first.bytes, rest.bytes]).equals(bytes)).toBe(true)
    for (const stale of ['"another"', `W/${etag}`, 'Sat, 21 Nov 2026 06:38:24 GMT']) {
      const whole = await fetchFile(device, { Range: 'bytes=1000-', 'If-Range': stale })
      expect({ status: whole.status, size: whole.bytes.length }).toEqual({ status: 200, size: bytes.length })
    }
    const beyond = await device.api.with({ Range: `bytes=${bytes.length}-` }).get(PATH)
    expect(beyond).toMatchObject({ status: 416, body: { code: 'range_not_satisfiable' } })
    expect(beyond.headers.get('Content-Range')).toBe(`bytes */${bytes.length}`)
    const known = await fetchFile(device, { 'If-None-Match': must(etag) })
    expect({ status: known.status, size: known.bytes.length }).toEqual({ status: 304, size: 0 })
    const head = await device.api.send('HEAD', PATH)
    expect(head).toMatchObject({ status: 200, body: '' })
    expect(head.headers.get('Content-Length')).toBe(String(bytes.length))
  })

  it('serves a file until enough changes cause a new build', async () => {
    const { shop, device } = await shopWithTill()
    await addProducts(shop, 4000)
    const { etag } = await fetchFile(device)
    const files = listFiles().length
    await addProducts(shop, 900)
    expect((await fetchFile(device)).etag).toBe(etag)
    await addProducts(shop, 200)
    const old = await fetchFile(device)
    expect(old).toMatchObject({ status: 200, etag })
    await expect.poll(async () => (await fetchFile(device)).etag).not.toBe(etag)
    const fresh = open((await fetchFile(device)).bytes)
    expect(fresh.prepare('SELECT count(*) FROM products').pluck().get()).toBe(5100)
    await expect.poll(() => listFiles().length).toBe(files)
  })

  it('serves a new file when the existing one is mostly outdated', async () => {
    const { shop, device } = await shopWithTill()
    await fetchFile(device)
    await addProducts(shop, 1100)
    const file = open((await fetchFile(device)).bytes)
    expect(file.prepare('SELECT count(*) FROM products').pluck().get()).toBe(1100)
  })

  it('serves a new file after the hub was restored', async () => {
    const { shop, device } = await shopWithTill()
    const { etag } = await fetchFile(device)
    await onDatabase(`
      BEGIN; SET LOCAL app.organization_id = '${shop.organizationId}';
      UPDATE organizations SET sync_epoch = '${randomUUID()}' WHERE id = '${shop.organizationId}';
      SELECT feed_bump(); COMMIT`)
    const file = await fetchFile(device)
    expect(file.etag).not.toBe(etag)
    const cursor = must(readCursor(open(file.bytes)))
    expect((await device.download(`?cursor=${cursor}`)).header.kind).toBe('delta')
  })

  it('responds with status 503 and a retry time during a long build', async () => {
    const { shop, device } = await shopWithTill()
    await addProducts(shop, 1)
    // Slows down reading of products instead of locking them, because the hub waits for locks no longer than
    // a till does.
    await onDatabase(
      'CREATE POLICY slow ON products AS RESTRICTIVE FOR SELECT USING (pg_sleep(11) IS NOT NULL)',
    )
    const { status, headers } = await fetchFile(device)
    await onDatabase('DROP POLICY slow ON products')
    expect(status).toBe(503)
    expect(Number(headers.get('Retry-After'))).toBeGreaterThan(0)
    await expect.poll(async () => (await fetchFile(device)).status).toBe(200)
  })

  it('responds with 404 when a file cannot be built, and still serves the stream', async () => {
    await using hub = await startTestHub()
    const { device } = await shopWithTill(hub)
    const folder = join(hub.config.dataDir, 'snapshots')
    rmSync(folder, { recursive: true })
    writeFileSync(folder, 'in the way')
    expect(await device.api.get(PATH)).toMatchObject({ status: 404, body: { code: 'not_found' } })
    expect((await device.download()).header.kind).toBe('snapshot')
    rmSync(folder)
  })

  it.each([
    [`format=${REPLICA_FORMAT + 1}`, 404],
    ['format=0', 400],
    ['format=../../../etc/passwd', 400],
    ['', 400],
  ])('responds to the snapshot query %s with status %i', async (query, status) => {
    const { device } = await shopWithTill()
    expect((await device.api.get(`/api/pos/v1/sync/snapshot?${query}`)).status).toBe(status)
  })

  it('refuses users and revoked devices', async () => {
    const { shop, device } = await shopWithTill()
    expect((await shop.api.get(PATH)).status).toBe(403)
    await shop.api.post(`/api/devices/${device.id}/revoke`)
    expect(await device.api.get(PATH)).toMatchObject({ status: 403, body: { code: 'forbidden' } })
  })

  it('removes its snapshot files and those of dead processes', async () => {
    using data = createTestFolder()
    const folder = join(data.path, 'snapshots')
    const dead = join(folder, `${hostname()}+999999999+run+1`)
    const living = join(folder, `${hostname()}+1+run+1`)
    const elsewhere = join(folder, 'another-host+1+run+1')
    for (const each of [dead, living, elsewhere]) mkdirSync(each, { recursive: true })
    const hub = await startTestHub({ dataDir: data.path })
    await fetchFile((await shopWithTill(hub)).device)
    expect(readdirSync(folder)).toHaveLength(3)
    await hub[Symbol.asyncDispose]()
    expect(
      readdirSync(folder)
        .map((name) => join(folder, name))
        .toSorted(),
    ).toEqual([living, elsewhere].toSorted())
  })
})
