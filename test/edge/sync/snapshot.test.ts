import { existsSync, readdirSync, statSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { expect, it } from 'vitest'
import { SNAPSHOT_HASH_HEADER, SNAPSHOT_SIZE_HEADER } from '#shared/sync/snapshot.ts'
import { until } from '../../support/until.ts'
import { product, settings } from '../support/catalog.ts'
import { wantsSnapshot } from '../support/fake-catalog.ts'
import { FakeHub } from '../support/fake-hub.ts'
import { openShop, Point } from '../support/point.ts'

const many = Array.from({ length: 2_000 }, (_, i) => product({ name: `Nail ${i}`, barcodes: [`9${i}`] }))

const wantsFile = (url: string | undefined) => url?.includes('/sync/snapshot') ?? false

async function openFileHub(): Promise<FakeHub> {
  const hub = await FakeHub.start(settings(), ...many)
  hub.catalog.hasFile = true
  return hub
}

/** Collects the Range headers of the requests for the file, in order. */
function watchRanges(hub: FakeHub): (string | undefined)[] {
  const ranges: (string | undefined)[] = []
  hub.interfere = (request) => {
    if (wantsFile(request.url)) ranges.push(request.headers.range)
    return false
  }
  return ranges
}

/** Modifies the response to a request for the file before it is sent. */
function changeAnswer(hub: FakeHub, change: (response: ServerResponse) => void): void {
  hub.interfere = (request: IncomingMessage, response: ServerResponse) => {
    if (wantsFile(request.url)) change(response)
    return false
  }
}

it('downloads the finished file and the changes since its creation', async () => {
  await using hub = await openFileHub()
  hub.catalog.file()
  hub.change(product({ name: 'Coffee' }), { t: 'product', op: 'del', id: many[0]?.id ?? '' })
  await using point = await new Point(hub).start()
  await point.enrol()
  await point.ready()
  expect((await point.till().status()).download).toMatchObject({ products: 2_000, state: 'up-to-date' })
  expect(hub.requests.filter(wantsSnapshot)).toEqual([])
  expect(hub.requests.filter(wantsFile)).toHaveLength(1)
  hub.change(product({ name: 'Cocoa' }))
  await until('changes come on', async () => (await point.till().status()).download.products === 2_001)
  expect(readdirSync(point.file('.')).filter((name) => name.includes('.new'))).toEqual([])
})

it('resumes the download of the file after an interruption', async () => {
  await using hub = await openFileHub()
  const { packed } = hub.catalog.file()
  hub.fileBytesPerConnection = Math.ceil(packed.length / 4)
  const ranges = watchRanges(hub)
  await using point = await new Point(hub).start()
  await point.enrol()
  await point.ready()
  expect(ranges[0]).toBeUndefined()
  expect(ranges.length).toBeGreaterThanOrEqual(4)
  const starts = ranges.slice(1).map((range) => Number(/\d+/.exec(range ?? '')?.[0]))
  expect(starts).toEqual(starts.toSorted((a, b) => a - b))
  expect(starts.at(-1)).toBeGreaterThan(packed.length / 2)
})

it('resumes the download of the file after a restart of the agent', async () => {
  await using hub = await openFileHub()
  const { packed } = hub.catalog.file()
  hub.fileBytesPerConnection = Math.ceil(packed.length / 2)
  hub.interfere = (request, response) => {
    if (request.headers.range === undefined) return false
    return wantsFile(request.url) && Boolean(response.writeHead(503).end())
  }
  await using point = await new Point(hub).start()
  await point.enrol()
  await until('half of it is here', () => existsSync(point.file('replica.new.gz')) && halfIsHere(point))
  await point.stop()
  const ranges = watchRanges(hub)
  await point.start()
  await point.ready()
  expect(ranges[0]).toMatch(/^bytes=[1-9]\d*-$/)
})

const halfIsHere = (point: Point) => statSync(point.file('replica.new.gz')).size > 0

it('never combines parts of two files', async () => {
  await using hub = await openFileHub()
  const { packed } = hub.catalog.file()
  hub.fileBytesPerConnection = Math.ceil(packed.length / 2)
  let connections = 0
  const answers: number[] = []
  changeAnswer(hub, (response) => {
    if (++connections === 2) {
      hub.change(product({ name: 'Coffee' }))
      hub.catalog.file(true)
    }
    response.once('close', () => answers.push(response.statusCode))
  })
  await using point = await new Point(hub).start()
  await point.enrol()
  await point.ready()
  expect(answers.slice(0, 2)).toEqual([200, 200])
  expect((await point.till().status()).download.products).toBe(2_001)
  expect(hub.requests.filter(wantsSnapshot)).toEqual([])
})

it.each<[string, (response: ServerResponse) => void]>([
  [
    'with a wrong hash',
    (response) => {
      const set = response.writeHead.bind(response)
      response.writeHead = ((status: number, headers: object) =>
        set(status, { ...headers, [SNAPSHOT_HASH_HEADER]: 'f'.repeat(64) })) as never
    },
  ],
  [
    'with a wrong stated size',
    (response) => {
      const set = response.writeHead.bind(response)
      response.writeHead = ((status: number, headers: object) =>
        set(status, { ...headers, [SNAPSHOT_SIZE_HEADER]: 4096 })) as never
    },
  ],
  [
    'with a byte changed in transit',
    (response) => {
      const end = response.end.bind(response)
      response.end = ((body: Buffer) => {
        const changed = Buffer.from(body)
        const middle = changed.length >> 1
        changed[middle] = (changed[middle] ?? 0) ^ 0x20
        return end(changed)
      }) as never
    },
  ],
])('refuses a snapshot file %s', async (_, change) => {
  await using hub = await openFileHub()
  changeAnswer(hub, change)
  await using point = await new Point(hub).start()
  await point.enrol()
  const trouble = await until('it is told', async () => {
    return (await point.till().status()).trouble.find(({ code }) => code === 'hub_error')
  })
  expect(trouble.detail).toContain('snapshot')
  expect((await point.till().status()).settings).toBeNull()
  hub.interfere = null
  await point.ready()
  expect((await point.till().status()).download.products).toBe(2_000)
})

it('downloads the NDJSON snapshot when the cursor of the file is unknown to the hub', async () => {
  await using hub = await openFileHub()
  hub.catalog.file()
  hub.forgetHistory()
  await using point = await new Point(hub).start()
  await point.enrol()
  await point.ready()
  expect(hub.requests.filter(wantsFile)).toHaveLength(1)
  expect(hub.requests.filter(wantsSnapshot)).toHaveLength(1)
})

it('waits as long as the hub requests while the hub prepares the file', async () => {
  await using hub = await openFileHub()
  const requestedAt: number[] = []
  hub.interfere = (request, response) => {
    if (!wantsFile(request.url)) return false
    requestedAt.push(performance.now())
    if (requestedAt.length > 1) return false
    response.writeHead(503, { 'Retry-After': '1' }).end()
    return true
  }
  await using point = await new Point(hub).start()
  await point.enrol()
  await point.ready()
  const [first = 0, second = 0] = requestedAt
  expect(second - first).toBeGreaterThan(950)
  expect(hub.requests.filter(wantsSnapshot)).toEqual([])
})

it('does not start a download that exceeds the free disk space', async () => {
  await using hub = await openFileHub()
  changeAnswer(hub, (response) => {
    const set = response.writeHead.bind(response)
    response.writeHead = ((status: number, headers: object) =>
      set(status, { ...headers, [SNAPSHOT_SIZE_HEADER]: 1e15 })) as never
  })
  await using point = await new Point(hub).start()
  await point.enrol()
  const trouble = await until('the disk is named', async () => {
    return (await point.till().status()).trouble.find(({ code }) => code === 'disk')
  })
  expect(trouble.detail).toMatch(/needs \d+ MB/)
  expect(existsSync(point.file('replica.new.gz'))).toBe(false)
  hub.interfere = null
  await point.ready()
})

it('serves the old catalog until the new one is complete', async () => {
  await using shop = await openShop({ lines: many })
  const { hub, till, tea } = shop
  hub.catalog.hasFile = true
  let isHeld = true
  hub.interfere = async (request) => {
    if (wantsFile(request.url)) await until('it may go on', () => !isHeld)
    return false
  }
  hub.change({ ...tea, v: { ...tea.v, price: 12 } })
  await until('the price is there', async () => (await till.search('tea')).items[0]?.price === 12)
  hub.forgetHistory()
  hub.change({ ...tea, v: { ...tea.v, price: 13 } })
  await until('the file is asked for', () => hub.requests.some(wantsFile))
  expect((await till.sell(tea.id)).sum).toBe(12)
  expect((await till.search('nail')).total).toBe(2_000)
  isHeld = false
  await until('the new one serves', async () => (await till.search('tea')).items[0]?.price === 13)
  expect((await till.sell(tea.id)).receiptNumber).toBe('K7-000002')
})

it('uploads waiting sales before it downloads a snapshot', async () => {
  await using shop = await openShop()
  const { hub, till, tea } = shop
  await hub.goDown()
  for (let i = 0; i < 3; i++) await till.sell(tea.id)
  hub.forgetHistory()
  let soldAtRequest: number | null = null
  hub.interfere = (request) => {
    if (wantsSnapshot(request.url)) soldAtRequest ??= hub.deliveries.length
    return false
  }
  await hub.comeBack()
  await until('the catalog was asked for', () => soldAtRequest !== null)
  expect(soldAtRequest).toBe(3)
})

it('downloads a snapshot only once when the hub repeats the directive', async () => {
  await using shop = await openShop({ overrides: { timing: { reportEveryMs: 50 } } })
  const { hub, till } = shop
  hub.directives = [{ code: 'resnapshot' }]
  await until('it is downloaded again', () => hub.requests.filter(wantsSnapshot).length === 2)
  const { length } = hub.reports
  await until('it has reported some more', () => hub.reports.length > length + 3)
  expect(hub.requests.filter(wantsSnapshot)).toHaveLength(2)
  expect((await till.search('tea')).total).toBe(1)
})
