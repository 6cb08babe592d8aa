import { describe, expect, it } from 'vitest'
import { newId } from '#shared/std/ids.ts'
import { createProduct, enrolDevice, saleBody } from '#test/support/device.ts'
import { ApiClient, signUp, startTestHub, useHub } from '#test/support/hub.ts'
import { open, pretend } from './custody.ts'

const TOKEN = 'a token of the tests'

describe('GET /metrics', () => {
  const door = useHub({ metricsToken: TOKEN })
  const scrape = async (): Promise<string> => (await new ApiClient(door, TOKEN).get('/metrics')).body
  /** Returns the values of the samples whose line contains all given parts. */
  const figures = (text: string, ...parts: string[]): number[] =>
    text
      .split('\n')
      .filter((line) => !line.startsWith('#') && parts.every((part) => line.includes(part)))
      .map((line) => Number(line.split(' ').at(-1)))

  it('requires the token to read the metrics', async () => {
    expect((await new ApiClient(door).get('/metrics')).status).toBe(401)
    expect((await new ApiClient(door, `${TOKEN}!`).get('/metrics')).status).toBe(401)
    const answer = await new ApiClient(door, TOKEN).get('/metrics')
    expect([answer.status, answer.headers.get('Content-Type')]).toEqual([
      200,
      expect.stringContaining('text/plain'),
    ])
    expect(figures(answer.body, 'process_cpu_seconds_total')).toHaveLength(1)
    expect(figures(answer.body, 'counterfoil_database_up')).toEqual([1])
    expect(figures(answer.body, 'counterfoil_feed_listening')).toEqual([1])
  })

  it('returns 404 when no token is configured', async () => {
    await using bare = await startTestHub()
    expect((await new ApiClient(bare, TOKEN).get('/metrics')).status).toBe(404)
    expect((await new ApiClient(bare, '').get('/metrics')).status).toBe(404)
  })

  it('counts requests under their route patterns', async () => {
    const shop = await signUp(door)
    await shop.api.get(`/api/catalog/stores/${shop.storeId}`)
    await shop.api.get(`/api/catalog/stores/${newId()}`)
    await shop.api.get(`/nowhere/${newId()}`)
    const text = await scrape()
    const count = 'counterfoil_http_request_seconds_count'
    expect(figures(text, count, 'route="/api/catalog/stores/:id"', 'status="2xx"', 'method="GET"')).toEqual([
      1,
    ])
    expect(figures(text, count, 'route="/api/catalog/stores/:id"', 'status="4xx"')).toEqual([1])
    expect(figures(text, count, 'route="none"')).toEqual([1])
    expect(text).not.toContain('/nowhere')
  })

  it('counts till uploads by result', async () => {
    await using quiet = await startTestHub({ metricsToken: TOKEN })
    const shop = await signUp(quiet)
    const device = await enrolDevice(quiet, shop)
    const sale = device.item(saleBody(shop, [{ productId: await createProduct(shop) }]))
    await device.upload([sale, device.item('{'), device.item('[')])
    await device.upload([sale])
    const { body } = await new ApiClient(quiet, TOKEN).get('/metrics')
    const uploads = (result: string) => figures(body, `counterfoil_uploads_total{result="${result}"}`)
    expect([uploads('accepted'), uploads('quarantined'), uploads('duplicate')]).toEqual([[1], [2], [1]])
    const postings = (status: string) => figures(body, `counterfoil_postings_total{status="${status}"}`)
    expect([postings('posted'), postings('quarantined')]).toEqual([[1], [2]])
    expect(figures(body, 'counterfoil_uploads_unposted{')).toEqual([])
    expect(figures(body, 'counterfoil_work_items_open{', 'kind="quarantined"')).toEqual([2])
  })

  it('exports metrics for each device until the device is revoked', async () => {
    const shop = await signUp(door)
    const device = await enrolDevice(door, shop)
    const ago = (seconds: number) => new Date(Date.now() - seconds * 1000)
    await pretend(door, shop, device, {
      name: 'Till "1"\n',
      lastContactAt: ago(3600),
      report: {
        waiting: 3,
        oldestWaitingAt: ago(7200).toISOString(),
        clockOffsetMs: -1500,
        diskFreeBytes: 5e9,
      },
    })
    await open(door, shop, { kind: 'hole', subject: newId(), reasons: [] })
    const text = await scrape()
    const own = (metric: string): number[] => figures(text, `counterfoil_device_${metric}{`, device.id)
    expect(own('last_contact_age_seconds')[0]).toBeCloseTo(3600, -2)
    expect(own('oldest_unsent_age_seconds')[0]).toBeCloseTo(7200, -2)
    expect([own('waiting'), own('clock_offset_seconds'), own('disk_free_bytes')]).toEqual([
      [3],
      [-1.5],
      [5e9],
    ])
    expect(own('replica_age_seconds')).toEqual([])
    expect(figures(text, 'counterfoil_device_alert{', device.id, 'alert="silent"')).toEqual([1])
    expect(figures(text, 'counterfoil_device_alert{', device.id)).toHaveLength(2)
    expect(figures(text, 'counterfoil_work_items_open{', shop.organizationId, 'kind="hole"')).toEqual([1])
    await using owner = await door.database.connect()
    await owner.query(
      `INSERT INTO till_shifts (organization_id, id, device_id, retail_point_id, till_id, received_at, opened_at)
      VALUES ($1, $2, $3, $4, 'till-1', now(), now() - interval '2 hours')`,
      [shop.organizationId, newId(), device.id, shop.retailPointId],
    )
    const selling = await scrape()
    expect(figures(selling, 'counterfoil_device_alert{', device.id, 'alert="down"')).toEqual([1])
    await shop.api.post(`/api/devices/${device.id}/revoke`)
    expect(await scrape()).not.toContain(device.id)
  })

  it('returns process metrics when the database is unavailable', async () => {
    await using orphan = await startTestHub({ metricsToken: TOKEN })
    await orphan.database.drop()
    const { status, body } = await new ApiClient(orphan, TOKEN).get('/metrics')
    expect([status, figures(body, 'counterfoil_database_up')]).toEqual([200, [0]])
  })
})
