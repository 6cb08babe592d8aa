import { beforeEach, describe, expect, it } from 'vitest'
import { BASES, type Office, openOffice } from '#test/hub/documents/book-keeping.ts'
import { createProduct } from '#test/support/device.ts'
import { useHub } from '#test/support/hub.ts'

const PRODUCTS = '/api/catalog/products'

/**
 * Costs are in the currency of the organization, and prices in the currency of their price type
 * (docs/domain.md#retail-price-from-cost).
 */
describe('a price calculated from a cost in another currency', () => {
  const door = useHub({ runsJobs: false })
  let office: Office
  let tea: string

  /** Creates a default price type in dollars, and a product with a cost of 1,000 tenge and a markup of 50 %. */
  beforeEach(async () => {
    office = await openOffice(door)
    const { api, organization } = office
    const dollars = { name: 'Dollars', currencyId: office.dollar, isDefault: true }
    expect((await api.post('/api/catalog/price-types', dollars)).status).toBe(201)
    const group = await api.post('/api/catalog/product-groups', { name: 'Teas', markup: 0.5 })
    tea = await createProduct(organization, { cost: 1000, productGroupId: group.body.id, retailPrice: 7 })
  })

  const setRate = async (rate: number, multiplicity = 1) => {
    const currency = `/api/catalog/currencies/${office.dollar}`
    const body = { ...(await office.api.get(currency)).body, rate, multiplicity }
    const { version, isoCode, name, fullName, symbol, code, isArchived } = body
    const answer = await office.api.put(currency, {
      version,
      isoCode,
      name,
      fullName,
      symbol,
      code,
      isArchived,
      rate,
      multiplicity,
    })
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  }
  const priceNow = async () => (await office.api.get(`${PRODUCTS}/${tea}`)).body.retailPrice
  const recalculate = () => office.api.post(`${PRODUCTS}/${tea}/recalc-retail`)
  const inBulk = (rule: object, more: object = {}) =>
    office.api.post(`${PRODUCTS}/bulk-update`, { ids: [tea], changes: { prices: [{ rule, ...more }] } })

  it('converts a cost at the rate of the day and rounds the price up', async () => {
    await setRate(450.55)
    // 1,500 / 450.55 = 3.3292…
    expect((await recalculate()).body.retailPrice).toBe(4)
    await inBulk({ kind: 'CostPlusMarkup' }, { roundTo: 0.01 })
    expect(await priceNow()).toBe(3.33)
    await inBulk({ kind: 'CostPlusMarkup' })
    expect(await priceNow()).toBe(4)
    await inBulk({ kind: 'CostPlusPercent', percent: 100 }, { roundTo: 0.01 })
    expect(await priceNow()).toBe(4.44)
    const preview = await office.api.post('/api/change-sets', {
      kind: 'products',
      ids: [tea],
      changes: { prices: [{ rule: { kind: 'CostPlusMarkup' } }] },
    })
    expect(preview.status, JSON.stringify(preview.body)).toBe(201)
    const rows = await office.api.get(`/api/change-sets/${preview.body.id}/rows`)
    expect(JSON.stringify(rows.body.items[0])).toContain('4')
  })

  it('uses the same rate when a goods receipt is posted, without rounding up an exact price', async () => {
    // 1,500 / 3.75 is exactly 400, so nothing is rounded up.
    await setRate(375, 100)
    const { body } = await office.api.post(BASES.supply, {
      ...office.header(BASES.supply),
      updateRetailPrice: true,
      lines: [{ productId: tea, quantity: 1, price: 1000 }],
    })
    expect((await office.api.post(`${BASES.supply}/${body.id}/post`)).status).toBe(200)
    expect(await priceNow()).toBe(400)
    expect((await recalculate()).body.retailPrice).toBe(400)
    await inBulk({ kind: 'CostPlusMarkup' })
    expect(await priceNow()).toBe(400)
  })

  it('refuses to calculate a price without an exchange rate, and keeps it when a goods receipt is posted', async () => {
    const alone = await recalculate()
    expect([alone.status, alone.body.code]).toEqual([409, 'no_rate'])
    const many = await inBulk({ kind: 'CostPlusMarkup' })
    expect([many.status, many.body.errors?.[0].pointer]).toEqual([400, '#/changes/prices/0/priceTypeId'])
    const { body } = await office.api.post(BASES.supply, {
      ...office.header(BASES.supply),
      updateRetailPrice: true,
      lines: [{ productId: tea, quantity: 1, price: 1000 }],
    })
    expect((await office.api.post(`${BASES.supply}/${body.id}/post`)).status).toBe(200)
    expect(await priceNow()).toBe(7)
  })
})
