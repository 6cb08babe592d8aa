import { rmSync, writeFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import type { RecallAnswer, RecalledItem } from '#shared/sync/recall.ts'
import { until } from '../../support/until.ts'
import { type FakeHub, json } from '../support/fake-hub.ts'
import { openShop, type Shop } from '../support/point.ts'

const PATH = '/api/pos/v1/sales?'

interface Lever {
  /** Returns the items in the response of the hub, sorted by id. */
  items: () => RecalledItem[]
  pageSize: number
  /** Number of responses before the connection breaks. */
  pages: number
  /** True when the clock of the till went backwards, so that later sales have lower ids. */
  isBackwards: boolean
}

/** Makes the hub return the items of this device in pages. */
function giveBack(hub: FakeHub, changes: Partial<Lever> = {}) {
  const lever: Lever = {
    items: () =>
      hub.deliveries
        .filter(({ type }) => type === 'sale')
        .map((item) => ({
          ...item,
          chain: item.chain ?? hub.deviceId,
          deviceId: hub.deviceId,
          receivedAt: new Date().toISOString(),
        })),
    pageSize: 2,
    pages: Number.POSITIVE_INFINITY,
    isBackwards: false,
    ...changes,
  }
  const queries: URLSearchParams[] = []
  hub.interfere = (request, response) => {
    if (request.method !== 'GET' || !request.url?.startsWith(PATH)) return false
    queries.push(new URLSearchParams(request.url.slice(PATH.length)))
    if (queries.length > lever.pages) {
      response.destroy()
      return true
    }
    const after = queries.at(-1)?.get('after')
    const all = lever.items().toSorted((a, b) => (a.id < b.id !== lever.isBackwards ? -1 : 1))
    const rest = all.slice(all.findIndex(({ id }) => id === after) + 1)
    const items = rest.slice(0, lever.pageSize)
    const next = rest.length > items.length ? (items.at(-1)?.id ?? null) : null
    json(response, 200, { items, next } satisfies RecallAnswer)
    return true
  }
  return { lever, queries }
}

/** Simulates a disk failure that only the identity of the till survives. */
async function loseJournal({ point }: Shop): Promise<void> {
  await point.stop()
  for (const name of ['journal.db', 'backups']) rmSync(point.file(name), { recursive: true })
}

const numbersOf = async ({ till }: Shop) =>
  (await till.receipts()).items.map(({ receiptNumber }) => receiptNumber)

const arrived = (shop: Shop, count: number) =>
  until('all have arrived', () => shop.hub.sales.length === count)

it('recalls sales of this device from the hub after the loss of the journal', async () => {
  await using shop = await openShop()
  const { hub, till, tea, point } = shop
  for (let i = 1; i <= 5; i++) await till.sell(tea.id, i)
  await arrived(shop, 5)
  await loseJournal(shop)
  const { queries } = giveBack(hub)
  await point.start()
  await till.signIn(shop.cashier.id)
  const sold = await till.sell(tea.id)
  expect(sold.receiptNumber).toMatch(/^K7[a-z]{3}-000001$/)
  await until('all are back', async () => (await numbersOf(shop)).length === 6)
  expect(await numbersOf(shop)).toEqual([
    sold.receiptNumber,
    'K7-000005',
    'K7-000004',
    'K7-000003',
    'K7-000002',
    'K7-000001',
  ])
  expect(await till.receipt('K7-000003')).toMatchObject({
    sum: 30,
    printedCount: 1,
    upload: { state: 'accepted' },
  })
  const [since] = queries.map((query) => Date.parse(query.get('since') ?? ''))
  expect((Date.now() - (since ?? 0)) / 86_400_000).toBeCloseTo(90, 1)
  // Recalled sales are not uploaded again.
  await arrived(shop, 6)
  expect((await till.status()).upload.waiting).toBe(0)
  expect(hub.deliveries).toHaveLength(6)
})

it('returns the remaining quantity of a recalled receipt', async () => {
  await using shop = await openShop()
  const { hub, till, tea, point } = shop
  await till.sell(tea.id, 5)
  const takeBack = async (quantity: number) => {
    await till.expect('POST', '/cart/return', { receiptNumber: 'K7-000001' })
    const [line] = (await till.cart()).lines
    await till.expect('PATCH', `/cart/lines/${line?.id}`, { quantity })
    return till.pay()
  }
  await takeBack(2)
  await arrived(shop, 2)
  await loseJournal(shop)
  giveBack(hub, { pageSize: 1, isBackwards: true })
  await point.start()
  await till.signIn(shop.cashier.id)
  await until('both are back', async () => (await numbersOf(shop)).length === 2)
  expect((await till.receipt('K7-000001')).lines).toMatchObject([{ quantity: 5, returnable: 3 }])
  expect(await takeBack(3)).toMatchObject({ originalReceiptNumber: 'K7-000001', sum: 30 })
})

it('resumes an interrupted recall at the page where it stopped', async () => {
  await using shop = await openShop()
  const { hub, till, tea, point } = shop
  for (let i = 0; i < 5; i++) await till.sell(tea.id)
  await arrived(shop, 5)
  await loseJournal(shop)
  const { lever, queries } = giveBack(hub, { pages: 1 })
  await point.start()
  await until('the line has broken', () => queries.length > 2)
  await point.stop()
  lever.pages = Number.POSITIVE_INFINITY
  const requested = queries.length
  await point.start()
  await till.signIn(shop.cashier.id)
  await until('all are back', async () => (await numbersOf(shop)).length === 5)
  expect(queries.slice(requested).map((query) => query.get('after'))).not.toContain(null)
  await point.stop()
  await point.start()
  await till.sell(tea.id)
  await arrived(shop, 6)
  expect(queries).toHaveLength(requested + 2)
})

it('restores no sale twice that was also recovered locally', async () => {
  await using shop = await openShop()
  const { hub, till, tea, point } = shop
  for (let i = 0; i < 3; i++) await till.sell(tea.id)
  await arrived(shop, 3)
  await point.stop()
  rmSync(point.file('backups'), { recursive: true })
  writeFileSync(point.file('journal.db-wal'), 'no log')
  rmSync(point.file('journal.db'))
  const { queries } = giveBack(hub)
  await point.start()
  await until('the hub was asked', () => queries.length >= 2)
  await till.signIn(shop.cashier.id)
  await until('all are back', async () => (await numbersOf(shop)).length === 3)
  await point.stop()
  await point.start()
  expect(await numbersOf(shop)).toHaveLength(3)
})

it('skips a recalled sale whose content does not match its hash', async () => {
  await using shop = await openShop()
  const { hub, till, tea, point } = shop
  for (let i = 0; i < 3; i++) await till.sell(tea.id)
  await arrived(shop, 3)
  await loseJournal(shop)
  const { lever } = giveBack(hub)
  const honest = lever.items
  lever.items = () =>
    honest().map((item) =>
      item.seq === 2 ? { ...item, body: item.body.replace('"sum":10', '"sum":1') } : item,
    )
  await point.start()
  await till.signIn(shop.cashier.id)
  await until('the others are back', async () => (await numbersOf(shop)).length === 2)
  expect(await numbersOf(shop)).toEqual(['K7-000003', 'K7-000001'])
})

it('recalls receipts of the replaced device', async () => {
  await using old = await openShop()
  await using shop = await openShop()
  await old.till.sell(old.tea.id)
  await arrived(old, 1)
  await loseJournal(shop)
  rmSync(shop.point.file('device.json'))
  shop.hub.replacesDeviceId = old.hub.deviceId
  const forerunner = () =>
    old.hub.deliveries.map(
      (item): RecalledItem => ({
        ...item,
        chain: old.hub.deviceId,
        deviceId: old.hub.deviceId,
        receivedAt: new Date().toISOString(),
      }),
    )
  giveBack(shop.hub, { items: forerunner })
  await shop.point.start()
  await shop.point.enrol()
  await shop.point.ready()
  await shop.till.signIn(shop.cashier.id)
  await until('it is there', async () => (await numbersOf(shop)).length === 1)
  expect((await shop.till.receipt('K7-000001')).id).toBe(old.hub.sales[0]?.id)
  await shop.till.expect('POST', '/cart/return', { receiptNumber: 'K7-000001' })
  expect((await shop.till.cart()).lines).toHaveLength(1)
})

it('recalls nothing when no journal was lost', async () => {
  await using shop = await openShop()
  const { queries } = giveBack(shop.hub)
  await shop.till.sell(shop.tea.id)
  await arrived(shop, 1)
  expect(queries).toEqual([])
})
