import type { IncomingMessage } from 'node:http'
import { describe, expect, it } from 'vitest'
import { Journal } from '#edge/journal/journal.ts'
import { newId } from '#shared/std/ids.ts'
import { until } from '../support/until.ts'
import { product } from './support/catalog.ts'
import { wantsChanges, wantsSnapshot } from './support/fake-catalog.ts'
import { type FakeHub, PAIRING_CODE, problem } from './support/fake-hub.ts'
import { openShop, Point, type Shop } from './support/point.ts'

/** What no request of the protocol is answered with as long as all is well. */
const UNEXPECTED = [400, 404, 405, 409, 410, 413, 414, 415, 422, 431]
/** More often than the agent puts up with before it starts over. */
const A_WHILE = 7

type Asks = Pick<IncomingMessage, 'method' | 'url'>

interface Errand {
  name: string
  isHit: (request: Asks) => boolean
  /** Sees to it that the agent is going to ask for it when it reaches the hub. */
  prepare: (shop: Shop) => void | Promise<void>
  /** By which the metrics count it. */
  counter: 'upload' | 'download' | 'recall'
  /** What the cashier is told. */
  trouble: string[]
}

/** Every request that an enrolled agent makes by itself. */
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

/** Refuses what `isHit` names, `times` times; answers how often it did. */
function refuse(hub: FakeHub, status: number, isHit: (request: Asks) => boolean, times: number) {
  const refused = { count: 0 }
  hub.interfere = (request, response) => {
    if (!isHit(request) || refused.count >= times) return false
    refused.count++
    problem(response, status, 'invalid_request')
    return true
  }
  return refused
}

/** Two sales wait at a till whose hub is away, and head office has something new. */
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
  // Good sales did not become work for a person.
  expect(hub.raw, what).toEqual([])
}

// They wait for retries most of the time: side by side.
describe.concurrent.each(ERRANDS)('the request for $name', (errand) => {
  it.each([
    ['once', 1],
    ['for a while', A_WHILE],
  ])('is refused %s, whatever the hub says, and all is whole afterwards', async (_, times) => {
    await using shop = await openShop()
    for (const status of UNEXPECTED) {
      const work = await openWithWork(shop, errand)
      const refused = refuse(shop.hub, status, errand.isHit, times)
      await shop.hub.comeBack()
      await until(`${status}: it was refused`, () => refused.count === times)
      await isWhole(shop, work, String(status))
    }
  })

  it.each([400, 404, 413])('is refused with %d for ever: the till sells on and says so', async (status) => {
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
    // That a device is refused is in the protocol of tokens.
    const isCounted = new RegExp(`refusals_total{errand="${errand.counter}"} [1-9]`).test(metrics)
    expect(isCounted || (errand.name === 'token' && status === 400)).toBe(true)
    hub.interfere = null
    await isWhole(shop, work, String(status))
  })
})

it('a snapshot file that is refused, however often, is left for the lines', async () => {
  await using shop = await openShop()
  const { hub } = shop
  hub.catalog.hasFile = true
  const isFile = ({ url }: Asks) => /\/sync\/snapshot\?/.test(url ?? '')
  const isOfTheFile = { name: 'file', isHit: isFile, prepare: () => hub.forgetHistory() }
  for (const status of UNEXPECTED) {
    const work = await openWithWork(shop, { ...isOfTheFile, counter: 'download', trouble: [] })
    const refused = refuse(hub, status, isFile, Number.POSITIVE_INFINITY)
    await hub.comeBack()
    await until(`${status}: it was refused`, () => refused.count > 0)
    await isWhole(shop, work, String(status))
  }
})

it('an agent that is to enrol itself is refused for a while', async () => {
  await using shop = await openShop()
  for (const status of UNEXPECTED) {
    await using point = new Point(shop.hub)
    const refused = refuse(shop.hub, status, ({ url }) => url === '/api/pos/v1/enrol', A_WHILE)
    await point.start({ pairingCode: PAIRING_CODE })
    await until(`${status}: it was refused`, () => refused.count === A_WHILE)
    await point.ready()
  }
})
