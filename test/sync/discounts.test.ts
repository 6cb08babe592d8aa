import { describe, expect, it } from 'vitest'
import type { Cart, Receipt } from '#shared/contracts/till/till.ts'
import { must } from '#shared/std/must.ts'
import { createProduct } from '#test/support/device.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'
import type { Till } from '#test/support/till.ts'
import { until } from '#test/support/until.ts'

const RULES = {
  maxDiscountPercent: 20,
  cashRounding: 'Down',
  cashRoundingStep: 1,
  cashRoundingAppliesTo: 'All',
}

describe('discounted and rounded sales', () => {
  async function setRules({ organization: { api, retailPointId } }: TestShop, rules: object) {
    const path = `/api/catalog/retail-points/${retailPointId}`
    const { name, storeId, priceTypeId, version } = (await api.get(path)).body
    const { status } = await api.put(path, {
      name,
      storeId,
      priceTypeId,
      version,
      requireShift: false,
      ...rules,
    })
    expect(status).toBe(200)
  }

  /** Sells three units of a stocked product at 33.33 with a 10 % discount. */
  async function sellOff(till: Till, productId: string): Promise<Receipt> {
    await till.add({ productId, quantity: 3 })
    await till.expect('PATCH', '/cart', { discount: { percent: 10 } })
    return payRounded(till, 89)
  }

  async function payRounded(till: Till, amount: number): Promise<Receipt> {
    const { id, version } = await till.cart()
    const payments = [{ type: 'Card', amount }]
    return till.expect<Receipt>('POST', '/cart/pay', { cartId: id, cartVersion: version, payments })
  }

  async function stocked({ organization }: TestShop): Promise<string> {
    const productId = await createProduct(organization, { retailPrice: 33.33 })
    const lines = [{ productId, quantity: 100, price: 10 }]
    const { api, storeId } = organization
    const { body } = await api.post('/api/inventory/enters', { storeId, lines })
    expect((await api.post(`/api/inventory/enters/${body.id}/post`)).status).toBe(200)
    return productId
  }

  const bookedOf = async ({ organization }: TestShop, { id }: Receipt) => {
    const { body } = await organization.api.get(`/api/sales/retail/${id}`)
    return { ...body, codes: body.flags.map(({ code }: { code: string }) => code) }
  }
  const uploaded = (till: Till) =>
    until('all is uploaded', async () => (await till.status()).upload.waiting === 0)

  it('posts a discounted sale unchanged, refunds the amount paid, and flags neither', async () => {
    await using shop = await openTestShop()
    await setRules(shop, RULES)
    const tea = await stocked(shop)
    const till = await (await shop.openAgent()).till()
    const receipt = await sellOff(till, tea)
    expect(receipt).toMatchObject({ sum: 89, discountSum: 10, roundingSum: -0.99 })
    const begun = await till.expect<Cart>('POST', '/cart/return', { receiptNumber: receipt.receiptNumber })
    const line = must(begun.lines[0]).id
    expect((await till.expect<Cart>('PATCH', `/cart/lines/${line}`, { quantity: 1 })).sum).toBe(30)
    const back = await payRounded(till, 30)
    await uploaded(till)
    expect(await bookedOf(shop, receipt)).toMatchObject({
      status: 'Posted',
      sum: 89,
      discountSum: 10,
      roundingSum: -0.99,
      codes: [],
      discounts: [{ kind: 'Manual', scope: 'Receipt', percent: 10, amount: 10 }],
    })
    expect(await bookedOf(shop, back)).toMatchObject({
      sum: 30,
      discountSum: 3.33,
      roundingSum: 0,
      codes: [],
    })
    const rest = await shop.organization.api.post(`/api/sales/retail/${receipt.id}/create-return`)
    expect(rest.body).toMatchObject({ sum: 59, discountSum: 6.67, roundingSum: -0.99 })
  })

  it('posts and flags a discount that head office no longer allows', async () => {
    await using shop = await openTestShop()
    await setRules(shop, RULES)
    const tea = await stocked(shop)
    const agent = await shop.openAgent()
    const till = await agent.till()
    await shop.stopHub()
    const receipt = await sellOff(till, tea)
    await agent.restart(async () => {
      await shop.startHub()
      await setRules(shop, { maxDiscountPercent: 5 })
    })
    await uploaded(till)
    const { status, codes } = await bookedOf(shop, receipt)
    expect(status).toBe('Posted')
    expect(codes).toEqual(['rounding_differs', 'discount_over_limit'])
  })
})
