import { existsSync } from 'node:fs'
import { expect, it } from 'vitest'
import { until } from '../../support/until.ts'
import { product, settings } from '../support/catalog.ts'
import { downloadOf, wantsChanges, wantsSnapshot } from '../support/fake-catalog.ts'
import { FakeHub } from '../support/fake-hub.ts'
import { openShop, Point } from '../support/point.ts'

it('shows catalog changes at the till immediately', async () => {
  await using shop = await openShop()
  const { hub, till, tea } = shop
  hub.change({ ...tea, v: { ...tea.v, name: 'Fine tea', price: 12.5, barcodes: ['222'] } })
  const found = await until('the change is there', async () => (await till.search('fine')).items[0])
  expect(found).toMatchObject({ id: tea.id, name: 'Fine tea', price: 12.5, barcodes: ['222'] })
  expect((await till.search('4006381333931')).total).toBe(0)
  const coffee = product({ name: 'Coffee' })
  hub.change(coffee, { t: 'product', op: 'del', id: tea.id })
  await until('it is there', async () => (await till.search('coffee')).total === 1)
  expect((await till.search('tea')).total).toBe(0)
  expect((await till.status()).download.products).toBe(1)
})

it('applies all changes of a commit at once', async () => {
  await using shop = await openShop()
  const { hub, till } = shop
  const lines = Array.from({ length: 500 }, (_, i) => product({ name: `Nail ${i}` }))
  hub.change(...lines)
  const seen = new Set<number>()
  await until('all are there', async () => {
    const { total } = await till.search('nail')
    seen.add(total)
    return total === 500
  })
  expect([...seen].every((total) => total === 0 || total === 500)).toBe(true)
})

it('reports that the replica is up to date', async () => {
  await using shop = await openShop()
  const { download, connection, lastContactAt } = await shop.till.status()
  expect(download).toMatchObject({
    state: 'up-to-date',
    products: 1,
    received: null,
    freshAt: expect.any(String),
  })
  expect(connection).toBe('online')
  expect(lastContactAt).not.toBeNull()
})

it('reports the progress of the first download', async () => {
  const lines = Array.from({ length: 1_200 }, (_, i) => product({ name: `Nail ${i}` }))
  await using hub = await FakeHub.start(settings(), ...lines)
  hub.interfere = (request, response) => {
    if (!wantsSnapshot(request.url)) return false
    const end = response.end.bind(response)
    // The last lines are withheld, and the connection stalls.
    response.end = ((body: string) => response.write(body.slice(0, -100), () => {})) as never
    setTimeout(() => end(), 60_000).unref()
    return false
  }
  await using point = await new Point(hub).start()
  await point.enrol()
  const progress = await until('some has come', async () => {
    const { download } = await point.till().status()
    return download.received === 1_000 && download
  })
  expect(progress).toMatchObject({ state: 'first-download', received: 1_000, total: 1_204 })
  expect(await point.till().send('GET', '/cashiers')).toMatchObject({
    status: 503,
    body: { code: 'replica_not_ready' },
  })
})

const middle = (body: string) => Math.floor(body.length / 2)
const beforeFooter = (body: string) => body.lastIndexOf('{"end"')
const inFooter = (body: string) => body.length - 20

it.each([
  ['in the middle by a broken connection', middle, false],
  ['in the middle as if it were complete', middle, true],
  ['in the middle of the footer', inFooter, true],
  ['exactly before the footer', beforeFooter, true],
  ['before the first byte', () => 0, true],
])('keeps the old replica when the download of a snapshot is cut off %s', async (_, at, endsWell) => {
  await using shop = await openShop()
  const { hub, till, tea, point } = shop
  hub.cut = { at, endsWell }
  hub.forgetHistory()
  hub.change({ ...tea, v: { ...tea.v, price: 99 } })
  const seen = hub.requests.length
  await until('it was tried some times', () => hub.requests.length > seen + 3)
  expect((await till.search('tea')).items).toMatchObject([{ price: 10 }])
  expect((await till.sell(tea.id)).sum).toBe(10)
  hub.cut = null
  await until('the new one is there', async () => (await till.search('tea')).items[0]?.price === 99)
  expect(existsSync(point.file('replica.new.db'))).toBe(false)
})

it.each([
  ['in the middle', middle],
  ['exactly before the footer', beforeFooter],
])('applies nothing when the download of changes is cut off %s', async (_, at) => {
  await using shop = await openShop()
  const { hub, till, tea } = shop
  hub.cut = { at, endsWell: true }
  hub.change({ ...tea, v: { ...tea.v, price: 11 } }, product({ name: 'Coffee' }))
  const seen = hub.requests.length
  await until('it was tried some times', () => hub.requests.length > seen + 3)
  expect((await till.search('tea')).items).toMatchObject([{ price: 10 }])
  hub.cut = null
  await until('both are there', async () => (await till.search('coffee')).total === 1)
  expect((await till.search('tea')).items).toMatchObject([{ price: 11 }])
})

it.each([
  ['wrong counts', [], { counts: { product: 7 } }],
  ['a wrong hash', [], { hash: 'f'.repeat(64) }],
  ['no cursor', [], { cursor: null }],
  ['a line of an unknown kind', [{ t: 'dragon', op: 'put', id: 'x', v: {} }], {}],
])('refuses a snapshot with %s', async (_, lines, footer) => {
  await using shop = await openShop()
  const { hub, till } = shop
  hub.interfere = (request, response) => {
    if (!wantsSnapshot(request.url)) return false
    response.writeHead(200, { 'Content-Type': 'application/x-ndjson' })
    response.end(downloadOf({ kind: 'snapshot' }, lines, { cursor: 'c', ...footer }))
    return true
  }
  hub.forgetHistory()
  const trouble = await until('it is told', async () => (await till.status()).trouble[0])
  expect(trouble.code).toBe('hub_error')
  expect((await till.search('tea')).total).toBe(1)
})

it('refuses changes that were altered in transit', async () => {
  await using shop = await openShop()
  const { hub, till, tea } = shop
  let changed = 0
  hub.interfere = (request, response) => {
    if (!wantsChanges(request.url)) return false
    const end = response.end.bind(response)
    response.end = ((body: string) => {
      if (body.includes('"price":11')) changed++
      return end(changed > 0 && changed < 3 ? body.replace('"price":11', '"price":91') : body)
    }) as never
    return false
  }
  const polls = hub.requests.filter(wantsChanges).length
  await until('the next poll is open', () => {
    hub.catalog.wake()
    return hub.requests.filter(wantsChanges).length > polls
  })
  hub.change({ ...tea, v: { ...tea.v, price: 11 } })
  const price = await until('it is there', async () => {
    const [found] = (await till.search('tea')).items
    return found?.price !== 10 && found?.price
  })
  expect(price).toBe(11)
  expect(changed).toBe(3)
})

it('downloads a new snapshot after a reset by the hub', async () => {
  await using shop = await openShop()
  const { hub, till } = shop
  hub.forgetHistory()
  hub.change(product({ name: 'Coffee' }))
  await until('the new catalog is there', async () => (await till.search('coffee')).total === 1)
  expect(hub.requests.filter(wantsSnapshot)).toHaveLength(2)
})

it('waits longer before each repeated snapshot', async () => {
  const timing = { backoffBaseMs: 200, backoffMaxMs: 10_000 }
  await using shop = await openShop({ overrides: { timing } })
  const snapshotsAt: number[] = []
  shop.hub.interfere = (request, response) => {
    if (wantsSnapshot(request.url)) snapshotsAt.push(performance.now())
    if (!wantsChanges(request.url)) return false
    response.writeHead(200, { 'Content-Type': 'application/x-ndjson' }).end(downloadOf({ kind: 'reset' }))
    return true
  }
  shop.hub.forgetHistory()
  await until('there were four', () => snapshotsAt.length === 4)
  const [first = 0, , , fourth = 0] = snapshotsAt
  expect(fourth - first).toBeGreaterThan(100 + 200 + 400 - 50)
  shop.hub.interfere = null
  await until('all is well', async () => (await shop.till.status()).trouble.length === 0)
})

it('continues from its cursor after a restart of the agent', async () => {
  await using shop = await openShop()
  const { hub, point, till } = shop
  await point.stop()
  hub.change(product({ name: 'Coffee' }))
  await point.start()
  await until('the change is there', async () => (await till.search('coffee')).total === 1)
  expect(hub.requests.filter(wantsSnapshot)).toHaveLength(1)
})

it('reports that the retail point was deactivated', async () => {
  await using shop = await openShop()
  shop.hub.change(settings({ isActive: false }))
  const trouble = await until('it is told', async () => (await shop.till.status()).trouble[0])
  expect(trouble.code).toBe('retail_point_inactive')
  shop.hub.change(settings())
  await until('it is over', async () => (await shop.till.status()).trouble.length === 0)
})
