import { expect, it } from 'vitest'
import type { TillStatus } from '#shared/contracts/till/till.ts'
import { until } from '../../support/until.ts'
import { openShop } from '../support/point.ts'

/** Timing with which the agent does not retry automatically during the test. */
const TIMING = { backoffBaseMs: 600_000, backoffMaxMs: 600_000, heartbeatMs: 600_000, waitSeconds: 0 }

it('reports the time until the next retry, and retries immediately on request', async () => {
  await using shop = await openShop({ overrides: { timing: TIMING } })
  const { hub, till } = shop
  await until('it is online', async () => (await till.status()).connection === 'online')
  expect((await till.status()).nextTryInMs).toBeNull()
  hub.interfere = (_, response) => {
    response.writeHead(503, { 'Retry-After': '300' }).end()
    return true
  }
  await till.sell(shop.tea.id)
  const waits = await until('it waits', async () => {
    const status = await till.status()
    return status.connection === 'trouble' && status.nextTryInMs !== null && status
  })
  expect(waits.nextTryInMs).toBeGreaterThan(200_000)
  hub.interfere = null
  expect((await till.expect<TillStatus>('POST', '/status/try-now')).nextTryInMs).toBeNull()
  await until('everything is there', async () => {
    const { connection, upload, nextTryInMs } = await till.status()
    return connection === 'online' && upload.waiting === 0 && nextTryInMs === null
  })
})
