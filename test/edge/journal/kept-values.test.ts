import { readFileSync, writeFileSync } from 'node:fs'
import Database from 'better-sqlite3'
import { expect, it } from 'vitest'
import { newId } from '#shared/std/ids.ts'
import { must } from '#shared/std/must.ts'
import { until } from '../../support/until.ts'
import { product } from '../support/catalog.ts'
import { openShop, type Shop } from '../support/point.ts'

type Damage = (value: string) => string | Buffer

/** Ways in which a disk error can damage a value. */
const DAMAGES: [string, Damage][] = [
  ['a NUL in it', (value) => `${value.slice(0, 3)}\0${value.slice(4)}`],
  ['another letter', (value) => `${value.slice(0, -1)}${value.endsWith('a') ? 'b' : 'a'}`],
  ['garbage', () => '\u{fffd}{[ %00\n\u202e'],
  ['nothing in it', () => ''],
  ['a hundred kilobytes', (value) => value + 'x'.repeat(100_000)],
  ['another type', () => Buffer.from([0, 0xff, 7])],
]

interface Place {
  name: string
  damage: (shop: Shop, spoil: Damage) => void
}

const path = ({ point }: Shop, file: string) => point.file(file)

function inFile(file: string, member: string, bytes?: number): Place {
  return {
    name: `${member} of ${file}`,
    damage: (shop, spoil) => {
      const content = JSON.parse(readFileSync(path(shop, file), 'utf8').slice(0, bytes))
      writeFileSync(
        path(shop, file),
        JSON.stringify({ ...content, [member]: spoil(String(content[member])) }),
      )
    },
  }
}

/**
 * Returns a stored value of a table. Its damage bypasses types, triggers and constraints, like flipped bits
 * on a disk.
 */
function inTable(file: string, table: string, column: string, where: string): Place {
  return {
    name: `${column} of ${table} where ${where}`,
    damage: (shop, spoil) => {
      withoutGuards(path(shop, file), table, (db) => {
        const value = db.prepare(`SELECT ${column} FROM ${table} WHERE ${where}`).pluck().get()
        db.prepare(`UPDATE ${table} SET ${column} = ? WHERE ${where}`).run(spoil(String(value)))
      })
    },
  }
}

function withoutGuards(file: string, table: string, work: (db: Database.Database) => void): void {
  const open = (): Database.Database => {
    const db = new Database(file).unsafeMode(true)
    for (const pragma of ['foreign_keys = OFF', 'ignore_check_constraints = ON', 'writable_schema = ON'])
      db.pragma(pragma)
    return db
  }
  const setSql = (sql: unknown): void => {
    const db = open()
    db.prepare(`UPDATE sqlite_schema SET sql = ? WHERE type = 'table' AND name = ?`).run(sql, table)
    db.close()
  }
  const first = open()
  const sql = String(first.prepare('SELECT sql FROM sqlite_schema WHERE name = ?').pluck().get(table))
  const triggers = first
    .prepare<[], { name: string; sql: string }>(`SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'`)
    .all()
  for (const { name } of triggers) first.exec(`DROP TRIGGER ${name}`)
  first.close()
  setSql(sql.replace(/\) STRICT, WITHOUT ROWID$/, ') WITHOUT ROWID').replace(/\) STRICT$/, ')'))
  const loose = open()
  work(loose)
  for (const trigger of triggers) loose.exec(trigger.sql)
  loose.close()
  setSql(sql)
}

const UNSENT = 'position = (SELECT max(position) FROM outbox)'
const REPLICA_MARKS = ['deviceId', 'cursor', 'freshAt'].map((key) =>
  inTable('replica.db', 'meta', 'value', `key = '${key}'`),
)
const ENTRIES = ['id', 'type', 'body', 'prev_hash', 'hash', 'recorded_at', 'chain', 'seq'].map((column) =>
  inTable('journal.db', 'entries', column, UNSENT),
)

const KEPT: Place[] = [
  ...['clientId', 'clientSecret', 'deviceId', 'series', 'hubUrl', 'chains'].map((member) =>
    inFile('device.json', member),
  ),
  ...['device', 'deviceId'].map((key) => inTable('journal.db', 'meta', 'value', `key = '${key}'`)),
  ...(['recall', 'incident'] as const).map(metaRow),
  ...['id', 'series', 'reason'].map((column) => inTable('journal.db', 'chains', column, 'number = 1')),
  ...ENTRIES,
  {
    name: 'an item of the outbox',
    damage: (shop) =>
      withoutGuards(path(shop, 'journal.db'), 'outbox', (db) => {
        db.exec(
          'UPDATE outbox SET position = position + 1000000 WHERE position = (SELECT max(position) FROM outbox)',
        )
      }),
  },
  ...['chain', 'seq'].map((member) => inFile('high-water.json', member, 128)),
  ...REPLICA_MARKS,
]

/** Returns a stored value that exists only temporarily. Its damage inserts a damaged row. */
function metaRow(key: 'recall' | 'incident'): Place {
  const values = {
    recall: { since: new Date(0).toISOString(), after: newId() },
    incident: { at: new Date().toISOString(), detail: 'it was lost' },
  }
  return {
    name: `${key} of the journal`,
    damage: (shop, spoil) => {
      withoutGuards(path(shop, 'journal.db'), 'meta', (db) => {
        db.prepare('INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)').run(
          key,
          spoil(JSON.stringify(values[key])),
        )
      })
    },
  }
}

/** Waits until the hub has all sales and the till has all changes of the hub. */
async function recovers(shop: Shop, sold: readonly string[], what: string): Promise<void> {
  const { hub, till, point } = shop
  const name = `Fresh${newId().slice(-8)}`
  hub.change(product({ name }))
  await hub.comeBack()
  await point.ready()
  await until(`${what}: somebody can sign in`, async () => {
    return (await till.send('POST', '/session', { cashierId: shop.cashier.id, pin: '1234' })).status === 200
  })
  await until(`${what}: the change is there`, async () => (await till.search(name)).total === 1)
  const last = await till.sell(shop.tea.id)
  await until(`${what}: all has gone`, async () => (await till.status()).upload.waiting === 0)
  const arrived = hub.sales.map(({ receiptNumber }) => receiptNumber)
  expect(arrived.toSorted(), what).toEqual([...sold, last.receiptNumber].toSorted())
  await until(`${what}: nothing is wrong with head office`, async () => {
    const { trouble, connection } = await till.status()
    return connection === 'online' && !trouble.some(({ code }) => code !== 'journal_restored')
  })
}

it.each(KEPT)('recovers at startup from damage of $name', async ({ damage }) => {
  await using shop = await openShop()
  const { hub, till, tea, point } = shop
  const sold: string[] = []
  for (const [what, spoil] of DAMAGES) {
    await hub.goDown()
    for (let i = 0; i < 2; i++) sold.push((await till.sell(tea.id)).receiptNumber)
    await point.stop()
    damage(shop, spoil)
    await point.start()
    await recovers(shop, sold, what)
    sold.push(must(hub.sales.at(-1)).receiptNumber)
  }
})

/**
 * Makes a sale, and waits for a restart if needed. An agent that detects damage in its journal exits, and its
 * supervisor restarts it.
 */
async function sellWhenMended({ point, till, tea, cashier }: Shop): Promise<void> {
  const answer = await till.send('POST', '/cart/lines', { productId: tea.id })
  expect(answer.status).toBe(200)
  const { id, version, sum } = await till.cart()
  const payments = [{ type: 'Cash', amount: sum }]
  const paid = await till.send('POST', '/cart/pay', { cartId: id, cartVersion: version, payments })
  if (paid.status === 201) return
  expect(paid).toMatchObject({ status: 503, body: { code: 'not_ready' } })
  await point.stop()
  await point.start()
  await till.signIn(cashier.id)
  await till.sell(tea.id)
}

it.each([...REPLICA_MARKS, ...ENTRIES])(
  'recovers during operation from damage of $name',
  async ({ damage }) => {
    await using shop = await openShop()
    const { hub, till } = shop
    let sales = 0
    for (const [what, spoil] of DAMAGES) {
      await hub.goDown()
      for (let i = 0; i < 2; i++, sales++) await sellWhenMended(shop)
      damage(shop, spoil)
      const name = `Fresh${newId().slice(-8)}`
      hub.change(product({ name }))
      await hub.comeBack()
      await until(`${what}: the change is there`, async () => (await till.search(name)).total === 1)
      await until(`${what}: all has gone`, async () => (await till.status()).upload.waiting === 0)
      // Unreadable items are uploaded as raw items, which a user can inspect.
      const arrived = new Set([...hub.deliveries, ...hub.raw].map(({ id }) => id))
      expect(arrived.size, what).toBe(sales)
    }
  },
)

it('sells from a catalog with a damaged cursor while the hub is down', async () => {
  await using shop = await openShop()
  const { hub, till, tea, point } = shop
  await hub.goDown()
  for (const [, spoil] of DAMAGES) {
    await point.stop()
    must(REPLICA_MARKS[1]).damage(shop, spoil)
    await point.start()
    expect((await till.sell(tea.id)).sum).toBe(10)
  }
})

it('restarts a download whose cursor contains a NUL', async () => {
  await using shop = await openShop()
  const { hub, till, tea } = shop
  const [, spoil] = must(DAMAGES[0])
  must(REPLICA_MARKS[1]).damage(shop, spoil)
  hub.catalog.wake()
  hub.change({ ...tea, v: { ...tea.v, price: 12 } })
  await until('the price is there', async () => (await till.search('tea')).items[0]?.price === 12)
  expect(hub.requests.filter((url) => url.includes('%00'))).toEqual([])
})

it.each(['etag', 'sha256', 'unpackedBytes', 'packedBytes'])(
  'recovers from a partly downloaded snapshot whose %s is damaged',
  async (member) => {
    await using shop = await openShop({ lines: Array.from({ length: 500 }, () => product()) })
    const { hub, point, till } = shop
    hub.catalog.hasFile = true
    for (const [what, spoil] of DAMAGES) {
      const isFile = (url: string | undefined) => url?.includes('/sync/snapshot') ?? false
      // Only half of the file is downloaded.
      hub.fileBytesPerConnection = Math.ceil(hub.catalog.file(true).packed.length / 2)
      let parts = 0
      hub.interfere = (request, response) =>
        isFile(request.url) && ++parts > 1 && Boolean(response.writeHead(503).end())
      hub.forgetHistory()
      await until(`${what}: half of it is here`, () => parts > 1)
      await point.stop()
      inFile('replica.new.gz.json', member).damage(shop, spoil)
      hub.fileBytesPerConnection = Number.POSITIVE_INFINITY
      hub.interfere = null
      const name = `Fresh${newId().slice(-8)}`
      hub.change(product({ name }))
      await point.start()
      await until(`${what}: all is there`, async () => (await till.search(name)).total === 1)
      await until(`${what}: the trouble is over`, async () => (await till.status()).trouble.length === 0)
    }
  },
)
