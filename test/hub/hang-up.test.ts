import { Writable } from 'node:stream'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { type RunningHub, startHub } from '#hub/hub.ts'
import { enrolDevice } from '#test/support/device.ts'
import { type ApiClient, signUp, useHub } from '#test/support/hub.ts'
import { RawConnection } from '#test/support/raw-http.ts'

interface Line {
  msg: string
  level: number
  path?: string
  status?: number
}
const [INFO, ERROR] = [30, 50]

describe('clients that disconnect', () => {
  const door = useHub()
  const lines: Line[] = []
  /** Second hub on the same database. The tests read its log. */
  let hub: RunningHub
  beforeAll(async () => {
    const sink = new Writable({
      write: (line, _, done) => {
        lines.push(JSON.parse(line))
        done()
      },
    })
    hub = await startHub(door.config, pino({ level: 'info' }, sink))
  })
  afterAll(() => hub.stop())
  beforeEach(() => {
    lines.length = 0
  })
  const requestOf = (path: string) => lines.find((line) => line.msg === 'request' && line.path === path)

  const json = { 'Content-Type': 'application/json' }
  const form = { 'Content-Type': 'multipart/form-data; boundary=x' }
  const part = '--x\r\nContent-Disposition: form-data; name="file"; filename="f"\r\n\r\nName\n'
  it.each([
    ['JSON', '/api/catalog/stores', json, 1000, '{"name'],
    ['a file', '/api/catalog/products/import-csv', { 'Content-Type': 'text/csv' }, 5_000_000, 'Name\nTea\n'],
    ['a form', '/api/catalog/products/import-csv', form, 5_000_000, part],
    ['sales', '/api/pos/v1/sales', json, 1000, '{"sales'],
    [
      'a sign-in',
      '/~/connect/token',
      { 'Content-Type': 'application/x-www-form-urlencoded' },
      100,
      'grant_type=',
    ],
  ])(
    'logs no error when the client sends a part of %s and disconnects',
    async (_, path, headers, length, beginning) => {
      const shop = await signUp(door)
      const { api }: { api: ApiClient } = path.startsWith('/api/pos/') ? await enrolDevice(door, shop) : shop
      const line = await RawConnection.open(hub.url)
      const about = { ...api.headers, ...headers, 'Content-Length': length, Expect: '100-continue' }
      line.head(`POST ${path}`, about)
      // The hub reads the body from here on.
      await line.received('100 Continue')
      line.write(beginning)
      line.reset()
      await expect.poll(() => requestOf(path)).toMatchObject({ status: 499, level: INFO })
      expect(lines.filter((entry) => entry.level >= ERROR)).toEqual([])
      expect(lines.map((entry) => entry.msg)).toContain('the client hung up')
    },
  )

  it.each([
    ['a long poll', (cursor: string | null) => `/api/pos/v1/sync?wait=25&cursor=${cursor}`],
    ['a large file', () => '/docs/swagger-ui-bundle.js'],
  ])('logs no error when the client reads a part of %s and disconnects', async (_, address) => {
    const printed = vi.spyOn(console, 'error')
    const device = await enrolDevice(door, await signUp(door))
    const path = address((await device.download()).footer.cursor)
    const line = await RawConnection.open(hub.url)
    line.head(`GET ${path}`, device.api.headers)
    if (path.startsWith('/docs')) await line.received('200 OK')
    line.reset()
    await expect.poll(() => requestOf(path.split('?')[0] ?? '')).toBeDefined()
    expect(lines.filter((entry) => entry.level >= ERROR)).toEqual([])
    expect(printed).not.toHaveBeenCalled()
  })
})
