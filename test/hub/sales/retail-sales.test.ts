import { describe, expect, it } from 'vitest'
import { newId } from '#shared/std/ids.ts'
import { createProduct, enrolDevice, saleBody } from '#test/support/device.ts'
import { ApiClient, type Organization, signUp, useHub } from '#test/support/hub.ts'
import { hire } from '#test/support/people.ts'

describe('the list of retail sales', () => {
  const door = useHub()

  async function shopWithSales() {
    const shop = await signUp(door, { timeZone: 'Asia/Almaty' })
    const tea = await createProduct(shop)
    const device = await enrolDevice(door, shop)
    // In Almaty, 19:30 UTC is 00:30 of the next day.
    const evening = saleBody(shop, [{ productId: tea }], { soldAt: '2026-03-09T18:30:00.000Z' })
    const night = saleBody(shop, [{ productId: tea }], { soldAt: '2026-03-09T19:30:00.000Z' })
    const back = saleBody(shop, [{ productId: tea, originalLineNo: 1 }], {
      soldAt: '2026-03-10T08:00:00.000Z',
      isReturn: true,
      originalSaleId: night.id,
    })
    await device.upload([evening, night, back].map((sale) => device.item(sale)))
    return { shop, evening, night, back }
  }
  const listed = async (shop: Organization, query: string): Promise<string[]> =>
    (await shop.api.get(`/api/sales/retail?${query}`)).body.items.map(({ id }: { id: string }) => id)

  it('lists the newest sales first by default, and the oldest first on request', async () => {
    const { shop, evening, night, back } = await shopWithSales()
    expect(await listed(shop, '')).toEqual([back.id, night.id, evening.id])
    expect(await listed(shop, 'sort=date&pageSize=2')).toEqual([evening.id, night.id])
  })

  it('filters sales by day in the time zone of the organization', async () => {
    const { shop, evening, night, back } = await shopWithSales()
    expect(await listed(shop, 'to=2026-03-09')).toEqual([evening.id])
    expect(await listed(shop, 'from=2026-03-10')).toEqual([back.id, night.id])
    expect(await listed(shop, 'from=2026-03-09&to=2026-03-10&isReturn=false')).toEqual([night.id, evening.id])
  })

  it('filters sales by status, store, retail point and number', async () => {
    const { shop, evening } = await shopWithSales()
    expect(await listed(shop, 'status=Draft')).toEqual([])
    expect(await listed(shop, `status=Posted&storeId=${shop.storeId}`)).toHaveLength(3)
    expect(await listed(shop, `retailPointId=${newId()}`)).toEqual([])
    expect(await listed(shop, `search=${evening.receiptNumber}`)).toEqual([evening.id])
    expect(await listed(shop, `search=${evening.receiptNumber.toLowerCase()}`)).toEqual([evening.id])
    expect(await listed(shop, `search=${evening.receiptNumber.replace(/^\D+/, '')}`)).toContain(evening.id)
    for (const nothing of ['98765', '%25', '_']) expect(await listed(shop, `search=${nothing}`)).toEqual([])
  })

  it('refuses an invalid day as a filter', async () => {
    const { shop } = await shopWithSales()
    const answer = await shop.api.get('/api/sales/retail?from=yesterday')
    expect([answer.status, answer.body.errors[0].pointer]).toEqual([400, '#/query/from'])
  })

  it('requires the permission to view a sale, and hides it from other organizations', async () => {
    const { shop, night } = await shopWithSales()
    const path = `/api/sales/retail/${night.id}`
    expect((await new ApiClient(door).get(path)).status).toBe(401)
    expect((await (await hire(door, shop, 'Cashier')).get(path)).status).toBe(403)
    expect((await (await signUp(door)).api.get(path)).status).toBe(404)
    expect((await shop.api.get(path)).body.lines).toMatchObject([{ returnedQuantity: 1 }])
  })
})
