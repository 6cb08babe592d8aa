import { describe, expect, it } from 'vitest'
import { newId } from '#shared/std/ids.ts'
import type { RecalledItem } from '#shared/sync/recall.ts'
import { createProduct, type Device, enrolDevice, saleBody } from '#test/support/device.ts'
import { ApiClient, type Organization, signUp, useHub } from '#test/support/hub.ts'

describe('GET /api/pos/v1/sales', () => {
  const door = useHub()

  async function shopWithSales(count: number) {
    const shop = await signUp(door)
    const tea = await createProduct(shop)
    const device = await enrolDevice(door, shop)
    const sell = async (of: Device, n: number) => {
      const items = Array.from({ length: n }, () => of.item(saleBody(shop, [{ productId: tea }])))
      await of.upload(items)
      return items
    }
    return { shop, device, sell, sales: await sell(device, count) }
  }
  const recall = async (device: Device, query = '') => {
    const answer = await device.api.get(`/api/pos/v1/sales?${query}`)
    expect(answer.status).toBe(200)
    return answer.body as { items: RecalledItem[]; next: string | null }
  }
  const idsOf = (items: { id: string }[]) => items.map(({ id }) => id)
  const replace = (shop: Organization, device: Device) =>
    enrolDevice(door, shop, shop.retailPointId, { replacesDeviceId: device.id })

  it('returns the uploaded sales of a device unchanged', async () => {
    const { device, sales } = await shopWithSales(3)
    const { items, next } = await recall(device)
    expect(next).toBeNull()
    expect(items).toEqual(
      sales.map((sale) => ({
        ...sale,
        chain: device.id,
        deviceId: device.id,
        receivedAt: expect.any(String),
      })),
    )
  })

  it('returns the sales of all chains page by page', async () => {
    const { shop, device, sales } = await shopWithSales(5)
    const tea = await createProduct(shop)
    const other = device.item(saleBody(shop, [{ productId: tea }]), { chain: newId(), seq: 1, prevHash: '' })
    await device.upload([other])
    const found: string[] = []
    for (let after = ''; ; ) {
      const { items, next } = await recall(device, `limit=2${after && `&after=${after}`}`)
      expect(items.length).toBeLessThanOrEqual(2)
      found.push(...idsOf(items))
      if (next === null) break
      after = next
    }
    expect(found).toEqual(idsOf([...sales, other]))
  })

  it('ends a page early when its sales are too large', async () => {
    const { shop, device } = await shopWithSales(0)
    const tea = await createProduct(shop)
    const giants = [200_000, 200_000, 200_000, 3_000_000].map((size) =>
      device.item({ ...saleBody(shop, [{ productId: tea }]), note: 'x'.repeat(size) }),
    )
    await device.upload(giants)
    const first = await recall(device)
    expect([idsOf(first.items), first.next]).toEqual([idsOf(giants.slice(0, 2)), giants[1]?.id])
    const second = await recall(device, `after=${first.next}`)
    expect([idsOf(second.items), second.next]).toEqual([idsOf(giants.slice(2, 3)), giants[2]?.id])
    expect(await recall(device, `after=${second.next}`)).toMatchObject({
      items: [{ id: giants[3]?.id }],
      next: null,
    })
  })

  it('returns only sales received at or after a given time', async () => {
    const { device, sell, sales } = await shopWithSales(1)
    const [first] = (await recall(device)).items
    const since = new Date(Date.parse(first?.receivedAt ?? '') + 1).toISOString()
    const later = await sell(device, 1)
    expect(idsOf((await recall(device, `since=${since}`)).items)).toEqual(idsOf(later))
    expect(idsOf((await recall(device, `since=${first?.receivedAt}`)).items)).toEqual(
      idsOf([...sales, ...later]),
    )
  })

  it('returns the sales of replaced devices, but not of other devices', async () => {
    const { shop, device, sell, sales } = await shopWithSales(2)
    await sell(await enrolDevice(door, shop), 1)
    const second = await replace(shop, device)
    const more = await sell(second, 1)
    const third = await replace(shop, second)
    expect(idsOf((await recall(third)).items)).toEqual(idsOf([...sales, ...more]))
    expect((await device.api.get('/api/pos/v1/sales')).status).toBe(403)
  })

  it('refuses requests that do not come from a device', async () => {
    const { shop } = await shopWithSales(0)
    expect((await new ApiClient(door).get('/api/pos/v1/sales')).status).toBe(401)
    expect((await shop.api.get('/api/pos/v1/sales')).status).toBe(403)
  })

  it.each(['limit=0', 'limit=501', 'after=x', 'since=yesterday'])('refuses the query %s', async (query) => {
    const { device } = await shopWithSales(0)
    const answer = await device.api.get(`/api/pos/v1/sales?${query}`)
    expect([answer.status, answer.body.errors[0].pointer]).toEqual([400, `#/query/${query.split('=')[0]}`])
  })
})
