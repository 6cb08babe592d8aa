import { describe, expect, it } from 'vitest'
import { createProduct } from '#test/support/device.ts'
import { useHub } from '#test/support/hub.ts'
import { BASES, openOffice } from './book-keeping.ts'
import { done, randomFrom } from './histories.ts'

const RETAIL = '/api/sales/retail'

describe('VAT of document lines', () => {
  const door = useHub()

  async function openWithGroups() {
    const office = await openOffice(door)
    const group = async (body: object): Promise<string> =>
      (await done(office.api.post('/api/catalog/product-groups', body))).id
    const food = await group({ name: 'Food', vatRate: 12, useParentVat: false })
    const bread = await group({ name: 'Bread', parentId: food, vatRate: 5, useParentVat: true })
    const product = (name: string, more: object) => createProduct(office.organization, { name, ...more })
    return {
      office,
      follower: await product('Follower', { productGroupId: bread, vatRate: 20, useGroupVat: true }),
      own: await product('Own', { productGroupId: bread, vatRate: 20, useGroupVat: false }),
      without: await product('Without', { vatRate: null, useGroupVat: false }),
    }
  }

  it('uses the VAT rate of the product group for a line without a rate if the product follows its group', async () => {
    const { office, follower, own, without } = await openWithGroups()
    const { api, header } = office
    const lines = [follower, own, without].map((productId) => ({ productId, quantity: 1, price: 100 }))
    for (const base of [BASES.supply, BASES.supplierReturn, BASES.demand]) {
      const document = await done(api.post(base, { ...header(base), lines }))
      expect([base, document.lines.map(({ vatRate }: { vatRate: number }) => vatRate)]).toEqual([
        base,
        [12, 20, null],
      ])
    }
    const receipt = await done(api.post(RETAIL, { storeId: office.store, lines }))
    expect(receipt.lines.map(({ vatRate }: { vatRate: number }) => vatRate)).toEqual([12, 20, null])
  })

  it('keeps a stated VAT rate, including zero and no VAT', async () => {
    const { office, follower } = await openWithGroups()
    const lines = [0, null, 7].map((vatRate) => ({ productId: follower, quantity: 1, price: 100, vatRate }))
    const { api, header } = office
    const document = await done(api.post(BASES.demand, { ...header(BASES.demand), lines }))
    expect(document.lines.map(({ vatRate }: { vatRate: number }) => vatRate)).toEqual([0, null, 7])
  })

  it.each([true, false])(
    'computes the same VAT for a shipment and a receipt with the same lines (VAT included: %s)',
    async (vatIncluded) => {
      const { office, follower, own, without } = await openWithGroups()
      const random = randomFrom(vatIncluded ? 5 : 6)
      const lines = Array.from({ length: 60 }, (_, i) => ({
        productId: [follower, own, without][i % 3],
        quantity: 1 + random(9),
        price: (1 + random(100_000)) / 100,
      }))
      const { api, header, store } = office
      const document = await done(
        api.post(BASES.demand, { ...header(BASES.demand), lines, vatEnabled: true, vatIncluded }),
      )
      const receipt = await done(api.post(RETAIL, { storeId: store, lines, vatIncluded }))
      const sumsOf = ({ sum, vatSum, vatBreakdown, lines: own }: typeof document) => ({
        sum,
        vatSum,
        vatBreakdown,
        lines: own.map((line: Record<string, unknown>) => [line.sum, line.vatSum, line.vatRate]),
      })
      expect(sumsOf(document)).toEqual(sumsOf(receipt))
      expect(document.vatBreakdown.map(({ rate }: { rate: number }) => rate)).toEqual([20, 12])
    },
  )

  it('returns no VAT breakdown for a document without VAT', async () => {
    const { office, own } = await openWithGroups()
    const { api, header } = office
    const lines = [{ productId: own, quantity: 1, price: 100 }]
    const document = await done(
      api.post(BASES.demand, { ...header(BASES.demand), lines, vatEnabled: false, vatIncluded: false }),
    )
    expect(document).toMatchObject({ sum: 100, vatSum: 0, vatBreakdown: [] })
  })
})
