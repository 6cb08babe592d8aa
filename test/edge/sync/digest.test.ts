import { readFileSync, writeFileSync } from 'node:fs'
import Database from 'better-sqlite3'
import { expect, it } from 'vitest'
import { newId } from '#shared/std/ids.ts'
import { REPLICA_KINDS } from '#shared/sync/replica-kinds.ts'
import { until } from '../../support/until.ts'
import {
  card,
  customer,
  giftVoucher,
  priceType,
  product,
  program,
  promotion,
  stock,
  storeReceipt,
  vatRate,
} from '../support/catalog.ts'
import { wantsSnapshot } from '../support/fake-catalog.ts'
import { openShop, type Shop } from '../support/point.ts'

const OFTEN = { overrides: { timing: { digestEveryMs: 50 } } }
const repairs = ({ hub }: Shop) => hub.requests.filter((request) => request.includes('repair='))
const compared = ({ hub }: Shop) => hub.requests.filter((request) => request.includes('digest=true')).length

/** Wakes the long poll until the replica has been compared at least `times` more times. */
async function nextComparison(shop: Shop, times = 1): Promise<void> {
  const before = compared(shop)
  await until('it is compared', () => {
    shop.hub.catalog.wake()
    return compared(shop) >= before + times
  })
}

/** Changes the replica on disk, even while the agent runs. */
function damage(shop: Shop, sql: string): void {
  const db = new Database(shop.point.file('replica.db'))
  db.exec(sql)
  db.close()
}

it('compares an intact replica regularly without repairs', async () => {
  await using shop = await openShop(OFTEN)
  await nextComparison(shop, 3)
  expect(repairs(shop)).toEqual([])
  expect((await shop.till.status()).trouble).toEqual([])
})

it('does not compare the replica after an ordinary change', async () => {
  await using shop = await openShop()
  shop.hub.change(product({ name: 'Coffee' }))
  await until('it is there', async () => (await shop.till.search('coffee')).total === 1)
  expect(compared(shop)).toBe(0)
})

it('compares the replica after an unclean stop', async () => {
  await using shop = await openShop()
  await shop.point.stop()
  // A killed agent leaves this file behind.
  writeFileSync(shop.point.file('replica.db-wal'), '')
  await shop.point.start()
  await until('it is compared', () => compared(shop) > 0)
})

it.each([
  ['a price', `UPDATE products SET price = price + 1 WHERE code = 'TEA'`],
  ['a name', `UPDATE products SET name = 'Teb' WHERE code = 'TEA'`],
  ['a barcode', `UPDATE barcodes SET barcode = '4006381333932'`],
  ['a cashier', `UPDATE cashiers SET permissions = replace(permissions, 'pos.sell', 'pos.tell')`],
  ['a setting', `UPDATE settings SET body = replace(body, '"vatIncluded":true', '"vatIncluded":false')`],
  ['a unit', 'UPDATE units SET is_fractional = 1'],
  ['a group', `UPDATE groups SET sort_order = 7`],
])('repairs %s that changed on disk, with one repair request and without a new snapshot', async (_, sql) => {
  await using shop = await openShop(OFTEN)
  const { till, tea, hub } = shop
  damage(shop, sql)
  await nextComparison(shop)
  await until('a part is asked for again', () => repairs(shop).length > 0)
  await nextComparison(shop, 2)
  expect(repairs(shop)).toHaveLength(1)
  expect(hub.requests.filter(wantsSnapshot)).toHaveLength(1)
  await until('the trouble is over', async () => (await till.status()).trouble.length === 0)
  expect((await till.search('tea')).items).toMatchObject([{ price: 10, barcodes: ['4006381333931'] }])
  expect((await till.add({ code: '4006381333931' })).lines[0]).toMatchObject({ productId: tea.id, price: 10 })
})

it('removes a surplus record of a kind of which the hub has no records', async () => {
  await using shop = await openShop(OFTEN)
  damage(shop, `INSERT INTO stock (id, quantity) VALUES ('${newId()}', 1000)`)
  await nextComparison(shop)
  await until('its bucket is asked for again', () => repairs(shop).length > 0)
  await nextComparison(shop, 2)
  expect(repairs(shop)).toHaveLength(1)
  await until('the trouble is over', async () => (await shop.till.status()).trouble.length === 0)
})

it('repairs a flipped byte in a row', async () => {
  const lines = Array.from({ length: 20 }, (_, i) =>
    product({ name: `Nail ${i}`, code: `N${i}`, price: 1_234.56 }),
  )
  await using shop = await openShop({ ...OFTEN, lines })
  const { point, till, hub } = shop
  await point.stop()
  const path = point.file('replica.db')
  const bytes = readFileSync(path)
  // These are the bytes of 123456 as SQLite stores them in a row, after the kind of the product.
  const price = Buffer.concat([Buffer.from('Product'), Buffer.from([0x01, 0xe2, 0x40])])
  const at = bytes.indexOf(price)
  expect(at).toBeGreaterThan(0)
  bytes[at + price.length - 1] = 0x41
  writeFileSync(path, bytes)
  await hub.goDown()
  await point.start()
  await till.signIn(shop.cashier.id)
  const prices = async () => new Set((await till.search('nail')).items.map((one) => one.price))
  expect(await prices()).toEqual(new Set([1_234.56, 1_234.57]))
  await hub.comeBack()
  await until('it is healed', async () => {
    hub.catalog.wake()
    return (await prices()).size === 1
  })
  expect(await prices()).toEqual(new Set([1_234.56]))
  expect(hub.requests.filter(wantsSnapshot)).toHaveLength(1)
})

it('repairs a flipped byte in an index', async () => {
  await using shop = await openShop({ ...OFTEN, lines: [product({ name: 'Needle', code: 'NEEDLE7' })] })
  const { point, till } = shop
  await point.stop()
  const path = point.file('replica.db')
  const db = new Database(path)
  const page = db
    .prepare<[], number>(`SELECT rootpage FROM sqlite_schema WHERE name = 'products_code'`)
    .pluck()
  const from = ((page.get() ?? 0) - 1) * Number(db.pragma('page_size', { simple: true }))
  db.close()
  const bytes = readFileSync(path)
  bytes[bytes.indexOf('NEEDLE7', from)] = 0x58
  writeFileSync(path, bytes)
  await point.start()
  await till.signIn(shop.cashier.id)
  await until('it is healed', async () => {
    await nextComparison(shop)
    return (await till.add({ code: 'NEEDLE7' }).catch(() => null)) !== null
  })
})

it('repairs a flipped byte in the search index', async () => {
  await using shop = await openShop({ ...OFTEN, lines: [product({ name: 'Zither', code: 'N7' })] })
  const { point, till, hub } = shop
  await point.stop()
  const path = point.file('replica.db')
  const bytes = readFileSync(path)
  // The lowercase word occurs only in the search index.
  const word = bytes.indexOf('zither')
  expect(word).toBeGreaterThan(0)
  bytes.write('zithes', word)
  writeFileSync(path, bytes)
  await hub.goDown()
  await point.start()
  await till.signIn(shop.cashier.id)
  expect((await till.search('zither')).total).toBe(0)
  await hub.comeBack()
  await until('it is healed', async () => {
    await nextComparison(shop)
    return (await till.search('zither')).total === 1
  })
  expect(hub.requests.filter(wantsSnapshot)).toHaveLength(1)
})

it('counts damage, and reports it until it is repaired', async () => {
  await using shop = await openShop(OFTEN)
  const { hub, till, point } = shop
  hub.interfere = (request, response) => {
    if (!request.url?.includes('repair=')) return false
    response.writeHead(503).end()
    return true
  }
  damage(shop, 'UPDATE products SET price = price + 1')
  await nextComparison(shop)
  await until('it is told', async () =>
    (await till.status()).trouble.some(({ code }) => code === 'replica_damaged'),
  )
  expect((await till.sell(shop.tea.id)).receiptNumber).toBe('K7-000001')
  hub.interfere = null
  await until('it is over', async () => (await till.status()).trouble.length === 0)
  const metrics = await (await fetch(`${point.url}/metrics`)).text()
  expect(metrics).toContain('counterfoil_agent_replica_damages_total 1')
})

it.each([
  ['settings', `UPDATE settings SET body = replace(body, '{', '[')`],
  ['cashiers', `UPDATE cashiers SET permissions = replace(permissions, '[', '{')`],
])('downloads the replica again immediately when %s cannot be read', async (_, sql) => {
  await using shop = await openShop()
  const { hub, till, point } = shop
  await point.stop()
  damage(shop, sql)
  await point.start()
  await till.send('GET', '/cashiers')
  await until('it is downloaded again', () => hub.requests.filter(wantsSnapshot).length === 2)
  await until('all is well', async () => (await till.status()).trouble.length === 0)
  await till.signIn(shop.cashier.id)
  expect((await till.sell(shop.tea.id)).sum).toBe(10)
})

it('downloads the replica again after a row is lost', async () => {
  await using shop = await openShop(OFTEN)
  const { hub, till } = shop
  damage(shop, `DELETE FROM products WHERE code = 'TEA'`)
  await nextComparison(shop)
  await until('it is there again', async () => (await till.search('tea')).total === 1)
  await until('it is downloaded again', () => hub.requests.filter(wantsSnapshot).length === 2)
  await until('all is well', async () => (await till.status()).trouble.length === 0)
  expect((await till.search('tea')).items).toMatchObject([{ barcodes: ['4006381333931'] }])
})

it('downloads the replica again when a product exists twice', async () => {
  await using shop = await openShop(OFTEN)
  const { hub, point, till } = shop
  await point.stop()
  const db = new Database(point.file('replica.db')).unsafeMode()
  // A product can exist twice when its index entry is lost and the product changes afterwards.
  db.exec(`
    DROP INDEX products_id;
    CREATE TEMP TABLE twin AS SELECT * FROM products WHERE code = 'TEA';
    UPDATE twin SET row_id = 1000;
    INSERT INTO products SELECT * FROM twin;
    CREATE INDEX products_id ON products (id);
    PRAGMA writable_schema = ON;
    UPDATE sqlite_schema SET sql = 'CREATE UNIQUE INDEX products_id ON products (id)' WHERE name = 'products_id';`)
  db.close()
  await point.start()
  await till.signIn(shop.cashier.id)
  await until('it is downloaded again', () => {
    hub.catalog.wake()
    return hub.requests.filter(wantsSnapshot).length === 2
  })
  await until('all is well', async () => (await till.status()).trouble.length === 0)
  expect((await till.search('tea')).total).toBe(1)
})

it('downloads the replica again when repairs do not help', async () => {
  await using shop = await openShop(OFTEN)
  const { hub, till, tea } = shop
  hub.interfere = (request, response) => {
    if (!request.url?.includes('repair=')) return false
    request.url = request.url.replace(/&?repair=[^&]+/, '')
    return Boolean(response) && false
  }
  damage(shop, 'UPDATE products SET price = price + 1')
  await nextComparison(shop)
  await until('it is downloaded again', () => hub.requests.filter(wantsSnapshot).length === 2)
  await until('all is well', async () => (await till.status()).trouble.length === 0)
  expect((await till.search('tea')).items[0]).toMatchObject({ id: tea.id, price: 10 })
})

it('applies a change that the hub did not announce', async () => {
  await using shop = await openShop(OFTEN)
  const { hub, till, tea } = shop
  hub.catalog.changeSilently({ ...tea, v: { ...tea.v, price: 77 } })
  await nextComparison(shop)
  await until('it is there', async () => (await till.search('tea')).items[0]?.price === 77)
})

it('compares records of all kinds without differences', async () => {
  await using shop = await openShop({
    lines: [
      stock(newId(), 3),
      priceType(),
      vatRate(),
      customer(),
      storeReceipt(),
      program(),
      promotion(),
      card(newId()),
      giftVoucher('7000', 5),
    ],
  })
  expect(Object.keys(shop.hub.catalog.digest()).toSorted()).toEqual([...REPLICA_KINDS].toSorted())
})
