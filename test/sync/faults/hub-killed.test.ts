import { expect, it } from 'vitest'
import { must } from '#shared/std/must.ts'
import { sleep } from '#shared/std/retry.ts'
import { createProduct } from '#test/support/device.ts'
import type { Organization } from '#test/support/hub.ts'
import { openTestShop } from '#test/support/shop.ts'
import { Till } from '#test/support/till.ts'
import { until } from '#test/support/until.ts'
import { startHubProcesses } from './hub-processes.ts'
import { expectEachOnce, sellWhile, uploaded } from './selling.ts'

const PRODUCTS = 60
const SLOW_BYTES_PER_SECOND = 20_000

async function createProducts(organization: Organization, count = PRODUCTS): Promise<string[]> {
  const ids: string[] = []
  // The names are long and do not compress.
  for (let i = 0; i < count; i += 1)
    ids.push(await createProduct(organization, { name: `Tea ${randomText(240)}` }))
  return ids
}

const randomText = (length: number): string =>
  Array.from({ length }, () => Math.random().toString(36).at(2)).join('')

const pricesAt = async (till: Till): Promise<number[]> =>
  (await till.search('tea')).items.map(({ price }) => price)

it('completes a snapshot download when the hub is killed', async () => {
  await using shop = await openTestShop()
  // More products than are transferred before the second kill, even on a slow machine.
  const count = 4 * PRODUCTS
  await createProducts(shop.organization, count)
  await using hubs = await startHubProcesses(shop, 1)
  const hub = must(hubs.programs[0])
  hubs.line.become({ bytesPerSecond: SLOW_BYTES_PER_SECOND })
  const agent = await shop.openAgent({ hubUrl: hubs.line.url, isReady: false })
  const till = new Till(() => agent.url)
  for (const bytes of [3_000, 9_000]) {
    await hubs.line.carries(bytes)
    await hub.kill()
    expect((await till.status()).settings).toBeNull()
    await hub.start()
  }
  hubs.line.become({})
  await until('the catalog is there', async () => (await till.status()).download.products === count)
})

it('completes a download of changes when the hub is killed', async () => {
  await using shop = await openTestShop()
  const ids = await createProducts(shop.organization)
  await using hubs = await startHubProcesses(shop, 1)
  const hub = must(hubs.programs[0])
  const agent = await shop.openAgent({ hubUrl: hubs.line.url })
  const till = await agent.till()
  hubs.line.become({ end: 'nobody' })
  for (const id of ids) {
    await shop.organization.api.patch(`/api/catalog/products/${id}/price`, { retailPrice: 120 })
  }
  hubs.line.become({ bytesPerSecond: SLOW_BYTES_PER_SECOND / 4 })
  await hubs.line.carries(3_000)
  await hub.kill()
  expect(new Set(await pricesAt(till))).toEqual(new Set([100]))
  await hub.start()
  hubs.line.become({})
  await until('all prices have come', async () => (await pricesAt(till)).every((price) => price === 120))
})

it('posts each sale once when the hub is killed', async () => {
  await using shop = await openTestShop()
  const tea = await createProduct(shop.organization)
  await using hubs = await startHubProcesses(shop, 1)
  const hub = must(hubs.programs[0])
  const agents = [
    await shop.openAgent({ hubUrl: hubs.line.url }),
    await shop.openAgent({ hubUrl: hubs.line.url }),
  ]
  const tills = await Promise.all(agents.map((agent) => agent.till()))
  const killing = async (): Promise<void> => {
    for (let i = 0; i < 3; i += 1) {
      // The kill happens at a random time while uploads are in progress.
      await hubs.line.carries(1 + Math.random() * 2000)
      await sleep(Math.random() * 15)
      await hub.kill()
      await hub.start()
    }
  }
  const receipts = await sellWhile(tills, tea, killing())
  await uploaded(...tills)
  await expectEachOnce(shop.organization, tea, receipts)
})
