import { describe, expect, it } from 'vitest'
import { createProduct } from '#test/support/device.ts'
import { type Answer, useHub } from '#test/support/hub.ts'
import { hireWithoutCosts } from '#test/support/people.ts'
import { BASES, type Office, openOffice } from './book-keeping.ts'
import { done } from './histories.ts'

const AT = (day: number) => `2026-03-0${day}T10:00:00Z`

describe('effects of supplies on product prices', () => {
  const door = useHub()

  const draft = async ({ api, header, tea }: Office, day: number, line: object, more: object = {}) => {
    const lines = [{ productId: tea, quantity: 1, ...line }]
    return (await done(api.post(BASES.supply, { ...header(BASES.supply), date: AT(day), lines, ...more }))).id
  }
  const post = async (office: Office, day: number, line: object, more: object = {}): Promise<string> => {
    const id = await draft(office, day, line, more)
    await done(office.api.post(`${BASES.supply}/${id}/post`))
    return id
  }
  const unpost = ({ api }: Office, id: string) => done(api.post(`${BASES.supply}/${id}/unpost`))
  const pricesOf = async ({ api, tea }: Office, id = tea) => {
    const { cost, retailPrice } = await done(api.get(`/api/catalog/products/${id}`))
    return [cost, retailPrice]
  }

  it('takes cost and shelf price from the supply with the latest date, regardless of posting order', async () => {
    const office = await openOffice(door)
    await post(office, 2, { price: 120, retailPrice: 240 })
    await post(office, 1, { price: 100, retailPrice: 200 })
    expect(await pricesOf(office)).toEqual([120, 240])
    // A later supply without a shelf price keeps the shelf price of the earlier one.
    await post(office, 3, { price: 130 })
    expect(await pricesOf(office)).toEqual([130, 240])
  })

  it('leaves the product cost unchanged when the organization does not update costs on supply', async () => {
    const office = await openOffice(door)
    const [before] = await pricesOf(office)
    const path = '/api/organization/settings'
    const { uniqueProductCode: _, costMethod: __, ...settings } = (await office.api.get(path)).body
    await done(office.api.put(path, { ...settings, updateCostOnSupply: false }))
    await post(office, 1, { price: 100, retailPrice: 200 })
    expect(await pricesOf(office)).toEqual([before, 200])
  })

  it('excludes VAT from the cost when the organization recovers VAT', async () => {
    const [office, other] = [await openOffice(door), await openOffice(door)]
    const path = '/api/organization/settings'
    const { uniqueProductCode: _, costMethod: __, ...settings } = (await office.api.get(path)).body
    await done(office.api.put(path, { ...settings, recoversVat: true }))
    const bought = { price: 116, vatRate: 16 }
    for (const each of [office, other]) await post(each, 1, bought, { vatEnabled: true, vatIncluded: true })
    expect([(await pricesOf(office))[0], (await pricesOf(other))[0]]).toEqual([100, 116])
  })

  it('restores the previous cost and shelf price when supplies are unposted in any order', async () => {
    const office = await openOffice(door)
    await office.api.patch(`/api/catalog/products/${office.tea}/price`, { retailPrice: 150 })
    const before = await pricesOf(office)
    const first = await post(office, 1, { price: 100, retailPrice: 200 })
    const second = await post(office, 2, { price: 120, retailPrice: 240 })
    await unpost(office, second)
    expect(await pricesOf(office)).toEqual([100, 200])
    await done(office.api.post(`${BASES.supply}/${second}/post`))
    await unpost(office, first)
    expect(await pricesOf(office)).toEqual([120, 240])
    await unpost(office, second)
    expect(await pricesOf(office)).toEqual(before)
  })

  it('restores a shelf price set by markup together with the cost', async () => {
    const office = await openOffice(door)
    const { api, organization } = office
    const productGroupId = (
      await done(api.post('/api/catalog/product-groups', { name: 'Drinks', markup: 1 }))
    ).id
    const milk = await createProduct(organization, { name: 'Milk', productGroupId, retailPrice: 7 })
    const line = (price: number) => ({ productId: milk, price })
    await post(office, 1, line(10), { updateRetailPrice: true })
    const second = await post(office, 2, line(15), { updateRetailPrice: true })
    expect(await pricesOf(office, milk)).toEqual([15, 30])
    await unpost(office, second)
    expect(await pricesOf(office, milk)).toEqual([10, 20])
  })

  it('keeps a price that a user changed after the supply', async () => {
    const office = await openOffice(door)
    await post(office, 1, { price: 100, retailPrice: 200 })
    const second = await post(office, 2, { price: 120, retailPrice: 240 })
    await done(office.api.patch(`/api/catalog/products/${office.tea}/price`, { retailPrice: 260 }))
    await unpost(office, second)
    expect(await pricesOf(office)).toEqual([100, 260])
  })

  it('refuses a supply with a shelf price below the minimum price', async () => {
    const office = await openOffice(door)
    const salt = await createProduct(office.organization, { name: 'Salt', retailPrice: 100, minPrice: 90 })
    const low = await draft(office, 1, { productId: salt, price: 50, retailPrice: 89.99 })
    const { status, body }: Answer = await office.api.post(`${BASES.supply}/${low}/post`)
    expect([status, body.code, body.errors]).toMatchObject([
      400,
      'price_too_small',
      [{ pointer: '#/lines/0/retailPrice' }],
    ])
    expect(await pricesOf(office, salt)).toEqual([0, 100])
    await post(office, 1, { productId: salt, price: 50, retailPrice: 90 })
    expect(await pricesOf(office, salt)).toEqual([50, 90])
  })

  it('warns when the cost reaches the retail price, and lists the products concerned for employees who may see costs', async () => {
    const office = await openOffice(door)
    const { api, organization, tea } = office
    const [milk, free] = [
      await createProduct(organization, { name: 'Milk', retailPrice: 100 }),
      await createProduct(organization, { name: 'Free', retailPrice: undefined }),
    ]
    const lines = [
      { productId: tea, quantity: 1, price: 70, retailPrice: 70 },
      { productId: milk, quantity: 1, price: 99.99 },
      { productId: free, quantity: 1, price: 5 },
    ]
    const { id } = await done(api.post(BASES.supply, { ...office.header(BASES.supply), date: AT(1), lines }))
    const { warnings } = await done(api.post(`${BASES.supply}/${id}/post`))
    expect(warnings).toEqual([
      {
        code: 'sells_below_cost',
        lineNo: 1,
        productId: tea,
        productName: 'Tea',
        price: 70,
        detail: 'Tea is sold at 70, which is not more than it costs',
      },
    ])
    const namesOf = async (query: string) =>
      (await done(api.get(`/api/catalog/products?${query}`))).items.map(({ name }: { name: string }) => name)
    expect(await namesOf('belowCost=true')).toEqual(['Tea'])
    expect(await namesOf('belowCost=true&search=te')).toEqual(['Tea'])
    expect(await namesOf('belowCost=false&sort=name')).toEqual(['Free', 'Milk'])
    const clerk = await hireWithoutCosts(door, organization)
    for (const path of ['/api/catalog/products', '/api/catalog/products/export'])
      expect((await clerk.get(`${path}?belowCost=true`)).status).toBe(403)
  })
})
