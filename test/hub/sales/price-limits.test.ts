import { describe, expect, it } from 'vitest'
import { createProduct } from '#test/support/device.ts'
import type { ApiClient } from '#test/support/hub.ts'
import { useHub } from '#test/support/hub.ts'
import { hireWithout } from '#test/support/people.ts'
import { openBackOffice, SALES } from './back-office.ts'

const DEMANDS = '/api/sales/demands'

describe('prices below the limits of a product', () => {
  const door = useHub()

  async function open() {
    const office = await openBackOffice(door)
    await office.set('allow_negative_stock = true')
    const product = (name: string, more: object) =>
      createProduct(office.shop, { name, retailPrice: 100, ...more })
    const [bounded, fixed] = [
      await product('Bounded', { minPrice: 80 }),
      await product('Fixed', { isDiscountProhibited: true }),
    ]
    const customerId = (await office.api.get('/api/catalog/counterparties')).body.items[0].id
    return {
      office,
      bounded,
      fixed,
      customerId,
      clerk: await hireWithout(door, office.shop, 'sales.override_price'),
    }
  }
  type World = Awaited<ReturnType<typeof open>>
  type Line = { productId: string; quantity: number; price: number; discountPercent?: number }

  /** Functions that post a document of each kind: the owner creates the draft, and `by` posts it. */
  const KINDS = {
    receipt: async ({ office }: World, by: ApiClient, lines: Line[], more: object = {}) => {
      const sum = lines.reduce(
        (sum, { quantity, price, discountPercent = 0 }) =>
          sum + quantity * price * (1 - discountPercent / 100),
        0,
      )
      const { id } = await office.draft(lines, { payments: [{ type: 'Card', amount: sum }], ...more })
      return by.post(`${SALES}/${id}/post`)
    },
    demand: async ({ office, customerId }: World, by: ApiClient, lines: Line[], more: object = {}) => {
      const header = { storeId: office.shop.storeId, counterpartyId: customerId }
      const { body } = await office.api.post(DEMANDS, { ...header, lines, ...more })
      return by.post(`${DEMANDS}/${body.id}/post`)
    },
  }

  describe.each(Object.entries(KINDS))('low prices in a %s', (_, post) => {
    it('refuses to post without the permission, and reports the lines', async () => {
      const world = await open()
      const { bounded, fixed, clerk } = world
      const low = await post(world, clerk, [
        { productId: fixed, quantity: 1, price: 100 },
        { productId: bounded, quantity: 3, price: 90, discountPercent: 12 },
      ])
      expect([low.status, low.body.code]).toEqual([400, 'price_too_small'])
      expect(low.body.errors).toMatchObject([{ pointer: '#/lines/1/price' }])
      const cut = await post(world, clerk, [
        { productId: fixed, quantity: 1, price: 100, discountPercent: 1 },
      ])
      expect([cut.status, cut.body.code]).toEqual([400, 'discount_prohibited'])
      expect(cut.body.errors).toMatchObject([{ pointer: '#/lines/0' }])
    })

    it('posts with the permission, and records the override until the document is a draft again', async () => {
      const world = await open()
      const { office, bounded, fixed } = world
      const { status, body } = await post(world, office.api, [
        { productId: bounded, quantity: 3, price: 79.99 },
        { productId: bounded, quantity: 3, price: 80 },
        { productId: fixed, quantity: 1, price: 100, discountPercent: 50 },
      ])
      expect([status, body.postedById]).toEqual([200, expect.any(String)])
      const passed = [
        { lineNo: 1, rule: 'MinPrice' },
        { lineNo: 3, rule: 'Discount' },
      ]
      expect(body.priceOverrides).toEqual(passed)
      const base = 'isReturn' in body ? SALES : DEMANDS
      expect((await office.api.get(`${base}/${body.id}`)).body.priceOverrides).toEqual(passed)
      expect((await office.api.post(`${base}/${body.id}/unpost`)).body.priceOverrides).toEqual([])
    })

    it('accepts a line at exactly the minimum price', async () => {
      const world = await open()
      const { bounded, fixed, clerk } = world
      const { status, body } = await post(world, clerk, [
        { productId: bounded, quantity: 2, price: 100, discountPercent: 20 },
        { productId: fixed, quantity: 1, price: 90 },
      ])
      expect([status, body.priceOverrides]).toEqual([200, []])
    })
  })

  it('compares the price excluding VAT with the minimum price', async () => {
    const world = await open()
    const lines = [{ productId: world.bounded, quantity: 1, price: 79, vatRate: 12 }]
    const { status, body } = await KINDS.demand(world, world.clerk, lines, { vatIncluded: false })
    expect([status, body.code]).toEqual([400, 'price_too_small'])
  })

  it('ignores price limits for returns', async () => {
    const world = await open()
    const { office, bounded, clerk } = world
    const sold = await KINDS.receipt(world, office.api, [{ productId: bounded, quantity: 1, price: 50 }])
    const back = await office.api.post(`${SALES}/${sold.body.id}/create-return`, {})
    const payments = [{ type: 'Card', amount: 50 }]
    const draft = await office.api.put(`${SALES}/${back.body.id}`, { ...back.body, payments })
    const posted = await clerk.post(`${SALES}/${draft.body.id}/post`)
    expect([posted.status, posted.body.priceOverrides]).toEqual([200, []])
  })
})
