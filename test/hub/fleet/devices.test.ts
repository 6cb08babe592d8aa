import { describe, expect, it } from 'vitest'
import { ALERT_LIMITS } from '#hub/features/fleet/devices/alerts.ts'
import type { DeviceAlert } from '#shared/contracts/fleet/devices.ts'
import { newId } from '#shared/std/ids.ts'
import type { AgentReport } from '#shared/sync/report.ts'
import { createProduct, type Device, enrolDevice, saleBody } from '#test/support/device.ts'
import { ApiClient, type Organization, signUp, useHub } from '#test/support/hub.ts'
import { hire } from '#test/support/people.ts'
import { clone, open, pretend, report } from './custody.ts'

const minutesAgo = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString()
const HEALTHY: AgentReport = {
  agentVersion: '1.2.3',
  startedAt: minutesAgo(5000),
  waiting: 0,
  oldestWaitingAt: null,
  clockOffsetMs: 300,
  replicaFreshAt: minutesAgo(1),
  diskFreeBytes: 50e9,
  lastBackupAt: minutesAgo(30),
  troubles: [],
}

describe('the device list', () => {
  const door = useHub()

  async function plant(statement: string, values: unknown[]): Promise<void> {
    await using owner = await door.database.connect()
    await owner.query(statement, values)
  }
  async function shopWithTill(): Promise<{ shop: Organization; device: Device }> {
    const shop = await signUp(door)
    return { shop, device: await enrolDevice(door, shop) }
  }
  const names = async (shop: Organization, query: string): Promise<string[]> =>
    (await shop.api.get(`/api/devices?${query}`)).body.items.map(({ name }: { name: string }) => name)

  /** Returns the alerts of the device and the number of devices that match the alert filter. */
  async function raised(shop: Organization, device: Device, alert: DeviceAlert): Promise<unknown[]> {
    const one = await shop.api.get(`/api/devices/${device.id}`)
    const filtered = await shop.api.get(`/api/devices?alert=${alert}`)
    return [one.body.alerts, filtered.body.total]
  }

  it('returns the state of each device', async () => {
    const { shop, device } = await shopWithTill()
    await report(device, HEALTHY)
    await open(door, shop, { kind: 'hole', subject: device.id, deviceId: device.id, reasons: [] })
    const { body } = await shop.api.get('/api/devices')
    expect(body).toMatchObject({ page: 1, total: 1 })
    expect(body.items).toEqual([
      {
        id: device.id,
        name: 'till-1',
        retailPointId: shop.retailPointId,
        retailPointName: expect.any(String),
        series: [device.series],
        enrolledAt: expect.any(String),
        revokedAt: null,
        replacesDeviceId: null,
        clonedAt: null,
        lastContactAt: expect.any(String),
        reportedAt: expect.any(String),
        report: HEALTHY,
        openWorkItems: 1,
        alerts: [],
      },
    ])
    expect((await shop.api.get(`/api/devices/${device.id}`)).body).toEqual(body.items[0])
  })

  it('counts the open work items of a device', async () => {
    const { shop, device } = await shopWithTill()
    for (const subject of [newId(), newId()])
      await open(door, shop, { kind: 'hole', subject, deviceId: device.id, reasons: [] })
    const { items } = (await shop.api.get('/api/sync/work-list')).body
    const settle = { version: items[0].version, note: 'looked at' }
    const settled = await shop.api.post(`/api/sync/work-list/${items[0].id}/settle`, settle)
    expect(settled.status, JSON.stringify(settled.body)).toBeLessThan(300)
    expect((await shop.api.get(`/api/devices/${device.id}`)).body.openWorkItems).toBe(1)
  })

  it('supports filters, search and sorting in the device list', async () => {
    const { shop, device } = await shopWithTill()
    const second = await enrolDevice(door, shop)
    await shop.api.patch(`/api/devices/${device.id}`, { name: 'Till B' })
    await shop.api.patch(`/api/devices/${second.id}`, { name: 'Till A' })
    await shop.api.post(`/api/devices/${second.id}/revoke`)
    expect(await names(shop, '')).toEqual(['Till A', 'Till B'])
    expect(await names(shop, 'sort=enrolledAt&pageSize=1')).toEqual(['Till B'])
    expect(await names(shop, 'isRevoked=true')).toEqual(['Till A'])
    expect(await names(shop, 'isRevoked=false')).toEqual(['Till B'])
    expect(await names(shop, 'search=ill%20b')).toEqual(['Till B'])
    expect(await names(shop, `retailPointId=${newId()}`)).toEqual([])
    expect((await shop.api.get('/api/devices?alert=other')).status).toBe(400)
  })

  it.each<[DeviceAlert, AgentReport, AgentReport]>([
    [
      'waiting',
      { oldestWaitingAt: minutesAgo(ALERT_LIMITS.waitingMinutes + 1) },
      { oldestWaitingAt: minutesAgo(ALERT_LIMITS.waitingMinutes - 1) },
    ],
    ['clock', { clockOffsetMs: -121_000 }, { clockOffsetMs: 119_000 }],
    ['disk', { diskFreeBytes: 2 ** 30 - 1 }, { diskFreeBytes: 2 ** 30 }],
    [
      'replica',
      { replicaFreshAt: minutesAgo(ALERT_LIMITS.replicaMinutes + 1) },
      { replicaFreshAt: null, startedAt: minutesAgo(5) },
    ],
    ['backup', { lastBackupAt: null }, { lastBackupAt: minutesAgo(1400) }],
    ['trouble', { troubles: [{ code: 'disk_full', since: minutesAgo(1), detail: '' }] }, {}],
  ])('raises the %s alert and clears it', async (alert, bad, good) => {
    const { shop, device } = await shopWithTill()
    await report(device, { ...HEALTHY, ...bad })
    expect(await raised(shop, device, alert)).toEqual([[alert], 1])
    await report(device, { ...HEALTHY, ...good })
    expect(await raised(shop, device, alert)).toEqual([[], 0])
  })

  it('raises the silent alert after some time without contact', async () => {
    const { shop, device } = await shopWithTill()
    const minutes = ALERT_LIMITS.silentMinutes
    await pretend(door, shop, device, { enrolledAt: new Date(minutesAgo(minutes + 1)) })
    expect(await raised(shop, device, 'silent')).toEqual([['silent'], 1])
    await pretend(door, shop, device, { lastContactAt: new Date(minutesAgo(minutes - 1)) })
    expect(await raised(shop, device, 'silent')).toEqual([[], 0])
  })

  it('raises the down alert after ten minutes without contact during an open shift, but not for closed or day-old shifts', async () => {
    const { shop, device } = await shopWithTill()
    const shift = (openedAt: string, closedAt: string | null) =>
      plant(
        `INSERT INTO till_shifts (organization_id, id, device_id, retail_point_id, till_id, received_at, opened_at, closed_at)
        VALUES ($1, $2, $3, $4, 'till-1', now(), $5, $6)`,
        [shop.organizationId, newId(), device.id, shop.retailPointId, openedAt, closedAt],
      )
    const silentFor = (minutes: number) =>
      pretend(door, shop, device, { lastContactAt: new Date(minutesAgo(minutes)) })
    await shift(minutesAgo(60), minutesAgo(30))
    await shift(minutesAgo(25 * 60), null)
    await silentFor(11)
    expect(await raised(shop, device, 'down')).toEqual([['silent'], 0])
    await shift(minutesAgo(60), null)
    expect(await raised(shop, device, 'down')).toEqual([['down', 'silent'], 1])
    await silentFor(9)
    expect(await raised(shop, device, 'down')).toEqual([['silent'], 0])
    await silentFor(2)
    expect(await raised(shop, device, 'silent')).toEqual([[], 0])
    await silentFor(11)
    await shop.api.post(`/api/devices/${device.id}/revoke`)
    expect(await raised(shop, device, 'down')).toEqual([[], 0])
  })

  it('updates the last contact for every report, even an unchanged one', async () => {
    const { shop, device } = await shopWithTill()
    await report(device, HEALTHY)
    await pretend(door, shop, device, { lastContactAt: new Date(minutesAgo(59 / 60)) })
    await report(device, HEALTHY)
    const { lastContactAt } = (await shop.api.get(`/api/devices/${device.id}`)).body
    expect(Date.now() - Date.parse(lastContactAt)).toBeLessThan(30_000)
  })

  it('raises all alerts of a device that apply, and none once it is revoked', async () => {
    const { shop, device } = await shopWithTill()
    await clone(device)
    await report(device, { ...HEALTHY, clockOffsetMs: 1e308, diskFreeBytes: 0 })
    expect((await shop.api.get('/api/devices')).body.items[0].alerts).toEqual(['clock', 'disk', 'cloned'])
    await shop.api.post(`/api/devices/${device.id}/revoke`)
    expect((await shop.api.get('/api/devices')).body.items[0].alerts).toEqual([])
    expect(await raised(shop, device, 'clock')).toEqual([[], 0])
  })

  it('ignores invalid values in a stored report', async () => {
    const { shop, device } = await shopWithTill()
    const senseless = {
      oldestWaitingAt: 7,
      clockOffsetMs: 'x',
      diskFreeBytes: {},
      troubles: null,
      lastBackupAt: [],
    }
    await pretend(door, shop, device, { report: senseless as unknown as AgentReport })
    const { status, body } = await shop.api.get('/api/devices')
    expect([status, body.items[0].alerts]).toEqual([200, []])
  })

  it('renames a device and refuses an empty name', async () => {
    const { shop, device } = await shopWithTill()
    const renamed = await shop.api.patch(`/api/devices/${device.id}`, { name: ' Till 2 ' })
    expect([renamed.status, renamed.body.name]).toEqual([200, 'Till 2'])
    const empty = await shop.api.patch(`/api/devices/${device.id}`, { name: '' })
    expect([empty.status, empty.body.errors[0].pointer]).toEqual([400, '#/name'])
  })

  it('returns the same result when a device is revoked twice', async () => {
    const { shop, device } = await shopWithTill()
    const first = await shop.api.post(`/api/devices/${device.id}/revoke`)
    expect([first.status, first.body.revokedAt]).toEqual([200, expect.any(String)])
    expect((await shop.api.post(`/api/devices/${device.id}/revoke`)).body).toEqual(first.body)
  })

  it('accepts sales from a revoked device but refuses its downloads', async () => {
    const { shop, device } = await shopWithTill()
    const sale = saleBody(shop, [{ productId: await createProduct(shop) }])
    await shop.api.post(`/api/devices/${device.id}/revoke`)
    const download = await device.api.get('/api/pos/v1/sync')
    expect([download.status, download.body.code]).toEqual([403, 'forbidden'])
    const upload = await device.upload([device.item(sale)])
    expect(upload.body.results).toMatchObject([{ result: 'accepted' }])
    expect((await shop.api.get(`/api/sales/retail/${sale.id}`)).status).toBe(200)
  })

  it('requires the permissions to view and to manage devices', async () => {
    const { shop, device } = await shopWithTill()
    const requests: [string, string, unknown][] = [
      ['GET', '/api/devices', undefined],
      ['GET', `/api/devices/${device.id}`, undefined],
      ['PATCH', `/api/devices/${device.id}`, { name: 'x' }],
      ['POST', `/api/devices/${device.id}/revoke`, undefined],
    ]
    const statuses = async (api: ApiClient) =>
      (await Promise.all(requests.map((request) => api.send(...request)))).map(({ status }) => status)
    expect(await statuses(new ApiClient(door))).toEqual([401, 401, 401, 401])
    expect(await statuses(await hire(door, shop, 'Cashier'))).toEqual([403, 403, 403, 403])
    expect(await statuses(await hire(door, shop, 'Manager'))).toEqual([200, 200, 403, 403])
    expect(await statuses((await signUp(door)).api)).toEqual([200, 404, 404, 404])
    expect((await shop.api.get(`/api/devices/${device.id}`)).body).toMatchObject({
      name: 'till-1',
      revokedAt: null,
    })
  })
})
