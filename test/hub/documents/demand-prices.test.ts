import { beforeAll, describe, expect, it } from 'vitest'
import { createProduct } from '#test/support/device.ts'
import { useHub } from '#test/support/hub.ts'
import { BASES, type Office, openOffice } from './book-keeping.ts'
import { done } from './histories.ts'

describe('shipment lines without a price', () => {
  const door = useHub()
  let office: Office
  /** Customer with the price type Wholesale. The supplier of the office has no price type. */
  let wholesaler: string
  /** Product with the retail price 100 and the wholesale price 80. */
  let tea: string
  /** Product with only a retail price of 50. */
  let bun: string
  beforeAll(async () => {
    office = await openOffice(door)
    const { api, organization } = office
    const wholesale = (await done(api.post('/api/catalog/price-types', { name: 'Wholesale' }))).id
    const buyer = { name: 'Buyer', priceTypeId: wholesale }
    wholesaler = (await done(api.post('/api/catalog/counterparties', buyer))).id
    const prices = [{ priceTypeId: wholesale, value: 80 }]
    tea = await createProduct(organization, { name: 'Green tea', retailPrice: 100, prices })
    bun = await createProduct(organization, { name: 'Bun', retailPrice: 50 })
  })
  const write = (counterpartyId: string, lines: object[], more: object = {}) =>
    office.api.post(BASES.demand, {
      ...office.header(BASES.demand),
      counterpartyId,
      lines: lines.map((line) => ({ quantity: 2, ...line })),
      ...more,
    })
  const pricesOf = async (...given: Parameters<typeof write>) =>
    (await done(write(...given))).lines.map(({ price }: { price: number }) => price)

  it('uses the price type of the customer, and the retail price as a fallback', async () => {
    const lines = [{ productId: tea }, { productId: bun }, { productId: tea, price: 70 }]
    expect(await pricesOf(wholesaler, lines)).toEqual([80, 50, 70])
    expect(await pricesOf(office.supplier, lines)).toEqual([100, 50, 70])
  })

  it('updates the price when the shipment is saved with another customer', async () => {
    const draft = await done(write(office.supplier, [{ productId: tea }]))
    const saved = await office.api.put(`${BASES.demand}/${draft.id}`, {
      storeId: office.store,
      counterpartyId: wholesaler,
      version: draft.version,
      lines: [{ productId: tea, quantity: 1 }],
    })
    expect(saved.body).toMatchObject({ sum: 80, lines: [{ price: 80 }] })
  })

  it('refuses a line whose product has no price in the currency of the shipment', async () => {
    const priceless = await createProduct(office.organization, { name: 'Gift', retailPrice: 0 })
    const foreign = { currencyId: office.dollar, rate: 450 }
    for (const { status, body } of [
      await write(wholesaler, [{ productId: tea }, { productId: priceless }]),
      await write(wholesaler, [{ productId: tea, price: 1 }, { productId: tea }], foreign),
    ])
      expect([status, body.errors]).toMatchObject([400, [{ pointer: '#/lines/1/price' }]])
  })
})
