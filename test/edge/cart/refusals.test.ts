import type { IncomingMessage } from 'node:http'
import { describe, expect, it } from 'vitest'
import { Journal } from '#edge/journal/journal.ts'
import { newId } from '#shared/std/ids.ts'
import { until } from '../../support/until.ts'
import { product } from '../support/catalog.ts'
import { wantsChanges, wantsSnapshot } from '../support/fake-catalog.ts'
import { type FakeHub, PAIRING_CODE, problem } from '../support/fake-hub.ts'
import { openShop, Point, type Shop } from '../support/point.ts'

/** Statuses that no protocol request receives in normal operation. */
const UNEXPECTED = [400, 404, 405, 409, 410, 413, 414, 415, 422, 431]
/** Number of refusals after which the agent starts over. */
const A_WHILE = 7

type RequestTarget = Pick<IncomingMessage, 'method' | 'url'>

interface Errand {
  name: string
  isHit: (request: RequestTarget) => boolean
  /** Prepares the agent to send this request when the hub is reachable again. */
  prepare: (shop: Shop) => void | Promise<void>
  /** Label by which the metrics count refusals of the request. */
  counter: 'upload' | 'download' | 'recall'
  /** Codes of the trouble shown to the cashier. */
  trouble: string[]
}

/** All requests that an enrolled agent sends without a user. */
const ERRANDS: Errand[] = [
  {
    name: 'token',
    isHit: ({ url }) => url === '/~/connect/token',
    prepare: ({ hub }) => hub.forgetTokens(),
    counter: 'download',
    trouble: ['hub_error', 'hub_refused_device'],
  },
  {
    name: 'changes',
    isHit: ({ url }) => wantsChanges(url),
    prepare: () => {},
    counter: 'download',
    trouble: ['hub_error'],
  },
  {
    name: 'snapshot lines',
    isHit: ({ url }) => wantsSnapshot(url),
    prepare: ({ hub }) => {
      hub.catalog.hasFile = false
      hub.forgetHistory()
    },
    counter: 'download',
    trouble: ['hub_error'],
  },
  {
    name: 'upload',
    isHit: ({ method, url }) => method === 'POST' && url === '/api/pos/v1/sales',
    prepare: () => {},
    counter: 'upload',
    trouble: ['hub_error', 'sale_too_large'],
  },
  {
    name: 'recall',
    isHit: ({ method, url }) => method === 'GET' && /\/v1\/sales\?/.test(url ?? ''),
    prepare: async ({ point }) => {
      await point.stop()
      const journal = Journal.open(point.file('journal.db'))
      journal.transact((tx) => tx.meta.setRecall({ since: null, after: null }))
      journal.close()
      await point.start()
    },
    counter: 'recall',
    trouble: ['hub_error'],
  },
]

/** Refuses the first `times` matching requests and returns a counter of refusals. */
function refuse(hub: FakeHub, status: number, isHit: (request: RequestTarget) => boolean, times: number) {
  const refused = { count: 0 }
  hub.interfere = (request, response) => {
    if (!isHit(request) || refused.count >= times) return false
    refused.count++
    problem(response, status, 'invalid_request')
    return true
  }
  return refused
}

/** Creates two waiting sales while the hub is down, and a catalog change at the hub. */
async function openWithWork(shop: Shop, errand: Errand) {
  const { hub, till, tea } = shop
  await hub.goDown()
  const sold = [(await till.sell(tea.id)).id, (await till.sell(tea.id)).id]
  await errand.prepare(shop)
  const name = `Fresh${newId().slice(-8)}`
  hub.change(product({ name }))
  return { sold, name }
}

async function isWhole({ hub, till }: Shop, { sold, name }: { sold: string[]; name: string }, what: string) {
  await until(`${what}: the change is there`, async () => (await till.search(name)).total === 1)
  await until(`${what}: all has gone`, async () => (await till.status()).upload.waiting === 0)
  await until(`${what}: the trouble is over`, async () => (await till.status()).trouble.length === 0)
  const arrived = hub.sales.map(({ id }) => id)
  expect(arrived, what).toEqual(expect.arrayContaining(sold))
  // No valid sale was sent as a raw item, which would need a user.
  expect(hub.raw, what).toEqual([])
}

// The tests run concurrently because they spend most of their time waiting for retries.
describe.concurrent.each(ERRANDS)('the $name request', (errand) => {
  it.each([
    ['of one request', 1],
    ['of several requests', A_WHILE],
  ])('recovers after refusals %s, regardless of the status', async (_, times) => {
    await using shop = await openShop()
    for (const status of UNEXPECTED) {
      const work = await openWithWork(shop, errand)
      const refused = refuse(shop.hub, status, errand.isHit, times)
      await shop.hub.comeBack()
      await until(`${status}: it was refused`, () => refused.count === times)
      await isWhole(shop, work, String(status))
    }
  })

  it.each([400, 404, 413])(
    'continues selling and reports the trouble when refused with %d forever',
    async (status) => {
      await using shop = await openShop()
      const { hub, till, tea } = shop
      const work = await openWithWork(shop, errand)
      const refused = refuse(hub, status, errand.isHit, Number.POSITIVE_INFINITY)
      await hub.comeBack()
      await until('it is tried again and again', () => refused.count > 2 * A_WHILE)
      await until('it is told', async () =>
        (await till.status()).trouble.some(({ code }) => errand.trouble.includes(code)),
      )
      work.sold.push((await till.sell(tea.id)).id)
      const metrics = await (await fetch(`${shop.point.url}/metrics`)).text()
      // The token protocol itself uses status 400 to refuse a device, so this refusal is not counted.
      const isCounted = new RegExp(`refusals_total{errand="${errand.counter}"} [1-9]`).test(metrics)
      expect(isCounted || (errand.name === 'token' && status === 400)).toBe(true)
      hub.interfere = null
      await isWhole(shop, work, String(status))
    },
  )
})

it('falls back to the NDJSON snapshot when the snapshot file is always refused', async () => {
  await using shop = await openShop()
  const { hub } = shop
  hub.catalog.hasFile = true
  const isFile = ({ url }: RequestTarget) => /\/sync\/snapshot\?/.test(url ?? '')
  const isOfTheFile = { name: 'file', isHit: isFile, prepare: () => hub.forgetHistory() }
  for (const status of UNEXPECTED) {
    const work = await openWithWork(shop, { ...isOfTheFile, counter: 'download', trouble: [] })
    const refused = refuse(hub, status, isFile, Number.POSITIVE_INFINITY)
    await hub.comeBack()
    await until(`${status}: it was refused`, () => refused.count > 0)
    await isWhole(shop, work, String(status))
  }
})

it('completes unattended enrolment after a series of refusals', async () => {
  await using shop = await openShop()
  for (const status of UNEXPECTED) {
    await using point = new Point(shop.hub)
    const refused = refuse(shop.hub, status, ({ url }) => url === '/api/pos/v1/enrol', A_WHILE)
    await point.start({ pairingCode: PAIRING_CODE })
    await until(`${status}: it was refused`, () => refused.count === A_WHILE)
    await point.ready()
  }
})
