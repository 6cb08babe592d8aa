import { describe, expect, it } from 'vitest'
import { newId } from '#shared/std/ids.ts'
import { createProduct, enrolDevice, saleBody } from '#test/support/device.ts'
import { signUp, useHub } from '#test/support/hub.ts'
import { hireWithoutCosts } from '#test/support/people.ts'

const PATH = '/api/promotions/try-out'
const DAY_MS = 24 * 60 * 60_000

describe('simulation of a draft promotion', () => {
  const door = useHub()
  const draft = (more: object = {}) => ({
    name: 'Draft',
    kind: 'PercentDiscount',
    effect: { percent: 40 },
    ...more,
  })

  async function sellTwice() {
    const shop = await signUp(door)
    const device = await enrolDevice(door, shop)
    const tea = await createProduct(shop, { name: 'Tea', retailPrice: 100, cost: 70 })
    const jam = await createProduct(shop, { name: 'Jam', retailPrice: 50, cost: 10, minPrice: 45 })
    const long = { soldAt: new Date(Date.now() - 40 * DAY_MS).toISOString() }
    const sales = [
      saleBody(shop, [{ productId: tea }]),
      saleBody(shop, [{ productId: jam, price: 50, quantity: 2 }]),
      saleBody(shop, [{ productId: tea }], long),
      saleBody(shop, [{ productId: jam, price: 50 }], { isReturn: true }),
    ]
    const { body } = await device.upload(sales.map((sale) => device.item(sale)))
    expect(body.results.map(({ result }: { result: string }) => result)).toEqual(sales.map(() => 'accepted'))
    return { shop, tea, jam }
  }

  it('simulates a promotion on past sales without saving anything', async () => {
    const { shop, tea } = await sellTwice()
    const { body } = await shop.api.post(PATH, draft())
    expect(body).toMatchObject({
      receipts: 2,
      reducedReceipts: 2,
      discount: 50,
      was: { turnover: 200, margin: 110, belowCost: 0 },
      wouldBe: { turnover: 150, margin: 60, belowCost: 1 },
    })
    const ofTea = draft({ conditions: { productIds: [tea] }, couponCode: 'TEA' })
    expect((await shop.api.post(PATH, ofTea)).body).toMatchObject({ reducedReceipts: 1, discount: 40 })
    const ofCards = draft({ requiresCard: true })
    expect((await shop.api.post(PATH, ofCards)).body).toMatchObject({ reducedReceipts: 0, discount: 0 })
    expect((await shop.api.get('/api/promotions')).body.total).toBe(0)
  })

  it('simulates a promotion only on receipts from the requested days and of the same organization', async () => {
    const { shop } = await sellTwice()
    const day = (ago: number) => new Date(Date.now() - ago * DAY_MS).toISOString().slice(0, 10)
    const { body } = await shop.api.post(`${PATH}?from=${day(45)}&to=${day(35)}`, draft())
    expect(body).toMatchObject({ from: day(45), to: day(35), receipts: 1, discount: 40 })
    const other = await signUp(door)
    expect((await other.api.post(PATH, draft())).body).toMatchObject({ receipts: 0, discount: 0 })
  })

  it('reports the invalid field of a promotion, and omits costs for employees who may not see them', async () => {
    const { shop } = await sellTwice()
    const refused = await shop.api.post(PATH, draft({ storeIds: [newId()] }))
    expect([refused.status, refused.body.errors[0].pointer]).toEqual([400, '#/storeIds/0'])
    const bad = await shop.api.post(PATH, draft({ effect: {} }))
    expect([bad.status, bad.body.errors[0].pointer]).toEqual([400, '#/effect/percent'])
    const blind = await hireWithoutCosts(door, shop)
    const { status, body } = await blind.post(PATH, draft())
    expect([status, body.was, body.wouldBe]).toEqual([200, { turnover: 200 }, { turnover: 150 }])
  })
})
