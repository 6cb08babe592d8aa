import { expect, it } from 'vitest'
import { until } from '../../support/until.ts'
import { openShop, type Shop } from '../support/point.ts'

const waiting = async ({ till }: Shop) => (await till.status()).upload.waiting
/** Back-off in ms, far longer than the uploads take even on a busy machine. */
const SLOW = { backoffBaseMs: 6_000, backoffMaxMs: 60_000 }

it('delays other sales by at most one back-off when one sale is refused', async () => {
  await using shop = await openShop({ overrides: { timing: SLOW } })
  const { hub, till, tea } = shop
  await hub.goDown()
  for (let i = 0; i < 30; i++) await till.sell(tea.id)
  hub.refuse = (sales) => (sales.some(({ seq }) => seq === 17) ? 500 : null)
  await hub.comeBack()
  await until('the others begin to come', () => hub.deliveries.length > 0)
  const startedAt = performance.now()
  await until('the others are through', async () => (await waiting(shop)) === 1)
  expect(performance.now() - startedAt).toBeLessThan(2 * SLOW.backoffBaseMs)
})

it('uploads a new sale while a refused sale waits', async () => {
  await using shop = await openShop({ overrides: { timing: { ...SLOW, backoffBaseMs: 5_000 } } })
  const { hub, till, tea } = shop
  hub.refuse = (sales) => (sales.some(({ seq }) => seq === 1) ? 500 : null)
  await till.sell(tea.id)
  await until('it was refused', () => hub.requests.filter((one) => one.endsWith('/sales')).length > 1)
  await till.sell(tea.id)
  await until('the second has arrived', () => hub.deliveries.some(({ seq }) => seq === 2))
})

it('keeps and reports a sale that the hub refuses as too large, and uploads the others', async () => {
  await using shop = await openShop()
  const { hub, till, tea } = shop
  hub.refuse = (sales) => (sales.some(({ seq }) => seq === 2) ? 413 : null)
  for (let i = 0; i < 3; i++) await till.sell(tea.id)
  await until('the others are through', async () => (await waiting(shop)) === 1)
  const find = async () => (await till.status()).trouble.find(({ code }) => code === 'sale_too_large')
  expect((await until('it is told', find)).detail).toContain('K7-000002')
  hub.refuse = null
  await until('it is through', async () => (await waiting(shop)) === 0)
  expect(await find()).toBeUndefined()
})
