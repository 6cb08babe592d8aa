import { describe, expect, it } from 'vitest'
import { createProduct, enrolDevice, saleBody } from '#test/support/device.ts'
import { signUp, useHub } from '#test/support/hub.ts'

describe('names of records', () => {
  const door = useHub()

  it('normalizes names, and detects duplicates by their visible characters', async () => {
    const { api } = await signUp(door)
    const made = await api.post('/api/catalog/price-types', { name: ' Cafe\u0301\u200b\u202e ' })
    expect([made.status, made.body.name]).toEqual([201, 'Caf\u00e9'])
    const same = await api.post('/api/catalog/price-types', { name: 'C\u2060af\u00e9' })
    expect([same.status, same.body.errors?.[0].pointer]).toEqual([409, '#/name'])
    const code = { name: 'Tea', code: 'T\u00ad1' }
    const [first, second] = [
      await api.post('/api/catalog/products', code),
      await api.post('/api/catalog/products', { ...code, code: 'T1' }),
    ]
    expect([first.body.code, second.status]).toEqual(['T1', 409])
  })

  it.each(['\u200b', '\u202e\u202c', '\u0007', '\u3164', '\ufeff \u2060'])(
    'refuses a name without visible characters: %j',
    async (name) => {
      const { api } = await signUp(door)
      for (const path of ['stores', 'product-groups', 'counterparties', 'products']) {
        const answer = await api.post(`/api/catalog/${path}`, { name })
        expect([path, answer.status, answer.body.errors?.[0].pointer]).toEqual([path, 400, '#/name'])
      }
    },
  )

  it('normalizes names and codes in imported files, and refuses names without visible characters', async () => {
    const { api } = await signUp(door)
    const id = (await api.post('/api/catalog/products', { name: 'Caf\u00e9', code: 'C1' })).body.id
    const file = 'name,code\n\u202eCafe\u0301\u200b,C\u200b1\n\u200b,C2\n'
    const refused = await api
      .with({ 'Content-Type': 'text/csv' })
      .post('/api/catalog/products/import-csv', file)
    expect(refused.body.errors).toMatchObject([{ row: 3, message: 'must not be empty' }])
    const good = await api
      .with({ 'Content-Type': 'text/csv' })
      .post('/api/catalog/products/import-csv', file.split('\n').slice(0, 2).join('\n'))
    expect(good.body).toMatchObject({ created: 0, unchanged: 1 })
    expect((await api.get(`/api/catalog/products/${id}`)).body.name).toBe('Caf\u00e9')
  })

  it('normalizes the name of a product created by a till sale, but keeps it unchanged on the receipt', async () => {
    const shop = await signUp(door)
    const device = await enrolDevice(door, shop)
    const productId = await createProduct(shop)
    await shop.api.delete(`/api/catalog/products/${productId}`)
    const name = 'Cafe\u0301\u202e'
    const sale = saleBody(shop, [{ productId, name }])
    expect((await device.upload([device.item(sale)])).body.results[0].result).toBe('accepted')
    expect((await shop.api.get(`/api/catalog/products/${productId}`)).body.name).toBe('Caf\u00e9')
    expect((await shop.api.get(`/api/sales/retail/${sale.id}`)).body.lines[0].productName).toBe(name)
  })
})
