import { beforeAll, describe, expect, it } from 'vitest'
import { createProduct, enrolDevice, saleBody } from '#test/support/device.ts'
import { type Organization, signUp, useHub } from '#test/support/hub.ts'

const BASE = '/api/catalog/stores'

describe('stores', () => {
  const door = useHub()
  let shop: Organization
  beforeAll(async () => {
    shop = await signUp(door)
  })

  const id = async (name: string, parentId: string | null = null) =>
    (await shop.api.post(BASE, { name, parentId })).body.id
  const move = (name: string, storeId: string, parentId: string) =>
    shop.api.put(`${BASE}/${storeId}`, { name, parentId, version: 1 })

  it('lists stores by parent store, and refuses cycles of parents', async () => {
    const depot = await id('Depot')
    const shelf = await id('Shelf', depot)
    expect((await shop.api.get(`${BASE}?parentId=${depot}`)).body.items).toMatchObject([{ id: shelf }])
    for (const parent of [depot, shelf]) {
      const answer = await move('Depot', depot, parent)
      expect([answer.status, answer.body.errors[0].pointer]).toEqual([400, '#/parentId'])
    }
  })

  it('matches the search text literally, not as a pattern', async () => {
    const of = await signUp(door)
    for (const name of ['100% North', 'North_East', 'North\\West', 'Northern'])
      await of.api.post(BASE, { name })
    const found = async (search: string) => {
      const { items } = (await of.api.get(`${BASE}?search=${encodeURIComponent(search)}`)).body
      return items.map(({ name }: { name: string }) => name)
    }
    expect(await found('%')).toEqual(['100% North'])
    expect(await found('_')).toEqual(['North_East'])
    expect(await found('\\')).toEqual(['North\\West'])
    expect(await found('north')).toHaveLength(4)
  })

  it('prevents concurrent moves from forming a cycle of stores', async () => {
    const [left, right] = [await id('Left'), await id('Right')]
    const answers = await Promise.all([move('Left', left, right), move('Right', right, left)])
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 400])
  })

  it('refuses to delete a store that contains other stores', async () => {
    const yard = await id('Yard')
    await id('Shed', yard)
    const answer = await shop.api.delete(`${BASE}/${yard}`)
    expect([answer.status, answer.body.blockedBy]).toEqual([
      409,
      [{ resource: 'stores', count: 1, names: ['Shed'] }],
    ])
  })

  it('refuses to delete a store with stock movements', async () => {
    const here = await signUp(door)
    const tea = await createProduct(here, { name: 'Tea', retailPrice: 100 })
    const device = await enrolDevice(door, here)
    await device.upload([device.item(saleBody(here, [{ productId: tea }]))])
    const { body: other } = await here.api.post(BASE, { name: 'Other', isDefault: true })
    const point = `/api/catalog/retail-points/${here.retailPointId}`
    const { body } = await here.api.get(point)
    const { id: _, createdAt, updatedAt, ...editable } = body
    await here.api.put(point, { ...editable, storeId: other.id })
    const answer = await here.api.delete(`${BASE}/${here.storeId}`)
    expect([answer.status, answer.body.code]).toEqual([409, 'in_use'])
    expect(answer.body.blockedBy).toMatchObject([
      { resource: 'retail sales', count: 1 },
      { resource: 'products in stock', count: 1, names: ['Tea'] },
    ])
  })
})
