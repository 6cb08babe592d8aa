import { beforeAll, describe, expect, it } from 'vitest'
import { createProduct, enrolDevice } from '#test/support/device.ts'
import { type Organization, signUp, useHub } from '#test/support/hub.ts'
import { hireWithout } from '#test/support/people.ts'

const SETTINGS = '/api/organization/settings'
const PRODUCTS = '/api/catalog/products'

describe('settings of an organization that its products obey', () => {
  const door = useHub()
  let shop: Organization
  let other: Organization
  beforeAll(async () => {
    shop = await signUp(door)
    other = await signUp(door)
  })
  const set = async (changes: object) => {
    const { costMethod: _, uniqueProductCode: __, ...settings } = (await shop.api.get(SETTINGS)).body
    const answer = await shop.api.put(SETTINGS, { ...settings, ...changes })
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  }
  const create = async (body: object, { api } = shop) =>
    (await api.post(PRODUCTS, { name: 'New', ...body })).body

  it('autoBarcode: a new product without barcodes gets one, of its own', async () => {
    await set({ autoBarcode: true })
    const made = [await create({}), await create({}), await create({ barcodes: [{ value: 'own' }] })]
    const values = made.map(({ barcodes }) => barcodes.map(({ value }: { value: string }) => value))
    expect(values).toEqual([[expect.stringMatching(/^200/)], [expect.stringMatching(/^200/)], ['own']])
    expect(values[0]).not.toEqual(values[1])
    expect((await create({}, other)).barcodes).toEqual([])
    await set({ autoBarcode: false })
    expect((await create({})).barcodes).toEqual([])
  })

  it('defaultVatRate: a new product that says neither a rate nor a group has it', async () => {
    await set({ defaultVatRate: 12 })
    const { id } = (await shop.api.post('/api/catalog/product-groups', { name: 'Books', vatRate: 5 })).body
    const rates = async (body: object, organization = shop) => {
      const { vatRate, effectiveVatRate } = await create(body, organization)
      return [vatRate, effectiveVatRate]
    }
    expect(await rates({})).toEqual([12, 12])
    expect(await rates({ vatRate: 0 })).toEqual([0, 0])
    expect(await rates({ vatRate: null, useGroupVat: false })).toEqual([null, null])
    expect((await create({ productGroupId: id })).vatRate).toBeNull()
    expect(await rates({}, other)).toEqual([null, null])
    expect((await shop.api.put(SETTINGS, { version: 1, defaultVatRate: 101 })).status).toBe(400)
  })

  it('enforceMinPrice: without it the back office sells below the minimum price, and tills are told', async () => {
    const device = await enrolDevice(door, shop)
    const clerk = await hireWithout(door, shop, 'sales.override_price')
    const productId = await createProduct(shop, { retailPrice: 100, minPrice: 90 })
    await shop.api.post('/api/inventory/enters', {
      storeId: shop.storeId,
      lines: [{ productId, quantity: 9, price: 1 }],
    })
    const sell = async () => {
      const draft = await shop.api.post('/api/sales/retail', {
        ...{ storeId: shop.storeId, retailPointId: shop.retailPointId },
        lines: [{ productId, quantity: 1, price: 80 }],
        payments: [{ type: 'Cash', amount: 80 }],
      })
      expect(draft.status, JSON.stringify(draft.body)).toBe(201)
      return clerk.post(`/api/sales/retail/${draft.body.id}/post`)
    }
    await set({ allowNegativeStock: true })
    const { cursor } = (await device.download('?schema=6')).footer
    expect((await sell()).body.code).toBe('price_too_small')
    await set({ enforceMinPrice: false })
    const sold = await sell()
    expect([sold.status, sold.body.priceOverrides]).toEqual([200, []])
    const { lines } = await device.download(`?schema=6&cursor=${encodeURIComponent(String(cursor))}`)
    const told = lines.filter(({ t }) => t === 'settings')
    expect(told).toMatchObject([{ v: { enforceMinPrice: false } }])
  })

  it('returnPeriodDays: tills are told', async () => {
    const device = await enrolDevice(door, shop)
    await set({ returnPeriodDays: null })
    const { cursor } = (await device.download('?schema=6')).footer
    await set({ returnPeriodDays: 14 })
    const { lines } = await device.download(`?schema=6&cursor=${encodeURIComponent(String(cursor))}`)
    const told = lines.filter(({ t }) => t === 'settings')
    expect(told).toMatchObject([{ v: { returnPeriodDays: 14 } }])
  })
})
