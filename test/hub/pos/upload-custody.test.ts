import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { UploadRequest } from '#shared/sync/upload.ts'
import { createProduct, type Device, enrolDevice, saleBody } from '#test/support/device.ts'
import { type Organization, signUp, startTestHub, useHub } from '#test/support/hub.ts'
import { until } from '#test/support/until.ts'

describe('custody of uploads', () => {
  const door = useHub()
  let owner: pg.Client
  beforeAll(async () => {
    owner = new pg.Client({ connectionString: door.database.ownerUrl })
    await owner.connect()
  })
  afterAll(() => owner.end())

  async function shopWithTill() {
    const shop = await signUp(door)
    const device = await enrolDevice(door, shop)
    const tea = await createProduct(shop)
    return { shop, device, sale: () => saleBody(shop, [{ productId: tea }]) }
  }
  const send = async (device: Device, request: Partial<UploadRequest>) => {
    const answer = await device.api.post('/api/pos/v1/sales', { sales: [], ...request })
    expect(answer.status).toBe(200)
    return answer.body
  }
  const rowOf = async (device: Device) =>
    (await owner.query('SELECT *, xmin FROM devices WHERE id = $1', [device.id])).rows[0]
  const workItems = async (shop: Organization, kind: string) => {
    const { rows } = await owner.query(
      `SELECT id, version, subject, reasons, settled_at IS NULL AS open FROM work_items
       WHERE organization_id = $1 AND kind = $2`,
      [shop.organizationId, kind],
    )
    return rows
  }

  it('saves the agent report sent with an upload', async () => {
    const { device, sale } = await shopWithTill()
    const report = { agentVersion: '9.9.9', waiting: 3, oldestWaitingAt: null }
    await send(device, { bootId: 'a', report, sales: [device.item(sale())] })
    expect(await rowOf(device)).toMatchObject({
      report,
      reported_at: expect.any(Date),
      last_contact_at: expect.any(Date),
      boot_ids: ['a'],
      agent_version: '9.9.9',
    })
  })

  it('ignores an invalid agent report', async () => {
    const { device } = await shopWithTill()
    await send(device, { report: { waiting: 3 } })
    await send(device, { report: { waiting: -1 } })
    expect((await rowOf(device)).report).toEqual({ waiting: 3 })
  })

  it('updates the device row only when the report changes or the last contact is over a minute old', async () => {
    const { device, sale } = await shopWithTill()
    const report = { waiting: 0, clockOffsetMs: 1.5, troubles: [] }
    await send(device, { bootId: 'a', report })
    const before = await rowOf(device)
    for (let i = 0; i < 3; i += 1) await send(device, { bootId: 'a', report, sales: [device.item(sale())] })
    expect((await rowOf(device)).xmin).toBe(before.xmin)
    await owner.query(`UPDATE devices SET last_contact_at = now() - interval '61 s' WHERE id = $1`, [
      device.id,
    ])
    await send(device, { bootId: 'a' })
    expect((await rowOf(device)).last_contact_at.getTime()).toBeGreaterThanOrEqual(
      before.last_contact_at.getTime(),
    )
  })

  it('keeps only the latest 20 runs of a device', async () => {
    const { device } = await shopWithTill()
    for (let i = 1; i <= 25; i += 1) await send(device, { bootId: `run-${i}` })
    const { boot_ids } = await rowOf(device)
    expect([boot_ids.length, boot_ids[0], boot_ids.at(-1)]).toEqual([20, 'run-25', 'run-6'])
  })

  it('lists old holes as work items until they are filled', async () => {
    const { shop, device, sale } = await shopWithTill()
    const [first, second, third, fourth, fifth] = Array.from({ length: 5 }, () => device.item(sale()))
    await send(device, { sales: [first, third, fifth].filter((item) => item !== undefined) })
    const age = (seq: number) =>
      owner.query(
        `UPDATE uploads SET received_at = now() - interval '25 h' WHERE device_id = $1 AND seq = $2`,
        [device.id, seq],
      )
    await age(3)
    await using _sweeping = await startTestHub({ databaseUrl: door.database.hubUrl })
    await until('the sweep has found it', async () => (await workItems(shop, 'hole')).length > 0)
    expect(await workItems(shop, 'hole')).toMatchObject([
      {
        subject: device.id,
        open: true,
        reasons: [{ code: 'missing', detail: 'Number 2 has not come', values: { case: 'one', first: 2 } }],
      },
    ])
    await send(device, { sales: [second].filter((item) => item !== undefined) })
    expect(await workItems(shop, 'hole')).toMatchObject([{ open: true }])
    await send(device, { sales: [fourth].filter((item) => item !== undefined) })
    expect(await workItems(shop, 'hole')).toMatchObject([{ open: false }])
  })

  it('defers items when the time limit of a request is reached', async () => {
    const { device, sale } = await shopWithTill()
    const giants = [1, 2].map(() => device.item({ ...sale(), note: 'x'.repeat(5_000_000) }))
    await owner.query(`BEGIN; SELECT FROM device_chains WHERE id = '${device.id}' FOR UPDATE`)
    vi.useFakeTimers({ toFake: ['performance'] })
    const answer = send(device, { sales: giants })
    await until('custody waits', async () => {
      const { rows } = await owner.query(
        `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`,
      )
      return rows.length > 0
    })
    vi.advanceTimersByTime(11_000)
    await owner.query('ROLLBACK')
    const { results, custody } = await answer
    vi.useRealTimers()
    expect(results).toMatchObject([
      { index: 0, result: 'held' },
      { index: 1, id: giants[1]?.id, result: 'later' },
    ])
    expect(custody).toMatchObject([{ watermark: 1, highest: 1 }])
    expect((await send(device, { sales: giants })).results).toMatchObject([
      { result: 'duplicate' },
      { result: 'accepted' },
    ])
  })

  it('posts a quarantined sale with a corrected body on retry', async () => {
    const { shop, device, sale } = await shopWithTill()
    const body = sale()
    await send(device, { sales: [device.item('{not json', { id: body.id })] })
    const [item] = await workItems(shop, 'quarantined')
    const path = `/api/sync/work-list/${item.id}/retry`
    const failed = await shop.api.post(path, { version: item.version })
    expect((await shop.api.get(`/api/sales/retail/${body.id}`)).status).toBe(404)
    const { version } = (await workItems(shop, 'quarantined'))[0]
    const corrected = await shop.api.post(path, { version, body: JSON.stringify(body) })
    expect([failed.status, corrected.status]).toEqual([200, 200])
    expect((await shop.api.get(`/api/sales/retail/${body.id}`)).body.status).toBe('Posted')
    expect(await workItems(shop, 'quarantined')).toMatchObject([{ open: false }])
    const { rows } = await owner.query('SELECT bytes, status FROM uploads WHERE id = $1', [body.id])
    expect([rows[0].bytes.toString(), rows[0].status]).toEqual(['{not json', 'posted'])
  })

  it('posts a quarantined sale with an invalid envelope on retry', async () => {
    const { shop, device, sale } = await shopWithTill()
    const item = { ...device.item(sale()), prevHash: 'x'.repeat(200) }
    await send(device, { sales: [item] })
    const [listed] = await workItems(shop, 'quarantined')
    await shop.api.post(`/api/sync/work-list/${listed.id}/retry`, { version: listed.version })
    expect((await shop.api.get(`/api/sales/retail/${item.id}`)).body.status).toBe('Posted')
  })
})
