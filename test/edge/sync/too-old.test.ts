import { expect, it } from 'vitest'
import { DOWNLOAD_SCHEMAS } from '#shared/sync/download.ts'
import { until } from '../../support/until.ts'
import { product } from '../support/catalog.ts'
import { wantsChanges } from '../support/fake-catalog.ts'
import { openShop } from '../support/point.ts'

it.each<[string, (shop: Awaited<ReturnType<typeof openShop>>) => void]>([
  ['sends a newer schema', ({ hub }) => (hub.catalog.schema = DOWNLOAD_SCHEMAS.newest + 1)],
  [
    'refuses an old agent',
    ({ hub }) => {
      hub.interfere = (request, response) =>
        (request.url?.startsWith('/api/pos/v1/sync') ?? false) && Boolean(response.writeHead(426).end())
    },
  ],
])('keeps the old catalog and continues selling with a hub that %s', async (_, change) => {
  await using shop = await openShop()
  const { hub, till, tea } = shop
  change(shop)
  hub.catalog.wake()
  const find = async () => (await till.status()).trouble.find(({ code }) => code === 'agent_too_old')
  await until('it is told', find)
  hub.change(product({ name: 'Coffee' }))
  expect((await till.sell(tea.id)).receiptNumber).toBe('K7-000001')
  await until('the sale has arrived', () => hub.sales.length === 1)
  expect((await till.search('coffee')).total).toBe(0)
  const requested = hub.requests.filter(wantsChanges).length
  await till.sell(tea.id)
  await until('the next has arrived', () => hub.sales.length === 2)
  expect(hub.requests.filter(wantsChanges).length).toBe(requested)
  expect(await find()).toBeDefined()
})

it('continues the download after an update of the agent', async () => {
  await using shop = await openShop()
  const { hub, till, point, cashier } = shop
  hub.catalog.schema = DOWNLOAD_SCHEMAS.newest + 1
  hub.change(product({ name: 'Coffee' }))
  await until('it is told', async () => (await till.status()).trouble.length > 0)
  await point.stop()
  hub.catalog.schema = DOWNLOAD_SCHEMAS.newest
  await point.start()
  await till.signIn(cashier.id)
  await until('the change is there', async () => (await till.search('coffee')).total === 1)
})
