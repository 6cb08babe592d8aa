import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import {
  hashInput,
  UPLOAD_MAX_BYTES,
  UPLOAD_MAX_ITEMS,
  UploadItem,
  type UploadOutcome,
} from '#shared/sync/upload.ts'
import { until } from '../../support/until.ts'
import { product } from '../support/catalog.ts'
import { wantsChanges } from '../support/fake-catalog.ts'
import { openShop, type Shop } from '../support/point.ts'

const waiting = async ({ till }: Shop) => (await till.status()).upload.waiting
const drained = (shop: Shop) => until('the outbox is empty', async () => (await waiting(shop)) === 0)

/**
 * Makes the hub refuse batches of fewer than `items` items until the first larger one arrives. Otherwise a
 * batch formed before the last sale could still be sent when the hub is back.
 */
function passOverBatchesBelow({ hub }: Shop, items: number): void {
  hub.refuse = ({ length }) => {
    if (length < items) return 503
    hub.refuse = null
    return null
  }
}

async function sellOffline(shop: Shop, sales: number): Promise<void> {
  await shop.hub.goDown()
  for (let i = 0; i < sales; i++) await shop.till.sell(shop.tea.id)
}

it('uploads sales in order, linked by hashes and gzipped', async () => {
  await using shop = await openShop()
  await sellOffline(shop, 3)
  passOverBatchesBelow(shop, 3)
  await shop.hub.comeBack()
  await drained(shop)
  const { deliveries, uploads } = shop.hub
  expect(deliveries.map(({ seq }) => seq)).toEqual([1, 2, 3])
  expect(uploads).toMatchObject([{ items: 3, encoding: 'gzip', bootId: expect.any(String) }])
  let prevHash = ''
  for (const item of deliveries) {
    expect(item.prevHash).toBe(prevHash)
    expect(item.hash).toBe(createHash('sha256').update(hashInput(item)).digest('hex'))
    prevHash = item.hash
  }
})

it('uploads a new sale immediately', async () => {
  await using shop = await openShop()
  await shop.till.sell(shop.tea.id)
  await until('it has arrived', () => shop.hub.sales.length === 1)
})

it.each<[UploadOutcome, number]>([
  ['accepted', 0],
  ['duplicate', 0],
  ['held', 0],
  ['quarantined', 1],
  ['conflict', 1],
])(
  'removes an item from the outbox after the outcome %s, with %d as the number of items that need attention',
  async (outcome, needAttention) => {
    await using shop = await openShop()
    shop.hub.outcomeOf = () => outcome
    await shop.till.sell(shop.tea.id)
    await drained(shop)
    const status = await shop.till.status()
    expect(status.upload).toMatchObject({ needAttention, lastUploadedAt: expect.any(String) })
    expect(status.trouble.map(({ code }) => code)).toEqual(needAttention ? ['held_at_hub'] : [])
    expect((await shop.till.receipt('K7-000001')).upload).toMatchObject({
      state: outcome,
      at: expect.any(String),
    })
  },
)

it('keeps a sale and retries after the result `later`', async () => {
  await using shop = await openShop()
  shop.hub.outcomeOf = () => (shop.hub.deliveries.length < 3 ? 'later' : 'accepted')
  await shop.till.sell(shop.tea.id)
  await drained(shop)
  expect(shop.hub.deliveries.map(({ seq }) => seq)).toEqual([1, 1, 1])
})

it('keeps items that are missing from the response', async () => {
  await using shop = await openShop()
  await sellOffline(shop, 2)
  let answers = 0
  shop.hub.interfere = (request, response) => {
    if (request.url !== '/api/pos/v1/sales' || ++answers > 1) return false
    const results = [
      { index: 0, id: '00000000-0000-7000-8000-000000000000', result: 'accepted', reasons: [] },
    ]
    response.writeHead(200, { 'Content-Type': 'application/json' })
    response.end(
      JSON.stringify({ results, custody: [], directives: [], serverTime: new Date().toISOString() }),
    )
    return true
  }
  await shop.hub.comeBack()
  await drained(shop)
  expect(answers).toBeGreaterThan(1)
  expect(shop.hub.sales).toHaveLength(2)
})

it('repeats an upload whose response was lost', async () => {
  await using shop = await openShop()
  const { hub } = shop
  hub.interfere = (request, response) => {
    if (request.url !== '/api/pos/v1/sales') return false
    const end = response.end.bind(response)
    // The hub processes the request, but the response is lost.
    response.end = ((body: string) => (hub.deliveries.length === 1 ? response.destroy() : end(body))) as never
    return false
  }
  await shop.till.sell(shop.tea.id)
  await drained(shop)
  expect(hub.deliveries.map(({ seq }) => seq)).toEqual([1, 1])
  expect(hub.sales).toHaveLength(1)
})

it('uploads other sales when the hub fails on one', async () => {
  await using shop = await openShop()
  const { hub, till, tea } = shop
  await hub.goDown()
  const sales = [await till.sell(tea.id), await till.sell(tea.id), await till.sell(tea.id)]
  let isBroken = true
  hub.outcomeOf = (item) => {
    if (isBroken && item.id === sales[0]?.id) throw new Error('the hub breaks on this one')
    return 'accepted'
  }
  await hub.comeBack()
  await until('the others are through', async () => (await waiting(shop)) === 1)
  expect((await till.receipt('K7-000003')).upload.state).toBe('accepted')
  expect((await till.receipt('K7-000001')).upload.state).toBe('waiting')
  isBroken = false
  await drained(shop)
})

it('uploads other sales when the hub keeps postponing some', async () => {
  await using shop = await openShop()
  const { hub } = shop
  await sellOffline(shop, UPLOAD_MAX_ITEMS + 1)
  hub.outcomeOf = ({ seq }) => (seq <= UPLOAD_MAX_ITEMS ? 'later' : 'accepted')
  await hub.comeBack()
  await until('the last is through', async () => (await waiting(shop)) === UPLOAD_MAX_ITEMS)
  hub.outcomeOf = () => 'accepted'
  await drained(shop)
})

it('uploads a sale as raw base64 when the hub always refuses it', async () => {
  await using shop = await openShop()
  const { hub, till } = shop
  await sellOffline(shop, 3)
  hub.refuse = (sales) => (sales.some((item) => item.seq === 2 && 'body' in item) ? 400 : null)
  await hub.comeBack()
  await drained(shop)
  expect(hub.deliveries.map(({ seq }) => seq).toSorted()).toEqual([1, 3])
  expect(hub.raw).toMatchObject([{ seq: 2 }])
  const item = UploadItem.parse(JSON.parse(Buffer.from(hub.raw[0]?.raw ?? '', 'base64').toString()))
  expect(JSON.parse(item.body)).toMatchObject({ receiptNumber: 'K7-000002' })
  expect((await till.receipt('K7-000002')).upload.state).toBe('quarantined')
})

it('uploads a sale unchanged after temporary refusals', async () => {
  await using shop = await openShop()
  let refusals = 0
  shop.hub.refuse = () => (++refusals > 2 ? null : 400)
  await shop.till.sell(shop.tea.id)
  await drained(shop)
  expect(shop.hub.sales).toHaveLength(1)
  expect(shop.hub.raw).toEqual([])
})

it('retries an upload whose response stops in the middle', async () => {
  await using shop = await openShop({ overrides: { timing: { idleTimeoutMs: 100 } } })
  let isStuck = true
  shop.hub.interfere = (request, response) => {
    if (request.url !== '/api/pos/v1/sales' || !isStuck) return false
    isStuck = false
    response.writeHead(200, { 'Content-Type': 'application/json' }).write('{"results": [')
    return true
  }
  await shop.till.sell(shop.tea.id)
  await drained(shop)
  expect(shop.hub.sales).toHaveLength(1)
})

it('does not retry an upload before a very long Retry-After has passed', async () => {
  await using shop = await openShop({ overrides: { timing: { waitSeconds: 0 } } })
  let requests = 0
  shop.hub.interfere = (request, response) => {
    if (request.url !== '/api/pos/v1/sales') return false
    requests++
    response.writeHead(503, { 'Retry-After': '9999999999' }).end()
    return true
  }
  await shop.till.sell(shop.tea.id)
  await until('it has asked', () => requests > 0)
  // The download polls take so long that an upload without the delay would be retried in the meantime.
  const polls = () => shop.hub.requests.filter(wantsChanges).length
  const before = polls()
  await until('the other side has asked often', () => polls() > before + 50)
  expect(requests).toBe(1)
})

it('uploads smaller batches when a batch is too large', async () => {
  await using shop = await openShop()
  await sellOffline(shop, 5)
  const refused: number[] = []
  shop.hub.refuse = ({ length }) => {
    // A batch formed before the last sale can still be in transit, so the hub postpones it and only refuses
    // the complete one.
    if (refused.length === 0 && length < 5) return 503
    if (length <= 2) return null
    refused.push(length)
    return 413
  }
  await shop.hub.comeBack()
  await drained(shop)
  expect(refused[0]).toBe(5)
  expect(shop.hub.deliveries.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5])
})

it('limits a batch by its size in bytes', async () => {
  const wordy = Array.from({ length: 150 }, () => product({ name: 'x'.repeat(1000) }))
  await using shop = await openShop({ lines: wordy })
  await shop.hub.goDown()
  for (let sale = 0; sale < 3; sale++) {
    for (const { id } of wordy) await shop.till.add({ productId: id })
    await shop.till.pay()
  }
  passOverBatchesBelow(shop, 2)
  await shop.hub.comeBack()
  await drained(shop)
  const bytes = shop.hub.deliveries.map((item) => JSON.stringify(item).length)
  expect(bytes.reduce((a, b) => a + b)).toBeGreaterThan(UPLOAD_MAX_BYTES)
  expect(shop.hub.uploads.map(({ items }) => items)).toEqual([2, 1])
})

it('renews a token that the hub refused', async () => {
  await using shop = await openShop()
  await shop.till.sell(shop.tea.id)
  await drained(shop)
  shop.hub.forgetTokens()
  await shop.till.sell(shop.tea.id)
  await drained(shop)
  expect(shop.hub.deliveries).toHaveLength(2)
})

it('continues selling on a revoked device, and reports it', async () => {
  await using shop = await openShop()
  shop.hub.isDeviceRevoked = true
  shop.hub.forgetTokens()
  await shop.till.sell(shop.tea.id)
  const trouble = await until('it is told', async () => (await shop.till.status()).trouble[0])
  expect(trouble.code).toBe('hub_refused_device')
  expect((await shop.till.status()).connection).toBe('trouble')
  expect((await shop.till.sell(shop.tea.id)).receiptNumber).toBe('K7-000002')
})

it('uploads sales when the device has permission to upload but not to download', async () => {
  await using shop = await openShop()
  const { hub, till, tea } = shop
  hub.interfere = (request, response) =>
    (request.url?.startsWith('/api/pos/v1/sync') ?? false) && Boolean(response.writeHead(403).end())
  hub.catalog.wake()
  await until('it is told', async () =>
    (await till.status()).trouble.some(({ code }) => code === 'hub_refused_device'),
  )
  await till.sell(tea.id)
  await until('it has arrived', () => hub.sales.length === 1)
})

it('reports a captive portal, and keeps the sale', async () => {
  await using shop = await openShop()
  shop.hub.interfere = (_request, response) => {
    response
      .writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' })
      .end('<html>Welcome to Free WiFi</html>')
    return true
  }
  await shop.till.sell(shop.tea.id)
  const trouble = await until('it is told', async () => (await shop.till.status()).trouble[0])
  expect(trouble.code).toBe('captive_portal')
  expect(await waiting(shop)).toBe(1)
  shop.hub.interfere = null
  await drained(shop)
  await until('the trouble is over', async () => (await shop.till.status()).trouble.length === 0)
})

it('measures and reports a wrong clock, and continues selling', async () => {
  await using shop = await openShop()
  shop.hub.offsetMs = 3 * 24 * 60 * 60_000
  await shop.till.sell(shop.tea.id)
  const trouble = await until('it is told', async () => (await shop.till.status()).trouble[0])
  expect(trouble).toMatchObject({ code: 'clock_wrong', detail: expect.stringContaining('behind') })
  await shop.till.sell(shop.tea.id)
  const sale = await until('the second has arrived', () => shop.hub.sales[1])
  expect(sale.clock.hubOffsetMs).toBeGreaterThan(2 * 24 * 60 * 60_000)
})
