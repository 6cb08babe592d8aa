import { expect, it } from 'vitest'
import { until } from '../../support/until.ts'
import { openShop } from '../support/point.ts'

const TIMING = { heartbeatMs: 60, heartbeatTimeoutMs: 300, waitSeconds: 25 }

const isHeartbeat = (url: string | undefined) => url === '/healthz'

it('reports an unresponsive hub as offline before the long poll ends, and as online when it responds again', async () => {
  await using shop = await openShop({ overrides: { timing: TIMING } })
  const { hub, till } = shop
  await until('it is online', async () => (await till.status()).connection === 'online')
  // Connections stay open but requests get no response, like those to a suspended process.
  hub.interfere = () => true
  await until('it is offline', async () => (await till.status()).connection === 'offline')
  hub.interfere = null
  await until('it is online again', async () => (await till.status()).connection === 'online')
})

it('stays online when a single heartbeat gets no response', async () => {
  await using shop = await openShop({ overrides: { timing: TIMING } })
  const { hub, till } = shop
  let requested = 0
  hub.interfere = ({ url }) => isHeartbeat(url) && ++requested === 1
  const seen = new Set<string>()
  await until('it was asked again', async () => {
    seen.add((await till.status()).connection)
    return requested >= 3
  })
  expect([...seen]).toEqual(['online'])
})
