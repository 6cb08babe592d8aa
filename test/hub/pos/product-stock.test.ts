import { describe, expect, it } from 'vitest'
import { newId } from '#shared/std/ids.ts'
import { createProduct, enrolDevice } from '#test/support/device.ts'
import { signUp, useHub } from '#test/support/hub.ts'

describe('product details for tills', () => {
  const door = useHub()
  const PATH = '/api/pos/v1/products'

  async function openShop() {
    const shop = await signUp(door)
    const device = await enrolDevice(door, shop)
    const store = async (name: string): Promise<string> =>
      (await shop.api.post('/api/catalog/stores', { name })).body.id
    const enter = async (storeId: string, productId: string, quantity: number): Promise<void> => {
      const made = await shop.api.post('/api/inventory/enters', {
        storeId,
        lines: [{ productId, quantity, price: 10 }],
      })
      expect([made.status, made.body.errors]).toEqual([201, undefined])
      const posted = await shop.api.post(`/api/inventory/enters/${made.body.id}/post`)
      expect(posted.status).toBe(200)
    }
    return { shop, device, store, enter }
  }

  it('returns the description and the stock, first of the store of the till and then of other stores', async () => {
    const { shop, device, store, enter } = await openShop()
    const id = await createProduct(shop, { name: 'Tea', description: 'Black, of leaves' })
    const [far, near, empty] = [await store('Far'), await store('Near'), await store('Empty')]
    await enter(far, id, 2)
    await enter(near, id, 7)
    const ask = async () => (await device.api.get(`${PATH}/${id}`)).body
    const stock = await ask()
    expect(stock).toMatchObject({ description: 'Black, of leaves' })
    expect(Math.abs(Date.parse(stock.at) - Date.now())).toBeLessThan(60_000)
    expect(stock.stores.map(({ id, quantity, isOwn }: never) => [id, quantity, isOwn])).toEqual([
      [shop.storeId, 0, true],
      [near, 7, false],
      [far, 2, false],
    ])
    await enter(shop.storeId, id, 1)
    await enter(empty, id, 100)
    expect((await ask()).stores.map(({ quantity }: { quantity: number }) => quantity)).toEqual([1, 100, 7, 2])
  })

  it('refuses users, revoked devices and devices of other organizations', async () => {
    const { shop, device, enter } = await openShop()
    const other = await openShop()
    const id = await createProduct(shop)
    await enter(shop.storeId, id, 3)
    for (const unknown of [id, newId()]) {
      const { status, body } = await other.device.api.get(`${PATH}/${unknown}`)
      expect([status, body.code]).toEqual([404, 'not_found'])
    }
    expect((await device.api.get(`${PATH}/tea`)).status).toBe(400)
    expect((await shop.api.get(`${PATH}/${id}`)).status).toBe(403)
    await shop.api.post(`/api/devices/${device.id}/revoke`)
    expect((await device.api.get(`${PATH}/${id}`)).status).toBe(403)
  })
})
