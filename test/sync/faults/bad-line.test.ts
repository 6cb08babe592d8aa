import { expect, it } from 'vitest'
import { sleep } from '#shared/std/retry.ts'
import { createProduct } from '#test/support/device.ts'
import { Line } from '#test/support/line.ts'
import { openTestShop } from '#test/support/shop.ts'
import { Till } from '#test/support/till.ts'
import { until } from '#test/support/until.ts'
import { expectEachOnce, sellMany, sellWhile, uploaded } from './selling.ts'

/** Short time-outs, so that a silent hub is detected quickly. */
const IMPATIENT = { uploadTimeoutMs: 400, downloadTimeoutMs: 400, idleTimeoutMs: 400, waitSeconds: 1 }
const MODEM_BYTES_PER_SECOND = 4_000

/** Opens a shop whose agent reaches the hub through a simulated connection. */
async function openShopOnLine(timing = {}) {
  const resources = new AsyncDisposableStack()
  const shop = resources.use(await openTestShop())
  const tea = await createProduct(shop.organization, { name: 'Tea' })
  const line = resources.use(await Line.open(() => shop.door.hub.url))
  const agent = await shop.openAgent({ hubUrl: line.url, timing })
  const till = await agent.till()
  const setPrice = (price: number) =>
    shop.organization.api.patch(`/api/catalog/products/${tea}/price`, { retailPrice: price })
  const priceComes = (price: number) =>
    until('the price comes', async () => (await till.search('tea')).items[0]?.price === price)
  return {
    shop,
    tea,
    line,
    agent,
    till,
    setPrice,
    priceComes,
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  }
}

/**
 * Resolves when no sales are waiting for upload. Their number must never increase, because nothing is sold
 * meanwhile.
 */
async function drainsSteadily(till: Till): Promise<void> {
  let least = Number.POSITIVE_INFINITY
  await until('all is uploaded', async () => {
    const { waiting } = (await till.status()).upload
    expect(waiting).toBeLessThanOrEqual(least)
    least = waiting
    return waiting === 0
  })
}

it.each(['login page', 'redirect'] as const)(
  'detects a captive portal with a %s and waits for its end',
  async (end) => {
    await using world = await openShopOnLine()
    const { line, till, tea, shop } = world
    line.become({ end })
    const receipts = await sellMany(till, tea, 3)
    await until('it is told', async () =>
      (await till.status()).trouble.some(({ code }) => code === 'captive_portal'),
    )
    expect((await till.status()).upload.waiting).toBe(3)
    await world.setPrice(120)
    line.become({})
    await uploaded(till)
    await expectEachOnce(shop.organization, tea, receipts)
    await world.priceComes(120)
    await until('it is forgotten', async () => (await till.status()).trouble.length === 0)
  },
)

it('abandons a connection that does not respond', async () => {
  await using world = await openShopOnLine(IMPATIENT)
  const { line, till, tea, shop } = world
  line.become({ end: 'silence' })
  const receipts = await sellMany(till, tea, 3)
  await until('it is offline', async () => (await till.status()).connection === 'offline')
  await world.setPrice(120)
  // Old connections stay silent, and only new ones transfer data.
  line.become({})
  await uploaded(till)
  await expectEachOnce(shop.organization, tea, receipts)
  await world.priceComes(120)
})

it('uploads each sale once when responses are cut at any point', async () => {
  await using world = await openShopOnLine()
  const { line, till, tea, shop } = world
  let cutAt = 0
  line.become({ answerBytes: () => (cutAt += 53) })
  line.breakConnections()
  const receipts = await sellMany(till, tea, 3)
  await world.setPrice(120)
  await uploaded(till)
  await world.priceComes(120)
  expect(line.connections).toBeGreaterThan(10)
  await expectEachOnce(shop.organization, tea, receipts)
})

it('reduces the batch size to what the connection transfers', async () => {
  await using world = await openShopOnLine()
  const { line, till, tea, shop } = world
  line.become({ end: 'nobody' })
  const receipts = await sellMany(till, tea, 60)
  // Each connection transfers some sales before it breaks, but never all of them.
  line.become({ requestBytes: () => 5_000, answerBytes: () => 5_000 })
  await drainsSteadily(till)
  await expectEachOnce(shop.organization, tea, receipts)
})

it('uploads all sales over a slow and unstable connection', async () => {
  await using world = await openShopOnLine()
  const { line, till, tea, shop } = world
  line.become({ end: 'nobody' })
  const receipts = await sellMany(till, tea, 15)
  await world.setPrice(120)
  const someBytes = () => 2_000 + Math.random() * 6_000
  line.become({
    bytesPerSecond: MODEM_BYTES_PER_SECOND,
    delayMs: 200,
    requestBytes: someBytes,
    answerBytes: someBytes,
  })
  await drainsSteadily(till)
  await world.priceComes(120)
  await expectEachOnce(shop.organization, tea, receipts)
})

it('uploads each sale once over a connection that repeatedly goes down', async () => {
  await using world = await openShopOnLine()
  const { line, till, tea, shop } = world
  const flapping = async (): Promise<void> => {
    for (let i = 0; i < 12; i += 1) {
      line.become({ end: i % 2 === 0 ? 'nobody' : 'target' })
      await world.setPrice(101 + i)
      await sleep(150)
    }
  }
  const receipts = await sellWhile([till], tea, flapping())
  await uploaded(till)
  await world.priceComes(112)
  await expectEachOnce(shop.organization, tea, receipts)
})

it('completes the first download over an unstable connection', async () => {
  await using world = await openShopOnLine()
  const { shop, line } = world
  for (let i = 0; i < 20; i += 1) await createProduct(shop.organization)
  const lives = [300, 600, 900, 1200, 1500, 1800, 2100, 2400]
  line.become({ answerBytes: () => lives.shift() ?? 100_000 })
  const agent = await shop.openAgent({ hubUrl: line.url, isReady: false })
  const till = new Till(() => agent.url)
  await until('the catalog is there', async () => (await till.status()).download.products === 21)
})
