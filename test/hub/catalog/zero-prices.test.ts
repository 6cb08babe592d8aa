import { beforeAll, describe, expect, it } from 'vitest'
import { createProduct } from '#test/support/device.ts'
import { type Answer, type Organization, signUp, useHub } from '#test/support/hub.ts'

const BASE = '/api/catalog/products'

describe('prices of 0', () => {
  const door = useHub()
  let shop: Organization
  let retail: string
  let wholesale: string
  beforeAll(async () => {
    shop = await signUp(door)
    wholesale = (await shop.api.post('/api/catalog/price-types', { name: 'Wholesale' })).body.id
    const { items } = (await shop.api.get('/api/catalog/price-types')).body
    retail = items.find(({ isDefault }: { isDefault: boolean }) => isDefault).id
  })
  const make = async (): Promise<Answer['body']> => {
    const prices = [
      { priceTypeId: retail, value: 5 },
      { priceTypeId: wholesale, value: 4 },
    ]
    const id = await createProduct(shop, { retailPrice: 5, prices })
    return (await shop.api.get(`${BASE}/${id}`)).body
  }
  const importCsv = (text: string) =>
    shop.api
      .with({ 'Content-Type': 'text/csv' })
      .sendBytes(`${BASE}/import-csv`, new TextEncoder().encode(text))
  const bulk = (id: string, priceTypeId: string) =>
    shop.api.post(`${BASE}/bulk-update`, {
      ids: [id],
      changes: { prices: [{ priceTypeId, rule: { kind: 'Set', value: 0 } }] },
    })
  const storedOf = async (id: string) => {
    await using owner = await door.database.connect()
    const { rows } = await owner.query<{ value: string }>(
      'SELECT value FROM product_prices WHERE product_id = $1 ORDER BY value',
      [id],
    )
    return rows.map(({ value }) => Number(value))
  }

  it.each<[string, (product: Answer['body']) => Promise<Answer>, number[]]>([
    ['PUT as retailPrice', ({ id, name, version }) => put(id, { name, version, retailPrice: 0 }), [400]],
    ['PUT in the list', (product) => put(product.id, listed(product)), [500]],
    ['bulk update', ({ id }) => bulk(id, retail), [400]],
    ['bulk update of another price type', ({ id }) => bulk(id, wholesale), [500]],
    ['import', ({ code, name }) => importCsv(`Code,Name,Retail price\n${code},${name},0\n`), [400]],
  ])('removes a price when 0 is sent by %s', async (_, send, left) => {
    const product = await make()
    const answer = await send(product)
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    expect(await storedOf(product.id)).toEqual(left)
    // Removing a price that does not exist changes nothing.
    expect((await send((await shop.api.get(`${BASE}/${product.id}`)).body)).status).toBe(200)
    expect(await storedOf(product.id)).toEqual(left)
  })
  const put = (id: string, body: object) => shop.api.put(`${BASE}/${id}`, body)
  const listed = ({ name, version }: Answer['body']) => ({
    name,
    version,
    prices: [
      { priceTypeId: retail, value: 5 },
      { priceTypeId: wholesale, value: 0 },
    ],
  })

  it.each([
    ['as retailPrice', () => ({ retailPrice: 0 })],
    ['in the list', () => ({ prices: [{ priceTypeId: wholesale, value: 0 }] })],
  ])('sets no price for a product created with 0 %s', async (_, body) => {
    const made = await shop.api.post(BASE, { name: 'New', ...body() })
    expect([made.status, made.body.prices, made.body.retailPrice]).toEqual([201, [], 0])
    expect(await storedOf(made.body.id)).toEqual([])
  })

  it('refuses a price of 0 in a single price change and in a future price', async () => {
    const { id, name, version } = await make()
    const startsAt = '2090-01-01T00:00:00Z'
    const answers = [
      await shop.api.patch(`${BASE}/${id}/price`, { retailPrice: 0 }),
      await shop.api.patch(`${BASE}/${id}/price`, { retailPrice: 0, startsAt }),
      await put(id, { name, version, futurePrices: [{ priceTypeId: retail, value: 0, startsAt }] }),
    ]
    expect(answers.map(({ status, body }) => [status, body.errors[0].pointer])).toEqual([
      [400, '#/retailPrice'],
      [400, '#/retailPrice'],
      [400, '#/futurePrices/0/value'],
    ])
    expect(await storedOf(id)).toEqual([400, 500])
  })
})
