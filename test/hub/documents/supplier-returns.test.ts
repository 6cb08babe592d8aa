import { describe, expect, it } from 'vitest'
import { createProduct } from '#test/support/device.ts'
import { useHub } from '#test/support/hub.ts'
import { hireWithoutCosts } from '#test/support/people.ts'
import { BASES, openOffice } from './book-keeping.ts'
import { done } from './histories.ts'

describe('returns to a supplier', () => {
  const door = useHub()

  /**
   * Opens an office with a supply of two lines of tea with different prices and discounts, and one line of
   * coffee.
   */
  async function open() {
    const office = await openOffice(door)
    const { api, header, tea } = office
    const coffee = await createProduct(office.organization, { name: 'Coffee' })
    const lines = [
      { productId: tea, quantity: 8, price: 10, discountPercent: 5 },
      { productId: tea, quantity: 4, price: 16, discountPercent: 25 },
      { productId: coffee, quantity: 1, price: 3 },
    ]
    const { id: supplyId } = await done(api.post(BASES.supply, { ...header(BASES.supply), lines }))
    await done(api.post(`${BASES.supply}/${supplyId}/post`))
    const body = (lines: object[], more: object = {}) => ({
      ...header(BASES.supplierReturn),
      supplyId,
      lines,
      ...more,
    })
    return { office, coffee, supplyId, body }
  }
  const termsOf = ({ lines }: { lines: { price: number; discountPercent: number }[] }) =>
    lines.map(({ price, discountPercent }) => [price, discountPercent])

  it('uses the discount of the supply line, and its price when the return states none', async () => {
    const { office, coffee, body } = await open()
    const { api, tea } = office
    const sent = body([
      { productId: tea, quantity: 1 },
      { productId: tea, quantity: 1, price: 16, discountPercent: 99 },
      { productId: tea, quantity: 1, price: 12, discountPercent: 0 },
      { productId: coffee, quantity: 1, discountPercent: 50 },
    ])
    const draft = await done(api.post(BASES.supplierReturn, sent))
    const due = [
      [10, 5],
      [16, 25],
      [12, 5],
      [3, 0],
    ]
    expect(termsOf(draft)).toEqual(due)
    const path = `${BASES.supplierReturn}/${draft.id}`
    expect(termsOf(await done(api.put(path, { ...draft, comment: 'again' })))).toEqual(due)
  })

  it('refuses to unpost a supply while a return based on it is posted', async () => {
    const { office, supplyId, body } = await open()
    const { api, tea } = office
    const draft = await done(api.post(BASES.supplierReturn, body([{ productId: tea, quantity: 1 }])))
    await done(api.post(`${BASES.supplierReturn}/${draft.id}/post`))
    const refused = await api.post(`${BASES.supply}/${supplyId}/unpost`)
    expect([refused.status, refused.body.code]).toEqual([409, 'has_returns'])
    await done(api.post(`${BASES.supplierReturn}/${draft.id}/unpost`))
    await done(api.post(`${BASES.supply}/${supplyId}/unpost`))
  })

  it('keeps the stated price and discount of a return without a supply', async () => {
    const { office, body } = await open()
    const sent = body([{ productId: office.tea, quantity: 1, price: 7, discountPercent: 2 }], {
      supplyId: null,
    })
    expect(termsOf(await done(office.api.post(BASES.supplierReturn, sent)))).toEqual([[7, 2]])
  })

  it('refuses a supplier other than that of the returned supply', async () => {
    const { office, body } = await open()
    const { api, tea } = office
    const other = await done(api.post('/api/catalog/counterparties', { name: 'Another' }))
    const sent = body([{ productId: tea, quantity: 1 }], { counterpartyId: other.id })
    const refused = await api.post(BASES.supplierReturn, sent)
    expect([refused.status, refused.body.errors]).toMatchObject([400, [{ pointer: '#/counterpartyId' }]])
    const draft = await done(api.post(BASES.supplierReturn, body([{ productId: tea, quantity: 1 }])))
    const put = await api.put(`${BASES.supplierReturn}/${draft.id}`, { ...draft, counterpartyId: other.id })
    expect([put.status, put.body.errors]).toMatchObject([400, [{ pointer: '#/counterpartyId' }]])
  })

  it('returns the difference between price and cost after posting, only to employees who may see costs', async () => {
    const { office, coffee, body } = await open()
    const { api, tea, organization } = office
    // The average cost of tea is (8 × 9.50 + 4 × 12) / 12.
    const sent = body([
      { productId: tea, quantity: 1, price: 16 },
      { productId: coffee, quantity: 1 },
    ])
    const draft = await done(api.post(BASES.supplierReturn, sent))
    const differencesOf = ({ lines }: { lines: { priceDifference?: number | null }[] }) =>
      lines.map(({ priceDifference }) => priceDifference)
    expect(differencesOf(draft)).toEqual([null, null])
    const path = `${BASES.supplierReturn}/${draft.id}`
    expect(differencesOf(await done(api.post(`${path}/post`)))).toEqual([5.6667, 0])
    const manager = await hireWithoutCosts(door, organization)
    expect(differencesOf(await done(manager.get(path)))).toEqual([undefined, undefined])
  })
})
