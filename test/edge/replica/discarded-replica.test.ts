import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, it } from 'vitest'
import { until } from '../../support/until.ts'
import { product } from '../support/catalog.ts'
import { downloadOf, wantsChanges, wantsSnapshot } from '../support/fake-catalog.ts'
import { openShop } from '../support/point.ts'

const many = Array.from({ length: 300 }, (_, i) => product({ name: `Nail ${i}`, barcodes: [`9${i}`] }))

it.each<[string, (path: string) => void]>([
  ['deleted', (path) => rmSync(path)],
  ['emptied', (path) => writeFileSync(path, '')],
  ['overwritten', (path) => writeFileSync(path, Buffer.alloc(40_000, 'no database'))],
  ['cut short', (path) => writeFileSync(path, readFileSync(path).subarray(0, 5_000))],
  ['changed to another schema', (path) => new Database(path).pragma('user_version = 99')],
  [
    'replaced by another database',
    (path) => {
      rmSync(path)
      new Database(path).exec('CREATE TABLE hello (world TEXT); PRAGMA user_version = 1')
    },
  ],
])('downloads the replica again when it was %s while the agent was stopped', async (_, damage) => {
  await using shop = await openShop({ lines: many })
  const sold = await shop.till.sell(shop.tea.id)
  await shop.point.stop()
  damage(shop.point.file('replica.db'))
  await shop.point.start()
  await shop.point.ready()
  await until('it is whole', async () => (await shop.till.search('')).total === 301)
  expect((await shop.till.receipt(sold.receiptNumber)).id).toBe(sold.id)
})

it('discards a replica of another device', async () => {
  await using shop = await openShop()
  await shop.point.stop()
  const db = new Database(shop.point.file('replica.db'))
  db.exec(`UPDATE meta SET value = 'somebody else' WHERE key = 'deviceId'`)
  db.close()
  await shop.hub.goDown()
  await shop.point.start()
  expect((await shop.till.status()).settings).toBeNull()
})

it('downloads the replica again when it is deleted during operation', async () => {
  await using shop = await openShop({ lines: many })
  for (const suffix of ['', '-wal', '-shm']) rmSync(shop.point.file(`replica.db${suffix}`))
  shop.hub.change(product({ name: 'Coffee' }))
  await until('there is a new file', () => existsSync(shop.point.file('replica.db')))
  await until('it is served', async () => (await shop.till.search('coffee')).total === 1)
})

it('detects damaged pages when it reads them, and downloads the replica again', async () => {
  await using shop = await openShop({ lines: many })
  const { point, till, tea } = shop
  await till.add({ productId: tea.id })
  await point.stop()
  // Only the pages of the schema stay readable.
  const bytes = readFileSync(point.file('replica.db'))
  bytes.fill(0x5a, 5 * 4096)
  writeFileSync(point.file('replica.db'), bytes)
  await shop.hub.goDown()
  await point.start()
  expect(await till.send('GET', '/products?search=nail')).toMatchObject({
    status: 503,
    body: { code: 'replica_not_ready' },
  })
  expect((await till.status()).trouble.map(({ code }) => code)).toContain('replica_damaged')
  expect((await till.pay()).sum).toBe(10)
  await shop.hub.comeBack()
  await until('it is whole', async () => (await till.send('GET', '/products')).status === 200)
  await until('the trouble is over', async () => (await till.status()).trouble.length === 0)
})

it('continues selling while a snapshot is loaded', async () => {
  await using shop = await openShop({ lines: many })
  const { hub, till, tea } = shop
  let release = (): void => {}
  hub.interfere = (request, response) => {
    if (!wantsSnapshot(request.url)) return false
    const end = response.end.bind(response)
    response.end = ((body: string) => {
      response.write(body.slice(0, body.length / 2))
      release = () => end(body.slice(body.length / 2))
    }) as never
    return false
  }
  hub.forgetHistory()
  await until('it is being loaded', () => existsSync(shop.point.file('replica.new.db')))
  expect((await till.search('nail')).total).toBe(300)
  expect((await till.sell(tea.id)).receiptNumber).toBe('K7-000001')
  const before = statSync(shop.point.file('replica.db')).ino
  release()
  await until('it is swapped in', () => statSync(shop.point.file('replica.db')).ino !== before)
  expect((await till.search('nail')).total).toBe(300)
})

it('downloads a snapshot again when it cannot replace the replica', async () => {
  await using shop = await openShop()
  const { hub, till, point } = shop
  const replica = point.file('replica.db')
  // The agent can swap in its own file between these two calls.
  await until('a folder stands in its place', () => {
    renameSync(replica, point.file('kept.db'))
    try {
      return mkdirSync(join(replica, 'in the way'), { recursive: true }) !== undefined
    } catch {
      return false
    }
  })
  hub.interfere = (request, response) => {
    if (!wantsChanges(request.url)) return false
    hub.interfere = null
    response.writeHead(200, { 'Content-Type': 'application/x-ndjson' }).end(downloadOf({ kind: 'reset' }))
    return true
  }
  hub.change(product({ name: 'Coffee' }))
  await until('the disk is named', async () =>
    (await till.status()).trouble.some(({ code }) => code === 'disk'),
  )
  rmSync(replica, { recursive: true })
  renameSync(point.file('kept.db'), replica)
  await until('the catalog is back', async () => (await till.send('GET', '/products')).status === 200)
  await until('the trouble is over', async () => (await till.status()).trouble.length === 0)
})

it('limits the size of the log after a large change', async () => {
  await using shop = await openShop()
  const { hub, till, tea, point } = shop
  hub.change(...Array.from({ length: 15_000 }, (_, i) => product({ name: `Nail ${i} ${'x'.repeat(500)}` })))
  await until('it is there', async () => (await till.status()).download.products === 15_001)
  hub.change({ ...tea, v: { ...tea.v, price: 11 } })
  await until('so is the next', async () => (await till.search('tea')).items[0]?.price === 11)
  expect(statSync(`${point.file('replica.db')}-wal`).size).toBeLessThanOrEqual(8 * 1024 * 1024)
})

it('deletes the incomplete snapshot of a killed agent', async () => {
  await using shop = await openShop()
  await shop.point.stop()
  writeFileSync(shop.point.file('replica.new.db'), 'half of it')
  await shop.hub.goDown()
  await shop.point.start()
  expect(existsSync(shop.point.file('replica.new.db'))).toBe(false)
})

it.each([
  ['code', 'UPDATE products SET code = char(0) || code'],
  ['barcode', 'UPDATE barcodes SET barcode = char(0) || barcode'],
])('refuses to sell a product whose %s contains a NUL, and downloads the replica again', async (_, sql) => {
  await using shop = await openShop()
  const { hub, till, tea, point } = shop
  const db = new Database(point.file('replica.db'))
  db.exec(sql)
  db.close()
  expect(await till.send('POST', '/cart/lines', { productId: tea.id })).toMatchObject({
    status: 503,
    body: { code: 'replica_not_ready' },
  })
  await until('it is whole', async () => (await till.send('GET', '/products')).status === 200)
  expect((await till.add({ productId: tea.id })).lines).toMatchObject([{ productId: tea.id }])
  expect(hub.requests.filter(wantsSnapshot)).toHaveLength(2)
})
