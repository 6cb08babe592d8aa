import { expect, it } from 'vitest'
import { until } from '../../support/until.ts'
import { openShop } from '../support/point.ts'

it('sells while the hub is down, and uploads each sale once when it is back', async () => {
  await using shop = await openShop()
  const { hub, till, tea } = shop
  await hub.goDown()
  const first = await till.sell(tea.id, 2)
  const second = await till.sell(tea.id)
  expect([first.receiptNumber, second.receiptNumber]).toEqual(['K7-000001', 'K7-000002'])
  expect(first.upload).toEqual({ state: 'waiting', at: null })
  await until('the till knows it is offline', async () => (await till.status()).connection === 'offline')
  expect((await till.status()).upload).toMatchObject({ waiting: 2, oldestWaitingAt: first.soldAt })

  await hub.comeBack()
  await until('all is uploaded', async () => (await till.status()).upload.waiting === 0)
  expect(hub.sales.map(({ receiptNumber }) => receiptNumber)).toEqual(['K7-000001', 'K7-000002'])
  expect(hub.deliveries).toHaveLength(2)
  expect((await till.receipt('K7-000001')).upload.state).toBe('accepted')
  await until('it is online', async () => (await till.status()).connection === 'online')
})
