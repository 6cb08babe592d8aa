import { describe, expect, it } from 'vitest'
import { atMoment } from '#test/support/clock.ts'
import { createProduct, enrolDevice, saleBody } from '#test/support/device.ts'
import { signUp, startTestHub, useHub } from '#test/support/hub.ts'
import { superAdmin } from '#test/support/people.ts'

describe('the platform dashboard', () => {
  const door = useHub()

  it('counts organizations, tills, recent sales and failed jobs of all organizations', async () => {
    const shops = [await signUp(door), await signUp(door)] as const
    const platform = await superAdmin(door, shops[0])
    const read = async () => (await platform.get('/api/super-admin/dashboard')).body
    const before = await read()
    expect(before).toMatchObject({ organizations: { total: 2, archived: 0 }, tills: { total: 0, online: 0 } })
    expect(before.salesByHour).toHaveLength(24)
    expect(before.organizations.byWeek).toHaveLength(12)
    expect(before.organizations.byWeek.at(-1).founded).toBe(2)
    for (const shop of shops) {
      const productId = await createProduct(shop)
      const device = await enrolDevice(door, shop)
      const sale = saleBody(shop, [{ productId, quantity: 1 }], { soldAt: new Date().toISOString() })
      const answer = await device.upload([device.item(sale)])
      expect(answer.body.results[0].result).toBe('accepted')
    }
    await platform.post(`/api/super-admin/organizations/${shops[1].organizationId}/archive`)
    const after = await read()
    expect(after).toMatchObject({ organizations: { total: 1, archived: 1 }, tills: { total: 1, online: 1 } })
    const sold = after.salesByHour.reduce((sum: number, { sales }: { sales: number }) => sum + sales, 0)
    expect([sold, after.failedJobs, after.tills.oldestUnsentAt]).toEqual([2, 0, null])
    expect((await shops[0].api.get('/api/super-admin/dashboard')).status).toBe(403)
  })

  it('returns sales by hour, tills without contact, the oldest waiting till record and failed jobs', async () => {
    await using door = await startTestHub()
    const shop = await signUp(door)
    const platform = await superAdmin(door, shop)
    const read = async () => (await platform.get('/api/super-admin/dashboard')).body
    const [first, second] = [await enrolDevice(door, shop), await enrolDevice(door, shop)]
    const threeHoursAgo = new Date(Date.now() - 3 * 3_600_000).toISOString()
    const lines = [{ productId: await createProduct(shop), quantity: 1 }]
    await first.upload([first.item(saleBody(shop, lines, { soldAt: threeHoursAgo }))])
    const [oldest, later] = ['2026-01-02T03:04:05.000Z', '2026-01-03T03:04:05.000Z']
    for (const [device, oldestWaitingAt] of [
      [first, later],
      [second, oldest],
    ] as const)
      await device.api.post('/api/pos/v1/sales', { sales: [], report: { waiting: 1, oldestWaitingAt } })
    await using owner = await door.database.connect()
    await owner.query(
      `INSERT INTO background_jobs (organization_id, id, type, input, run_id, status, finished_at)
       SELECT $1, gen_random_uuid(), 'product-import', '{}', gen_random_uuid(), 'Failed', now() - age::interval
       FROM unnest(ARRAY['1 hour', '2 days']) AS age`,
      [shop.organizationId],
    )
    const dashboard = await read()
    expect(dashboard).toMatchObject({ failedJobs: 1, tills: { oldestUnsentAt: oldest } })
    const hour = `${threeHoursAgo.slice(0, 13)}:00:00.000Z`
    expect(dashboard.salesByHour).toContainEqual({ hour, sales: 1 })

    await second.api.post('/api/pos/v1/sales', { sales: [], report: { waiting: 0, oldestWaitingAt: null } })
    const { tills } = await read()
    expect(tills).toMatchObject({ oldestUnsentAt: later, online: tills.total })
    const inSixMinutes = new Date(Date.now() + 6 * 60_000).toISOString()
    expect((await atMoment(inSixMinutes, read)).tills).toEqual({ ...tills, online: 0 })
  })
})
