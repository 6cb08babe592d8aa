import { describe, expect, it } from 'vitest'
import { createProduct } from '#test/support/device.ts'
import { signUp, useHub } from '#test/support/hub.ts'

const BASE = '/api/catalog/price-types'

describe('price types', () => {
  const door = useHub()

  it('refuses to change the currency of a price type', async () => {
    const { api } = await signUp(door)
    const currency = async (isoCode: string) =>
      (await api.get(`/api/catalog/currencies?search=${isoCode}`)).body.items[0].id
    const [tenge, dollar] = [await currency('KZT'), await currency('USD')]
    expect((await api.post(BASE, { name: 'In tenge' })).body.currencyId).toBe(tenge)
    const { body } = await api.post(BASE, { name: 'In dollars', currencyId: dollar })
    expect(body.currencyId).toBe(dollar)
    const put = (currencyId?: string) =>
      api.put(`${BASE}/${body.id}`, { name: 'Abroad', version: 1, ...(currencyId && { currencyId }) })
    const other = await put(tenge)
    expect([other.status, other.body.errors[0].pointer]).toEqual([400, '#/currencyId'])
    expect((await put(dollar)).body).toMatchObject({ name: 'Abroad', currencyId: dollar })
  })

  it('allows at most a hundred price types', async () => {
    const { api } = await signUp(door)
    const create = (index: number) => api.post(BASE, { name: `Price ${index}` })
    for (let index = 2; index <= 99; index += 1) await create(index)
    const last = await Promise.all([create(100), create(101)])
    expect(last.map((answer) => answer.status).sort()).toEqual([201, 409])
    expect(last.find((answer) => answer.status === 409)?.body.code).toBe('too_many_records')
    expect((await api.get(BASE)).body.total).toBe(100)
  })

  it('refuses to delete a price type with future prices', async () => {
    const shop = await signUp(door)
    const { body: wholesale } = await shop.api.post(BASE, { name: 'Wholesale' })
    await createProduct(shop, {
      name: 'Salt',
      futurePrices: [{ priceTypeId: wholesale.id, value: 1, startsAt: '2999-01-01T00:00:00.000Z' }],
    })
    const answer = await shop.api.delete(`${BASE}/${wholesale.id}`)
    expect([answer.status, answer.body.blockedBy]).toEqual([
      409,
      [{ resource: 'products', count: 1, names: ['Salt'] }],
    ])
  })

  it('refuses to delete a price type in use', async () => {
    const shop = await signUp(door)
    const { body: wholesale } = await shop.api.post(BASE, { name: 'Wholesale' })
    await createProduct(shop, { name: 'Salt', prices: [{ priceTypeId: wholesale.id, value: 1 }] })
    await shop.api.post('/api/catalog/counterparties', { name: 'Canteen', priceTypeId: wholesale.id })
    await shop.api.post('/api/catalog/retail-points', {
      name: 'Depot',
      storeId: shop.storeId,
      priceTypeId: wholesale.id,
    })
    const answer = await shop.api.delete(`${BASE}/${wholesale.id}`)
    expect([answer.status, answer.body.code]).toEqual([409, 'in_use'])
    expect(answer.body.blockedBy).toEqual([
      { resource: 'retail points', count: 1, names: ['Depot'] },
      { resource: 'counterparties', count: 1, names: ['Canteen'] },
      { resource: 'products', count: 1, names: ['Salt'] },
    ])
  })
})
