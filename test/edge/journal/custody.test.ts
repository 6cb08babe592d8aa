import { expect, it } from 'vitest'
import { must } from '#shared/std/must.ts'
import { until } from '../../support/until.ts'
import { openShop, type Shop } from '../support/point.ts'

const waiting = async ({ till }: Shop) => (await till.status()).upload.waiting
const drained = (shop: Shop) => until('the outbox is empty', async () => (await waiting(shop)) === 0)
const highest = ({ hub }: Shop) => hub.custody[0]?.highest ?? 0
const timesDelivered = ({ hub }: Shop, seq: number) =>
  hub.deliveries.filter((item) => item.seq === seq).length

async function sell(shop: Shop, sales: number): Promise<void> {
  for (let i = 0; i < sales; i++) await shop.till.sell(shop.tea.id)
  await drained(shop)
}

it('uploads sales again, without a request, when the hub was restored from a backup', async () => {
  await using shop = await openShop()
  await sell(shop, 2)
  const backup = shop.hub.backUp()
  await sell(shop, 3)
  for (const _ of ['once', 'and again']) {
    shop.hub.restore(backup)
    expect(highest(shop)).toBe(2)
    await until('the hub is complete', () => highest(shop) === 5)
    await drained(shop)
  }
  expect(shop.hub.custody).toEqual([{ chain: shop.hub.deviceId, watermark: 5, highest: 5, holes: [] }])
})

it('uploads lost items of an earlier chain again', async () => {
  await using shop = await openShop()
  const { hub } = shop
  const empty = hub.backUp()
  await sell(shop, 2)
  const chain = '0190a000-0000-7000-8000-00000000000a'
  hub.directives = [{ code: 'new_chain', chain, series: 'K8' }]
  await sell(shop, 1)
  await sell(shop, 1)
  hub.restore(empty)
  await until('the hub is complete', () => hub.custody.length === 2)
  await drained(shop)
  expect(hub.custody).toContainEqual({ chain: hub.deviceId, watermark: 3, highest: 3, holes: [] })
  expect(hub.custody).toContainEqual({ chain, watermark: 1, highest: 1, holes: [] })
})

it('uploads items again that the hub reports as missing', async () => {
  await using shop = await openShop()
  await sell(shop, 3)
  shop.hub.claim = ([one]) => [{ ...must(one), watermark: 1, holes: [2] }]
  await sell(shop, 1)
  await until('it came again', () => timesDelivered(shop, 2) === 2)
  shop.hub.claim = null
  await drained(shop)
  expect([1, 2, 3, 4].map((seq) => timesDelivered(shop, seq))).toEqual([1, 2, 1, 1])
})

it('stops uploading items again when the hub keeps reporting inconsistent custody', async () => {
  await using shop = await openShop({ overrides: { timing: { reportEveryMs: 10 } } })
  await sell(shop, 3)
  shop.hub.claim = ([one]) => [{ ...must(one), watermark: 1, highest: 2, holes: [2] }]
  await sell(shop, 5)
  expect(timesDelivered(shop, 2)).toBeLessThanOrEqual(2)
  expect(timesDelivered(shop, 3)).toBeLessThanOrEqual(2)
  const { length } = shop.hub.deliveries
  const reports = shop.hub.reports.length
  await until('the hub has said it again and again', () => shop.hub.reports.length > reports + 10)
  expect(shop.hub.deliveries).toHaveLength(length)
})

it('starts a new chain when the hub directs it', async () => {
  await using shop = await openShop()
  const { hub, till } = shop
  await sell(shop, 1)
  const chain = '0190a000-0000-7000-8000-00000000000b'
  hub.directives = [{ code: 'new_chain', chain, series: 'K8' }, { code: 'dance' }]
  await sell(shop, 1)
  await sell(shop, 2)
  expect(hub.deliveries.map((item) => [item.chain, item.seq])).toEqual([
    [undefined, 1],
    [undefined, 2],
    [chain, 1],
    [chain, 2],
  ])
  expect((await till.receipts()).items.map(({ receiptNumber }) => receiptNumber)).toEqual([
    'K8-000002',
    'K8-000001',
    'K7-000002',
    'K7-000001',
  ])
  expect(hub.chains).toMatchObject([
    { id: hub.deviceId, series: 'K7', reason: 'enrolled' },
    { id: chain, series: 'K8', reason: 'fork' },
  ])
})

it('uploads a chain again, only once, when the hub lacks its last acknowledged item', async () => {
  await using shop = await openShop({ overrides: { timing: { reportEveryMs: 50 } } })
  const { hub } = shop
  await sell(shop, 2)
  const last = must(hub.deliveries.at(-1))
  await until('it is named', () => hub.chains?.[0]?.acknowledged === last.id)
  hub.directives = [{ code: 'offer_again', chain: hub.deviceId }]
  await until('both have come again', () => timesDelivered(shop, 1) === 2 && timesDelivered(shop, 2) === 2)
  await drained(shop)
  const reports = hub.reports.length
  await until('the hub has said it again', () => hub.reports.length > reports + 1)
  expect(hub.deliveries).toHaveLength(4)
})

it('uploads a chain again when the hub reports the loss together with new acknowledgements', async () => {
  await using shop = await openShop()
  const { hub } = shop
  await sell(shop, 1)
  hub.directives = [{ code: 'offer_again', chain: hub.deviceId }]
  await sell(shop, 1)
  await until('the first has come again', () => timesDelivered(shop, 1) === 2)
})

it('detects an outdated journal when the hub has more items than it', async () => {
  await using shop = await openShop()
  const { hub, till } = shop
  await sell(shop, 1)
  hub.claim = ([one, ...others]) => [{ ...must(one), watermark: 57, highest: 57 }, ...others]
  await sell(shop, 1)
  await sell(shop, 2)
  expect(hub.deliveries.map(({ chain, seq }) => [chain === undefined, seq])).toEqual([
    [true, 1],
    [true, 2],
    [false, 1],
    [false, 2],
  ])
  expect(hub.chains?.map(({ series, reason }) => [series, reason])).toEqual([
    ['K7', 'enrolled'],
    [expect.stringMatching(/^K7[a-z]{3}$/), 'journal_restored'],
  ])
  expect((await till.status()).trouble).toContainEqual(
    expect.objectContaining({ code: 'journal_restored', detail: expect.stringContaining('57') }),
  )
})

it('reports its state soon after startup and regularly afterwards', async () => {
  await using shop = await openShop({ overrides: { timing: { reportEveryMs: 100 } } })
  const { hub } = shop
  const report = await until('it has reported', () => hub.reports.find((one) => one.productCount === 1))
  const { length } = hub.reports
  await until('it goes on', () => hub.reports.length > length + 1)
  expect(hub.uploads).toEqual([])
  expect(report).toMatchObject({
    agentVersion: expect.any(String),
    waiting: 0,
    oldestWaitingAt: null,
    replicaFreshAt: expect.any(String),
    clockOffsetMs: expect.any(Number),
    diskFreeBytes: expect.any(Number),
    troubles: [],
  })
  expect(report.journalBytes).toBeGreaterThan(0)
})

it('reports waiting items and trouble', async () => {
  await using shop = await openShop({ overrides: { timing: { reportEveryMs: 100 } } })
  shop.hub.outcomeOf = () => 'later'
  shop.hub.offsetMs = 3 * 24 * 60 * 60_000
  await shop.till.sell(shop.tea.id)
  const report = await until('it is told', () => shop.hub.reports.find((one) => one.waiting === 1))
  expect(report).toMatchObject({ oldestWaitingAt: expect.any(String), unprinted: 1 })
  await until('the clock is told', () =>
    shop.hub.reports.at(-1)?.troubles?.some(({ code }) => code === 'clock_wrong'),
  )
})

it('uploads sales even when its reports are refused', async () => {
  await using shop = await openShop({ overrides: { timing: { backoffBaseMs: 50, reportEveryMs: 60_000 } } })
  const { hub, point, tea } = shop
  await point.stop()
  hub.refuse = (sales) => (sales.length === 0 ? 400 : null)
  await point.start()
  await until('the first was refused', () => hub.requests.filter((one) => one.includes('/sales')).length > 2)
  await shop.till.signIn(shop.cashier.id)
  await shop.till.sell(tea.id)
  await drained(shop)
})
