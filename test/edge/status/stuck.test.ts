import { expect, it } from 'vitest'
import type { AgentOverrides } from '#edge/agent.ts'
import { DownloadThread } from '#edge/sync/download/download-thread.ts'
import type { Till } from '../../support/till.ts'
import { until } from '../../support/until.ts'
import { product } from '../support/catalog.ts'
import { wantsChanges } from '../support/fake-catalog.ts'
import type { FakeHub } from '../support/fake-hub.ts'
import { openShop } from '../support/point.ts'

const IMPATIENT = {
  uploadTimeoutMs: 100,
  downloadTimeoutMs: 100,
  idleTimeoutMs: 100,
  stuckAfterMs: 2_000,
  backoffMaxMs: 50,
  waitSeconds: 0.1,
  reportEveryMs: 100,
  uploadsFirstMs: 100,
}

/**
 * Makes the hub respond to matching requests with one byte at a time and without end, so that no idle
 * time-out applies. Disposing the result restores the hub.
 */
function dribble(hub: FakeHub, contentType: string, isHit: (url: string) => boolean): Disposable {
  const timers: NodeJS.Timeout[] = []
  hub.interfere = (request, response) => {
    if (!isHit(request.url ?? '')) return false
    response.writeHead(200, { 'Content-Type': contentType })
    timers.push(setInterval(() => response.write(' '), 30).unref())
    return true
  }
  return {
    [Symbol.dispose]: () => {
      hub.interfere = null
      timers.forEach(clearInterval)
    },
  }
}

const isReportedStuck = async (till: Till): Promise<boolean> =>
  (await till.status()).trouble.some(({ code }) => code === 'sync_stuck')

it('restarts an upload whose response never completes', async () => {
  await using shop = await openShop({ overrides: { timing: IMPATIENT } })
  const { hub, till } = shop
  {
    using _ = dribble(hub, 'application/json', (url) => url === '/api/pos/v1/sales')
    await till.sell(shop.tea.id)
    await until('it is told', () => isReportedStuck(till))
  }
  await until('the sale has arrived', () => hub.sales.length === 1)
  await until('the trouble is over', async () => (await till.status()).trouble.length === 0)
  const metrics = await (await fetch(`${shop.point.url}/metrics`)).text()
  expect(metrics).toMatch(/counterfoil_agent_sync_stuck_total{side="upload"} [1-9]/)
})

it('restarts a download with a line that never completes', async () => {
  await using shop = await openShop({ overrides: { timing: IMPATIENT } })
  const { hub, till } = shop
  {
    using _ = dribble(hub, 'application/x-ndjson', wantsChanges)
    await until('it is told', () => isReportedStuck(till))
  }
  hub.change(product({ name: 'Coffee' }))
  await until('changes come again', async () => (await till.search('coffee')).total === 1)
  await until('the trouble is over', async () => (await till.status()).trouble.length === 0)
})

it('replaces a download thread that does not report', async () => {
  let started = 0
  const startDownload: AgentOverrides['startDownload'] = (options) => {
    started++
    if (started === 1) return { tell: () => {}, stop: () => Promise.resolve() }
    return new DownloadThread(options)
  }
  await using shop = await openShop({ overrides: { timing: IMPATIENT, startDownload } })
  // On a busy machine, the new thread can appear stuck, too.
  expect(started).toBeGreaterThan(1)
  expect((await shop.till.search('tea')).total).toBe(1)
})

it('transfers all data over an unstable connection', async () => {
  await using shop = await openShop({ overrides: { timing: { backoffMaxMs: 50 } } })
  const { hub, till, tea } = shop
  const flapping = new AbortController()
  const flap = async (): Promise<void> => {
    while (!flapping.signal.aborted) {
      await hub.goDown()
      await new Promise((resolve) => setTimeout(resolve, 60))
      await hub.comeBack()
      await new Promise((resolve) => setTimeout(resolve, 120))
    }
  }
  const ended = flap()
  const seen: number[] = []
  for (let sale = 1; sale <= 10; sale++) {
    await till.sell(tea.id)
    hub.change({ ...tea, v: { ...tea.v, price: 10 + sale } })
    seen.push((await till.search('tea')).items[0]?.price ?? 0)
  }
  await until('all sales are through', () => hub.sales.length === 10)
  await until('the last price is there', async () => (await till.search('tea')).items[0]?.price === 20)
  expect(seen).toEqual(seen.toSorted((a, b) => a - b))
  flapping.abort()
  await ended
})
