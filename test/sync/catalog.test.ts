import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { must } from '#shared/std/must.ts'
import { createProduct } from '#test/support/device.ts'
import { OWNER_PIN } from '#test/support/hub.ts'
import { openTestShop } from '#test/support/shop.ts'
import type { Till } from '#test/support/till.ts'
import { until } from '#test/support/until.ts'

const priceAt = async (till: Till, name: string) => (await till.search(name)).items[0]?.price

describe('catalog synchronization of a till', () => {
  it('receives the catalog with the first download', async () => {
    await using shop = await openTestShop()
    const { api } = shop.organization
    const group = (await api.post('/api/catalog/product-groups', { name: 'Drinks' })).body
    await createProduct(shop.organization, {
      name: 'Зелёный чай',
      retailPrice: 990.5,
      vatRate: 12,
      productGroupId: group.id,
      barcodes: [{ value: '4006381333931', type: 'Ean13' }],
    })
    const till = await (await shop.openAgent()).till()
    const found = await till.search('зел')
    expect(found.items).toMatchObject([
      {
        name: 'Зелёный чай',
        price: 990.5,
        vatRate: 12,
        groupName: 'Drinks',
        unitName: 'шт',
        barcodes: ['4006381333931'],
      },
    ])
    expect((await till.add({ code: '4006381333931' })).sum).toBe(990.5)
  })

  it('updates a price while the till is open', async () => {
    await using shop = await openTestShop()
    const id = await createProduct(shop.organization, { name: 'Coffee' })
    const till = await (await shop.openAgent()).till()
    expect(await priceAt(till, 'coffee')).toBe(100)
    await shop.organization.api.patch(`/api/catalog/products/${id}/price`, { retailPrice: 120 })
    await until('the price has come', async () => (await priceAt(till, 'coffee')) === 120)
  })

  it('removes archived and deleted products from the till', async () => {
    await using shop = await openTestShop()
    const { api } = shop.organization
    const archived = await createProduct(shop.organization, { name: 'Archived' })
    const deleted = await createProduct(shop.organization, { name: 'Deleted' })
    const till = await (await shop.openAgent()).till()
    await till.add({ productId: archived })
    const { version } = (await api.get(`/api/catalog/products/${archived}`)).body
    await api.put(`/api/catalog/products/${archived}`, { name: 'Archived', version, isArchived: true })
    await api.delete(`/api/catalog/products/${deleted}`)
    await until('both are gone', async () => (await till.search('')).total === 0)
    expect((await till.pay()).lines).toMatchObject([{ name: 'Archived', sum: 100 }])
  })

  it('receives the changes made after the hub was offline', async () => {
    await using shop = await openTestShop()
    const id = await createProduct(shop.organization, { name: 'Cocoa' })
    const agent = await shop.openAgent()
    const till = await agent.till()
    await agent.restart()
    await shop.stopHub()
    await until('it is offline', async () => (await till.status()).connection === 'offline')
    expect(await priceAt(till, 'cocoa')).toBe(100)
    await shop.startHub()
    await shop.organization.api.patch(`/api/catalog/products/${id}/price`, { retailPrice: 80 })
    await until('the price has come', async () => (await priceAt(till, 'cocoa')) === 80)
  })

  it('downloads the catalog again after the replica is deleted', async () => {
    await using shop = await openTestShop()
    await createProduct(shop.organization, { name: 'Milk' })
    const agent = await shop.openAgent()
    const till = await agent.till()
    const [milk] = (await till.search('milk')).items
    const before = await till.sell(must(milk).id)
    await agent.restart(() => rmSync(join(agent.folder, 'replica.db')))
    const again = await until('the cashiers are back', () => agent.till().catch(() => null))
    expect(await priceAt(again, 'milk')).toBe(100)
    expect((await again.receipt(before.receiptNumber)).sum).toBe(100)
  })

  it('applies the product groups of the retail point, and a price that becomes due while offline', async () => {
    await using shop = await openTestShop()
    const { api, retailPointId } = shop.organization
    const food = (await api.post('/api/catalog/product-groups', { name: 'Food' })).body.id
    const bread = (await api.post('/api/catalog/product-groups', { name: 'Bread', parentId: food })).body.id
    const bun = await createProduct(shop.organization, { name: 'Bun', productGroupId: bread })
    await createProduct(shop.organization, { name: 'Hammer' })
    const clock = {
      aheadMs: 0,
      now: () => new Date(Date.now() + clock.aheadMs),
      monotonicMs: () => performance.now(),
    }
    const agent = await shop.openAgent({ clock })
    const till = await agent.till()
    const startsAt = new Date(Date.now() + 10 * 60_000).toISOString()
    const set = await api.patch(`/api/catalog/products/${bun}/price`, { retailPrice: 120, startsAt })
    expect(set.status).toBe(200)
    const path = `/api/catalog/retail-points/${retailPointId}`
    const { name, storeId, priceTypeId, version } = (await api.get(path)).body
    const limit = { name, storeId, priceTypeId, version, productGroupIds: [food], requireShift: false }
    expect((await api.put(path, limit)).status).toBe(200)
    await until('the assortment has come', async () => (await till.search('')).total === 1)
    await shop.stopHub()
    await until('it is offline', async () => (await till.status()).connection === 'offline')
    const old = await till.sell(bun)
    clock.aheadMs = 11 * 60_000
    expect(await priceAt(till, 'bun')).toBe(120)
    const sold = await till.sell(bun)
    expect([old.sum, sold.sum]).toEqual([100, 120])
    await shop.startHub()
    await until('all is uploaded', async () => (await till.status()).upload.waiting === 0)
    for (const { id } of [old, sold]) {
      const { body } = await api.get(`/api/sales/retail/${id}`)
      expect(body.flags.map((flag: { code: string }) => flag.code)).not.toContain('price_differs')
    }
  })

  it('sells from the new store after the store of the retail point changes', async () => {
    await using shop = await openTestShop()
    const { api, retailPointId } = shop.organization
    const tea = await createProduct(shop.organization, { name: 'Tea' })
    const till = await (await shop.openAgent()).till()
    const store = (await api.post('/api/catalog/stores', { name: 'Annex' })).body
    const { name, priceTypeId, version } = (await api.get(`/api/catalog/retail-points/${retailPointId}`)).body
    await api.put(`/api/catalog/retail-points/${retailPointId}`, {
      name,
      priceTypeId,
      version,
      storeId: store.id,
      receiptFooter: 'moved',
      requireShift: false,
    })
    await until('the till has heard', async () => (await till.status()).settings?.receiptFooter === 'moved')
    await till.sell(tea)
    await until('all is uploaded', async () => (await till.status()).upload.waiting === 0)
    const stock = (await api.get(`/api/inventory/stock?productId=${tea}`)).body
    expect(stock.items).toMatchObject([{ storeId: store.id, quantity: -1 }])
  })

  it('signs in a cashier with the PIN of the hub, and refuses a wrong PIN', async () => {
    await using shop = await openTestShop()
    const agent = await shop.openAgent()
    const till = await agent.till()
    const wrong = await till.send('POST', '/session', {
      cashierId: shop.organization.employeeId,
      pin: '0000',
    })
    expect([wrong.status, wrong.body.code]).toEqual([401, 'wrong_pin'])
    await till.signIn(shop.organization.employeeId, OWNER_PIN)
  })
})
