import { beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#shared/std/ids.ts'
import { createProduct, enrolDevice, saleBody } from '#test/support/device.ts'
import { type ApiClient, type Organization, signUp, useHub } from '#test/support/hub.ts'
import { hire } from '#test/support/people.ts'

const BASE = '/api/catalog/products'

describe('products', () => {
  const door = useHub()
  let shop: Organization
  let api: ApiClient
  beforeAll(async () => {
    shop = await signUp(door)
    api = shop.api
  })

  const create = async (body: Record<string, unknown>) => {
    const made = await api.post(BASE, { name: 'Tea', ...body })
    expect(made.status, JSON.stringify(made.body)).toBe(201)
    return made.body
  }
  const createPriceType = async () =>
    (await api.post('/api/catalog/price-types', { name: `Wholesale ${newId()}` })).body.id

  describe('creating products', () => {
    it('assigns the next free product code', async () => {
      const { api } = await signUp(door)
      const code = async (body = {}) => (await api.post(BASE, { name: 'Tea', ...body })).body.code
      expect(await code()).toBe('00001')
      for (const taken of ['00002', '00003']) await code({ code: taken })
      expect([await code(), await code()]).toEqual(['00004', '00005'])
    })

    it('assigns distinct codes to products created concurrently', async () => {
      const { api } = await signUp(door)
      const made = await Promise.all(Array.from({ length: 8 }, () => api.post(BASE, { name: 'Tea' })))
      expect(new Set(made.map(({ body }) => body.code)).size).toBe(8)
    })

    it.each(['code', 'externalCode'])('refuses a duplicate %s', async (field) => {
      await create({ [field]: 'A-1' })
      const answer = await api.post(BASE, { name: 'Other', [field]: 'A-1' })
      expect([answer.status, answer.body.code]).toEqual([409, 'duplicate'])
      expect(answer.body.errors[0].pointer).toBe(`#/${field}`)
    })

    it('refuses a duplicate weight code', async () => {
      await create({ isWeighed: true, weightCode: '42' })
      const answer = await api.post(BASE, { name: 'Other', isWeighed: true, weightCode: '42' })
      expect([answer.status, answer.body.errors[0].pointer]).toEqual([409, '#/weightCode'])
    })

    it('uses pieces as the default unit', async () => {
      const units = (await api.get('/api/catalog/units-of-measure')).body.items
      const piece = units.find((unit: { code: string }) => unit.code === '796')
      const kilogram = units.find((unit: { code: string }) => unit.code === '166')
      expect(await create({})).toMatchObject({ unitOfMeasureId: piece.id, unitName: piece.name })
      expect(await create({ unitOfMeasureId: kilogram.id })).toMatchObject({ unitName: kilogram.name })
    })

    it('accepts the retail price as a field, in the list of prices, or in both', async () => {
      const { priceTypeId } = shop
      const prices = [{ priceTypeId, value: 9.99 }]
      for (const body of [{ retailPrice: 9.99 }, { prices }, { retailPrice: 9.99, prices }])
        expect(await create(body)).toMatchObject({ retailPrice: 9.99, prices })
      expect(await create({})).toMatchObject({ retailPrice: 0, prices: [] })
    })

    it('refuses a product in an archived group', async () => {
      const group = await api.post('/api/catalog/product-groups', { name: 'Old', isArchived: true })
      const answer = await api.post(BASE, { name: 'Tea', productGroupId: group.body.id })
      expect([answer.status, answer.body.errors[0].pointer]).toEqual([400, '#/productGroupId'])
    })

    it('refuses a retail price below the minimum price', async () => {
      const answer = await api.post(BASE, { name: 'Tea', retailPrice: 9.99, minPrice: 10 })
      expect([answer.status, answer.body.code]).toEqual([400, 'price_too_small'])
      expect(answer.body.errors[0].pointer).toBe('#/retailPrice')
    })

    it('returns every decimal place of costs, prices, minimum stock and rates', async () => {
      const exact = { cost: 0.0001, retailPrice: 1234567.89, minPrice: 0.07, minStock: 0.001, vatRate: 12.5 }
      const made = await create(exact)
      expect((await api.get(`${BASE}/${made.id}`)).body).toMatchObject(exact)
    })
  })

  describe('changing products', () => {
    it('replaces the barcodes and prices of a product', async () => {
      const wholesale = await createPriceType()
      const made = await create({ retailPrice: 5, barcodes: [{ value: 'one' }, { value: 'two' }] })
      const changed = await api.put(`${BASE}/${made.id}`, {
        name: 'Tea',
        version: 1,
        barcodes: [{ value: 'two' }, { value: '96385074', type: 'Ean8' }],
        prices: [{ priceTypeId: wholesale, value: 4 }],
      })
      expect(changed.body).toMatchObject({
        barcodes: [
          { value: 'two', type: 'Code128' },
          { value: '96385074', type: 'Ean8' },
        ],
        prices: [{ priceTypeId: wholesale, value: 4 }],
        retailPrice: 0,
      })
    })

    it('keeps optional fields that the request omits', async () => {
      const wholesale = await createPriceType()
      const prices = [{ priceTypeId: wholesale, value: 4 }]
      const made = await create({ cost: 3, retailPrice: 5, prices })
      const put = async (body: object) =>
        (await api.put(`${BASE}/${made.id}`, { name: 'Green', ...body })).body
      expect(await put({ version: 1 })).toMatchObject({ code: made.code, cost: 3, prices: made.prices })
      const repriced = await put({ version: 2, retailPrice: 6 })
      expect(repriced.retailPrice).toBe(6)
      expect(repriced.prices).toContainEqual(prices[0])
    })

    it('leaves a product unchanged after a refused change', async () => {
      const made = await create({ retailPrice: 5, barcodes: [{ value: 'whole' }] })
      await create({ code: 'TAKEN' })
      const answer = await api.put(`${BASE}/${made.id}`, { name: 'Other', version: 1, code: 'TAKEN' })
      expect(answer.status).toBe(409)
      expect((await api.get(`${BASE}/${made.id}`)).body).toEqual(made)
    })
  })

  describe('PATCH price', () => {
    it('sets the retail price of a product', async () => {
      const made = await create({ retailPrice: 5 })
      const changed = await api.patch(`${BASE}/${made.id}/price`, { retailPrice: 7.25 })
      expect(changed.status).toBe(200)
      expect(changed.body).toMatchObject({ retailPrice: 7.25, version: 2 })
      expect((await api.get(`${BASE}/${made.id}`)).body).toEqual(changed.body)
    })

    it('sets the first price of a product without prices', async () => {
      const made = await create({})
      const changed = await api.patch(`${BASE}/${made.id}/price`, { retailPrice: 0.01 })
      expect(changed.body.prices).toEqual([{ priceTypeId: shop.priceTypeId, value: 0.01 }])
    })

    it.each([0, -1, 9.99])('refuses the price %d as too small', async (retailPrice) => {
      const made = await create({ retailPrice: 20, minPrice: 10 })
      const answer = await api.patch(`${BASE}/${made.id}/price`, { retailPrice })
      expect([answer.status, answer.body.code]).toEqual([400, 'price_too_small'])
      expect(answer.body.errors[0].pointer).toBe('#/retailPrice')
      expect((await api.get(`${BASE}/${made.id}`)).body).toEqual(made)
    })

    it('refuses a price change with a stale version', async () => {
      const made = await create({ retailPrice: 5 })
      await api.patch(`${BASE}/${made.id}/price`, { retailPrice: 6, version: 1 })
      const answer = await api.patch(`${BASE}/${made.id}/price`, { retailPrice: 7, version: 1 })
      expect([answer.status, answer.body.code]).toEqual([409, 'concurrency_conflict'])
    })

    it('requires the permission to change prices', async () => {
      const made = await create({ retailPrice: 5 })
      const change = (client: ApiClient) => client.patch(`${BASE}/${made.id}/price`, { retailPrice: 6 })
      expect((await change(await hire(door, shop, 'Storekeeper'))).status).toBe(403)
      expect((await change((await signUp(door)).api)).status).toBe(404)
    })
  })

  it('lists products by group, including subgroups', async () => {
    const group = async (name: string, parentId?: string) =>
      (await api.post('/api/catalog/product-groups', { name, parentId })).body.id
    const drinks = await group('Drinks')
    const teas = await group('Teas', drinks)
    await create({ name: 'Black', productGroupId: teas })
    await create({ name: 'Cola', productGroupId: drinks, isArchived: true })
    const list = async (query: string) =>
      (await api.get(`${BASE}?${query}`)).body.items.map((product: { groupPath: string; name: string }) => [
        product.groupPath,
        product.name,
      ])
    expect(await list(`productGroupId=${drinks}`)).toEqual([
      ['Drinks/Teas', 'Black'],
      ['Drinks', 'Cola'],
    ])
    expect(await list(`productGroupId=${teas}`)).toEqual([['Drinks/Teas', 'Black']])
    expect(await list(`productGroupId=${drinks}&isArchived=true`)).toEqual([['Drinks', 'Cola']])
  })

  it('shows costs only to users who may see them', async () => {
    const made = await create({ cost: 3.5 })
    expect(made.cost).toBe(3.5)
    const storekeeper = await hire(door, shop, 'Storekeeper')
    expect((await storekeeper.get(`${BASE}/${made.id}`)).body).not.toHaveProperty('cost')
    expect((await storekeeper.get(BASE)).body.items[0]).not.toHaveProperty('cost')
  })

  describe('lookup by barcode', () => {
    const find = (value: string, client = api) =>
      client.get(`${BASE}/by-barcode/${encodeURIComponent(value)}`)

    it('finds one or several products by barcode', async () => {
      const first = await create({ name: 'A', barcodes: [{ value: '(01)/x y' }] })
      expect((await find('(01)/x y')).body).toEqual(first)
      const second = await create({ name: 'B', barcodes: [{ value: '(01)/x y' }] })
      expect((await find('(01)/x y')).body).toEqual({ items: [first, second] })
    })

    it('finds only complete barcodes of the same organization', async () => {
      await create({ barcodes: [{ value: 'mine' }] })
      const other = await signUp(door)
      for (const answer of [await find('mine', other.api), await find('min')])
        expect([answer.status, answer.body.code]).toEqual([404, 'barcode_not_found'])
    })
  })

  describe('quick search', () => {
    const search = async (query: string, client = api) =>
      (await client.get(`${BASE}/quick-search?query=${encodeURIComponent(query)}`)).body.items

    it('ranks exact matches above prefix matches', async () => {
      const { api } = await signUp(door)
      for (const body of [
        { name: 'Apple mint', article: 'x' },
        { name: 'Mint tea' },
        { name: 'By code', code: 'MINT' },
        { name: 'By article', article: 'mint' },
        { name: 'By barcode', barcodes: [{ value: 'first' }, { value: 'mint' }] },
        { name: 'Mint, old', isArchived: true },
        { name: '100% cotton' },
      ])
        await api.post(BASE, { retailPrice: 2, ...body })
      const found = await search('mint', api)
      expect(found.map((item: { name: string }) => item.name)).toEqual([
        'By article',
        'By barcode',
        'By code',
        'Mint tea',
        'Apple mint',
      ])
      expect(found[1]).toMatchObject({ barcode: 'mint', retailPrice: 2 })
      expect(await search('100%', api)).toHaveLength(1)
      expect(await search('%', await hire(door, shop, 'Manager'))).toHaveLength(0)
    })

    it('requires a search text and limits the number of results', async () => {
      const answer = await api.get(`${BASE}/quick-search?limit=51`)
      const pointers = answer.body.errors.map((error: { pointer: string }) => error.pointer)
      expect([answer.status, pointers]).toEqual([400, ['#/query/query', '#/query/limit']])
    })
  })

  it('refuses to delete a sold product', async () => {
    const tea = await createProduct(shop)
    const device = await enrolDevice(door, shop)
    const sale = saleBody(shop, [{ productId: tea }])
    await device.upload([device.item(sale)])
    const { number } = (await api.get(`/api/sales/retail/${sale.id}`)).body
    const answer = await api.delete(`${BASE}/${tea}`)
    expect([answer.status, answer.body.code]).toEqual([409, 'in_use'])
    expect(answer.body.blockedBy[0]).toEqual({ resource: 'retail sales', count: 1, names: [number] })
    expect(answer.body.blockedBy[1]).toMatchObject({ resource: 'stores with stock', count: 1 })
  })

  it('sends product changes and deletions to the tills', async () => {
    const device = await enrolDevice(door, shop)
    const { cursor } = (await device.download()).footer
    const made = await create({ retailPrice: 5, barcodes: [{ value: 'till' }] })
    await api.patch(`${BASE}/${made.id}/price`, { retailPrice: 6 })
    const gone = await create({})
    await api.delete(`${BASE}/${gone.id}`)
    const { lines } = await device.download(`?cursor=${cursor}`)
    expect(lines).toContainEqual(
      expect.objectContaining({ id: made.id, v: expect.objectContaining({ price: 6, barcodes: ['till'] }) }),
    )
    expect(lines).toContainEqual({ t: 'product', op: 'del', id: gone.id })
  })
})
