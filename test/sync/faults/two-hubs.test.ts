import { expect, it } from 'vitest'
import { must } from '#shared/std/must.ts'
import { createProduct, enrolDevice, saleBody } from '#test/support/device.ts'
import { openTestShop } from '#test/support/shop.ts'
import { until } from '#test/support/until.ts'
import { callerOf, startHubProcesses } from './hub-processes.ts'
import { expectEachOnce, salesOf, sellWhile, uploaded } from './selling.ts'

const ROUNDS = 20
const BATCH = 5

it('posts a batch once when it is sent to two hubs concurrently', async () => {
  await using shop = await openTestShop()
  const tea = await createProduct(shop.organization)
  const device = await enrolDevice(shop.door, shop.organization)
  await using hubs = await startHubProcesses(shop, 2)
  const doors = await Promise.all(
    hubs.programs.map(async ({ url }) => {
      const form = { grant_type: 'client_credentials', ...device.credentials }
      return callerOf(url, (await callerOf(url).token(form)).body.access_token)
    }),
  )
  for (let round = 0; round < ROUNDS; round += 1) {
    const sales = Array.from({ length: BATCH }, () =>
      device.item(saleBody(shop.organization, [{ productId: tea }])),
    )
    const answers = await Promise.all(doors.map((door) => door.post('/api/pos/v1/sales', { sales })))
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    for (const i of sales.keys()) {
      const results = answers.map(({ body }) => body.results[i].result).sort()
      expect(results).toEqual(['accepted', 'duplicate'])
    }
  }
  expect((await salesOf(shop.organization)).length).toBe(ROUNDS * BATCH)
  const { body } = await shop.organization.api.get(`/api/inventory/stock?productId=${tea}`)
  expect(body.items[0].quantity).toBe(-ROUNDS * BATCH)
})

it('continues with another hub when one is killed', async () => {
  await using shop = await openTestShop()
  const tea = await createProduct(shop.organization, { name: 'Tea' })
  await using hubs = await startHubProcesses(shop, 2)
  const agents = [
    await shop.openAgent({ hubUrl: hubs.line.url }),
    await shop.openAgent({ hubUrl: hubs.line.url }),
  ]
  const tills = await Promise.all(agents.map((agent) => agent.till()))
  const dying = async (): Promise<void> => {
    for (const [i, program] of hubs.programs.entries()) {
      await program.kill()
      // Only the remaining hub can send the new price.
      const price = 101 + i
      await shop.organization.api.patch(`/api/catalog/products/${tea}/price`, { retailPrice: price })
      for (const till of tills) {
        await until(
          `the price is ${price}`,
          async () => must((await till.search('tea')).items[0]).price === price,
        )
      }
      await program.start()
    }
  }
  const receipts = await sellWhile(tills, tea, dying())
  await uploaded(...tills)
  await expectEachOnce(shop.organization, tea, receipts)
})
