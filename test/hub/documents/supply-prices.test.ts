import { describe, expect, it } from 'vitest'
import { createProduct } from '#test/support/device.ts'
import { useHub } from '#test/support/hub.ts'
import { BASES, type Office, openOffice } from './book-keeping.ts'
import { done } from './histories.ts'

describe('product prices set by a supply', () => {
  const door = useHub()

  async function post(
    { api, header }: Office,
    date: string,
    lines: object[],
    more: object = {},
  ): Promise<void> {
    const body = { ...header(BASES.supply), updateRetailPrice: true, date, lines, ...more }
    const { id } = await done(api.post(BASES.supply, body))
    await done(api.post(`${BASES.supply}/${id}/post`))
  }
  const priceOf = async ({ api }: Office, id: string) => {
    const { cost, retailPrice } = await done(api.get(`/api/catalog/products/${id}`))
    return { cost, retailPrice }
  }

  it('sets the cost from the last line of a product, and the shelf price from the last line that states one', async () => {
    const office = await openOffice(door)
    const { tea } = office
    const coffee = await createProduct(office.organization, { name: 'Coffee' })
    await post(office, '2026-03-01T10:00:00Z', [
      { productId: tea, quantity: 1, price: 10, retailPrice: 15 },
      { productId: coffee, quantity: 2, price: 40, retailPrice: 70 },
      { productId: tea, quantity: 7, price: 30, retailPrice: 45 },
      { productId: tea, quantity: 2, price: 20 },
      { productId: coffee, quantity: 2, price: 30, retailPrice: 50 },
    ])
    expect(await priceOf(office, tea)).toEqual({ cost: 20, retailPrice: 45 })
    expect(await priceOf(office, coffee)).toEqual({ cost: 30, retailPrice: 50 })
  })

  it('sets the shelf price by the markup of the product group when no line states one', async () => {
    const office = await openOffice(door)
    const { api, organization } = office
    const group = async (body: object): Promise<string> =>
      (await done(api.post('/api/catalog/product-groups', body))).id
    const drinks = await group({ name: 'Drinks', markup: 0.25 })
    const teas = await group({ name: 'Teas', parentId: drinks })
    const other = await group({ name: 'Other' })
    const marked = await createProduct(organization, { name: 'Marked up', productGroupId: teas })
    const named = await createProduct(organization, { name: 'Named', productGroupId: teas })
    const least = await createProduct(organization, { name: 'Least', productGroupId: teas, minPrice: 99 })
    const plain = await createProduct(organization, { name: 'Plain', productGroupId: other, retailPrice: 7 })
    await post(office, '2026-03-01T10:00:00Z', [
      { productId: marked, quantity: 1, price: 10.01 },
      { productId: named, quantity: 1, price: 10, retailPrice: 21 },
      { productId: least, quantity: 1, price: 10 },
      { productId: plain, quantity: 1, price: 10 },
    ])
    expect(await priceOf(office, marked)).toEqual({ cost: 10.01, retailPrice: 13 })
    expect(await priceOf(office, named)).toEqual({ cost: 10, retailPrice: 21 })
    expect(await priceOf(office, least)).toEqual({ cost: 10, retailPrice: 99 })
    expect(await priceOf(office, plain)).toEqual({ cost: 10, retailPrice: 7 })
  })

  it('sets only the stated shelf prices when the supply does not apply markups', async () => {
    const office = await openOffice(door)
    const { api, organization } = office
    const drinks = (await done(api.post('/api/catalog/product-groups', { name: 'Drinks', markup: 0.25 }))).id
    const marked = await createProduct(organization, {
      name: 'Marked up',
      productGroupId: drinks,
      retailPrice: 7,
    })
    const lines = [
      { productId: office.tea, quantity: 1, price: 10, retailPrice: 21 },
      { productId: marked, quantity: 1, price: 10 },
    ]
    await post(office, '2026-03-01T10:00:00Z', lines, { updateRetailPrice: false })
    expect(await priceOf(office, office.tea)).toEqual({ cost: 10, retailPrice: 21 })
    expect(await priceOf(office, marked)).toEqual({ cost: 10, retailPrice: 7 })
  })

  it('leaves the prices of other price types unchanged', async () => {
    const office = await openOffice(door)
    const { api, organization } = office
    const wholesale = (await done(api.post('/api/catalog/price-types', { name: 'Wholesale' }))).id
    const prices = [
      { priceTypeId: organization.priceTypeId, value: 100 },
      { priceTypeId: wholesale, value: 80 },
    ]
    const salt = await createProduct(organization, { name: 'Salt', retailPrice: undefined, prices })
    await post(office, '2026-03-01T10:00:00Z', [
      { productId: salt, quantity: 1, price: 50, retailPrice: 120 },
      { productId: office.tea, quantity: 1, price: 50, retailPrice: 70 },
    ])
    const pricesOf = async (id: string) =>
      (await done(api.get(`/api/catalog/products/${id}`))).prices
        .map(({ value }: { value: number }) => value)
        .sort((a: number, b: number) => a - b)
    expect([await pricesOf(salt), await pricesOf(office.tea)]).toEqual([[80, 120], [70]])
  })

  it('keeps the cost set by a later supply', async () => {
    const office = await openOffice(door)
    await post(office, '2026-03-02T10:00:00Z', [{ productId: office.tea, quantity: 1, price: 10 }])
    await post(office, '2026-03-01T10:00:00Z', [
      { productId: office.tea, quantity: 1, price: 30 },
      { productId: office.tea, quantity: 1, price: 20 },
    ])
    expect(await priceOf(office, office.tea)).toMatchObject({ cost: 10 })
  })
})
