import { describe, expect, it } from 'vitest'
import { createProduct, enrolDevice, saleBody } from '#test/support/device.ts'
import { signUp, useHub } from '#test/support/hub.ts'
import { superAdmin } from '#test/support/people.ts'

describe('the dashboard of the platform', () => {
  const door = useHub()

  it('counts organizations, tills, sales of the last day and jobs that failed, of everybody', async () => {
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
})
