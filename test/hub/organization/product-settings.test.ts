import { beforeAll, describe, expect, it } from 'vitest'
import { createProduct, enrolDevice } from '#test/support/device.ts'
import { type Organization, signUp, useHub } from '#test/support/hub.ts'
import { hireWithout } from '#test/support/people.ts'

const SETTINGS = '/api/organization/settings'
const PRODUCTS = '/api/catalog/products'

describe('product settings of an organization', () => {
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

  it('assigns a barcode to a new product without barcodes under autoBarcode', async () => {
    await set({ autoBarcode: true })
    const made = [await create({}), await create({}), await create({ barcodes: [{ value: 'own' }] })]
    const values = made.map(({ barcodes }) => barcodes.map(({ value }: { value: string }) => value))
    expect(values).toEqual([[expect.stringMatching(/^200/)], [expect.stringMatching(/^200/)], ['own']])
    expect(values[0]).not.toEqual(values[1])
    expect((await create({}, other)).barcodes).toEqual([])
    await set({ autoBarcode: false })
    expect((await create({})).barcodes).toEqual([])
  })

  it('assigns defaultVatRate to a new product without a rate and without a group', async () => {
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

  it('allows back-office sales below the minimum price when enforceMinPrice is off, and sends the setting to tills', async () => {
    const device = await enrolDevice(door, shop)
    const clerk = await hireWithout(door, shop, 'sales.override_price')
    const productId = await createProduct(shop, { retailPrice: 100, minPrice: 90 })
    await shop.api.post('/api/inventory/enters', {
      storeId: shop.storeId,
      lines: [{ productId, quantity: 9, price: 1 }],
    })
    const sell = async () => {
      const draft = await shop.api.post('/api/sales/retail', {
        storeId: shop.storeId,
        retailPointId: shop.retailPointId,
        lines: [{ productId, quantity: 1, price: 80 }],
        payments: [{ type: 'Cash', amount: 80 }],
      })
      expect(draft.status, JSON.stringify(draft.body)).toBe(201)
      return clerk.post(`/api/sales/retail/${draft.body.id}/post`)
    }
    await set({ allowNegativeStock: true })
    const { cursor } = (await device.download()).footer
    expect((await sell()).body.code).toBe('price_too_small')
    await set({ enforceMinPrice: false })
    const sold = await sell()
    expect([sold.status, sold.body.priceOverrides]).toEqual([200, []])
    const { lines } = await device.download(`?cursor=${encodeURIComponent(String(cursor))}`)
    const sent = lines.filter(({ t }) => t === 'settings')
    expect(sent).toMatchObject([{ v: { enforceMinPrice: false } }])
  })

  it('sends returnPeriodDays to tills, with a default of 14 days', async () => {
    expect((await other.api.get(SETTINGS)).body.returnPeriodDays).toBe(14)
    const device = await enrolDevice(door, shop)
    await set({ returnPeriodDays: null })
    const { cursor } = (await device.download()).footer
    await set({ returnPeriodDays: 14 })
    const { lines } = await device.download(`?cursor=${encodeURIComponent(String(cursor))}`)
    const sent = lines.filter(({ t }) => t === 'settings')
    expect(sent).toMatchObject([{ v: { returnPeriodDays: 14 } }])
  })

  it('applies priceRounding to markup prices and to bulk price changes without a stated rounding', async () => {
    const { id: productGroupId } = (
      await shop.api.post('/api/catalog/product-groups', { name: 'Rounded', markup: 0.25 })
    ).body
    const productId = await createProduct(shop, { cost: 10.01, retailPrice: 1, productGroupId })
    const strange = await createProduct(other, { cost: 10.01, retailPrice: 1 })
    const byMarkup = async () =>
      (await shop.api.post(`${PRODUCTS}/${productId}/recalc-retail`)).body.retailPrice
    const inBulk = async (how: object, { api } = shop, id = productId) => {
      const prices = [{ rule: { kind: 'Percent', percent: 10 }, ...how }]
      const { status, body } = await api.post(`${PRODUCTS}/bulk-update`, { ids: [id], changes: { prices } })
      expect(status, JSON.stringify(body)).toBe(200)
      return (await api.get(`${PRODUCTS}/${id}`)).body.retailPrice
    }
    const supplied = async () => {
      const { body } = await shop.api.post('/api/purchases/supplies', {
        storeId: shop.storeId,
        updateRetailPrice: true,
        counterpartyId: (await shop.api.post('/api/catalog/counterparties', { name: 'Grower' })).body.id,
        lines: [{ productId, quantity: 1, price: 10.01 }],
      })
      const { status } = await shop.api.post(`/api/purchases/supplies/${body.id}/post`)
      expect(status).toBe(200)
      return (await shop.api.get(`${PRODUCTS}/${productId}`)).body.retailPrice
    }
    // The unrounded prices are 12.5125 and 14.3.
    expect([await byMarkup(), await inBulk({})]).toEqual([13, 14.3])
    await set({ priceRounding: { rounding: 'Nearest', roundTo: 0.5 } })
    expect([await byMarkup(), await inBulk({}), await supplied()]).toEqual([12.5, 14, 12.5])
    expect([await inBulk({ roundTo: 0.01 }), await inBulk({}, other, strange)]).toEqual([13.75, 1.1])
    await set({ priceRounding: { rounding: 'Down', roundTo: 5 } })
    expect(await byMarkup()).toBe(10)
    await set({ priceRounding: { rounding: 'Down', roundTo: 100 } })
    expect((await shop.api.post(`${PRODUCTS}/${productId}/recalc-retail`)).body.code).toBe('price_too_small')
    expect(await supplied()).toBe(10)
    await set({ priceRounding: null })
  })

  it('applies vatIncluded to a new document that does not state it, and keeps the value of a draft', async () => {
    const productId = await createProduct(shop, { vatRate: 12, useGroupVat: false })
    const { id: counterpartyId } = (await shop.api.post('/api/catalog/counterparties', { name: 'Mill' })).body
    const own = { storeId: shop.storeId, lines: [{ productId, quantity: 1, price: 100 }] }
    const kinds = ['/api/purchases/supplies', '/api/sales/demands', '/api/sales/retail'] as const
    const draft = async (path: (typeof kinds)[number], says: object = {}) => {
      const body = { ...own, ...(path !== '/api/sales/retail' && { counterpartyId }), ...says }
      const answer = await shop.api.post(path, body)
      expect(answer.status, JSON.stringify(answer.body)).toBe(201)
      return answer.body
    }
    await set({ vatIncluded: false })
    const drafts = await Promise.all(kinds.map((path) => draft(path)))
    expect(drafts.map(({ vatIncluded, sum }) => [vatIncluded, sum])).toEqual(kinds.map(() => [false, 112]))
    expect((await draft(kinds[0], { vatIncluded: true })).sum).toBe(100)
    await set({ vatIncluded: true })
    for (const [at, { id, version }] of drafts.entries()) {
      const body = { ...own, version, ...(at < 2 && { counterpartyId }) }
      expect((await shop.api.put(`${kinds[at]}/${id}`, body)).body).toMatchObject({
        vatIncluded: false,
        sum: 112,
      })
    }
    const { id: supplyId } = drafts[0]
    await shop.api.post(`${kinds[0]}/${supplyId}/post`)
    const back = await shop.api.post('/api/purchases/supplier-returns', { ...own, counterpartyId, supplyId })
    expect(back.body).toMatchObject({ vatIncluded: false, sum: 112 })
    expect((await draft(kinds[1])).sum).toBe(100)
  })
})
