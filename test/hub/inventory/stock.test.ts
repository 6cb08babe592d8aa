import { describe, expect, it } from 'vitest'
import { createProduct, enrolDevice, saleBody } from '#test/support/device.ts'
import { ApiClient, signUp, useHub } from '#test/support/hub.ts'
import { hire } from '#test/support/people.ts'

describe('GET /api/inventory/stock', () => {
  const door = useHub()

  it('lists by group with those below, by store and by words', async () => {
    const shop = await signUp(door)
    const drinks = (await shop.api.post('/api/catalog/product-groups', { name: 'Drinks' })).body.id
    const teas = (await shop.api.post('/api/catalog/product-groups', { name: 'Teas', parentId: drinks })).body
      .id
    const tea = await createProduct(shop, { name: 'Green tea', productGroupId: teas, retailPrice: 100 })
    const bread = await createProduct(shop, { name: 'Bread', retailPrice: 100 })
    const device = await enrolDevice(door, shop)
    await device.upload([
      device.item(saleBody(shop, [{ productId: tea }, { productId: bread, quantity: 2 }])),
    ])
    const names = async (query: string): Promise<string[]> =>
      (await shop.api.get(`/api/inventory/stock?${query}`)).body.items.map(
        (row: { productName: string }) => row.productName,
      )
    expect(await names('')).toEqual(['Bread', 'Green tea'])
    expect(await names('sort=-quantity')).toEqual(['Green tea', 'Bread'])
    expect(await names(`productGroupId=${drinks}`)).toEqual(['Green tea'])
    expect(await names('search=tea')).toEqual(['Green tea'])
    expect(await names(`storeId=${shop.storeId}&pageSize=1&page=2`)).toEqual(['Green tea'])
  })

  it('shows costs only to those who may see them', async () => {
    const shop = await signUp(door)
    const tea = await createProduct(shop, { cost: 60 })
    const device = await enrolDevice(door, shop)
    await device.upload([device.item(saleBody(shop, [{ productId: tea }]))])
    const storekeeper = await hire(door, shop, 'Storekeeper')
    const [seen] = (await storekeeper.get('/api/inventory/stock')).body.items
    expect(seen).toMatchObject({ productId: tea, quantity: -1 })
    expect(seen).not.toHaveProperty('averageCost')
    expect((await shop.api.get('/api/inventory/stock')).body.items[0]).toHaveProperty('averageCost')
  })

  it('is not for cashiers nor strangers', async () => {
    const shop = await signUp(door)
    expect((await new ApiClient(door).get('/api/inventory/stock')).status).toBe(401)
    expect((await (await hire(door, shop, 'Cashier')).get('/api/inventory/stock')).status).toBe(403)
  })
})
