import { describe, expect, it } from 'vitest'
import { enrolDevice, saleBody } from '#test/support/device.ts'
import { type Answer, useHub } from '#test/support/hub.ts'
import { type BackOffice, openBackOffice, SALES } from '../sales/back-office.ts'
import { BASES } from './book-keeping.ts'

const AT = (day: number) => `2026-10-${String(day).padStart(2, '0')}T10:00:00.000Z`

/**
 * Unposting can remove stock. As on posting, the stock is checked at the time of the document and at every
 * later time.
 */
describe.concurrent('stock checks on unposting', () => {
  const door = useHub()

  /**
   * Opens an office whose till has sold 15 of 10 pieces of tea. The stock is −5, and the office does not
   * allow negative stock.
   */
  async function openOversold() {
    const office = await openBackOffice(door)
    await office.set('return_period_days = NULL')
    const device = await enrolDevice(door, office.shop)
    const sale = saleBody(office.shop, [{ productId: office.tea, quantity: 15 }], { soldAt: AT(1) })
    await device.upload([device.item(sale)])
    expect((await office.stock()).quantity).toBe(-5)
    return { office, sale }
  }
  const post = async ({ api }: BackOffice, base: string, body: object): Promise<string> => {
    const made = await api.post(base, body)
    expect(made.status, JSON.stringify(made.body)).toBe(201)
    const posted = await api.post(`${base}/${made.body.id}/post`)
    expect(posted.status, JSON.stringify(posted.body)).toBe(200)
    return made.body.id
  }
  const refusalOf = ({ status, body }: Answer) => [status, body.code]
  const SHORT = [409, 'insufficient_stock']

  it.each(['enter', 'supply', 'transfer', 'inventory', 'return'])(
    'refuses to unpost a document when the stock would become negative: %s',
    async (kind) => {
      const { office, sale } = await openOversold()
      const { api, shop, tea } = office
      const { storeId } = shop
      const line = { productId: tea, quantity: 8, price: 60 }
      const documents: Record<string, () => Promise<[string, string]>> = {
        enter: async () => [
          BASES.enter,
          await post(office, BASES.enter, { storeId, date: AT(2), lines: [line] }),
        ],
        supply: async () => {
          const counterpartyId = (await api.get('/api/catalog/counterparties')).body.items[0].id
          const body = { storeId, counterpartyId, date: AT(2), lines: [line] }
          return [BASES.supply, await post(office, BASES.supply, body)]
        },
        transfer: async () => {
          const other = (await api.post('/api/catalog/stores', { name: 'Other' })).body.id
          await post(office, BASES.enter, { storeId: other, date: AT(1), lines: [line] })
          const stores = { sourceStoreId: other, targetStoreId: storeId }
          const lines = [{ productId: tea, quantity: 8 }]
          return [BASES.transfer, await post(office, BASES.transfer, { ...stores, date: AT(2), lines })]
        },
        inventory: async () => {
          const lines = [{ productId: tea, countedQuantity: 3 }]
          return [BASES.inventory, await post(office, BASES.inventory, { storeId, date: AT(2), lines })]
        },
        return: async () => {
          const { body } = await api.post(`${SALES}/${sale.id}/create-return`)
          expect((await office.post(body.id)).status).toBe(200)
          return [SALES, body.id]
        },
      }
      const [base, id] = await (documents[kind] as () => Promise<[string, string]>)()
      const quantity = async () =>
        (await api.get(`/api/inventory/stock?productId=${tea}&storeId=${storeId}`)).body.items[0].quantity
      const before = await quantity()
      expect(refusalOf(await api.post(`${base}/${id}/unpost`))).toEqual(SHORT)
      expect(await quantity()).toBe(before)
      await office.set('allow_negative_stock = true')
      expect((await api.post(`${base}/${id}/unpost`)).status).toBe(200)
      expect(await quantity()).toBe(-5)
    },
  )

  it('refuses to unpost a document when stock would be negative until later goods arrive', async () => {
    const { office } = await openOversold()
    const enter = (day: number) => ({
      storeId: office.shop.storeId,
      date: AT(day),
      lines: [{ productId: office.tea, quantity: 8, price: 60 }],
    })
    const first = await post(office, BASES.enter, enter(2))
    const second = await post(office, BASES.enter, enter(3))
    expect(refusalOf(await office.api.post(`${BASES.enter}/${first}/unpost`))).toEqual(SHORT)
    // Without the second document, stock is 3 from the first one on.
    expect((await office.api.post(`${BASES.enter}/${second}/unpost`)).status).toBe(200)
  })

  it('reports the time of the lowest stock, the quantity to remove and the quantity in stock', async () => {
    const office = await openBackOffice(door)
    const { storeId } = office.shop
    const lines = [{ productId: office.tea, quantity: 36, price: 60 }]
    const enter = await post(office, BASES.enter, { storeId, date: AT(2), lines })
    const sold = { storeId, reason: 'Spoilage', lines: [{ productId: office.tea, quantity: 11 }] }
    await post(office, BASES.loss, { ...sold, date: AT(3) })
    const { body } = await office.api.post(`${BASES.enter}/${enter}/unpost`)
    expect(body.errors).toMatchObject([
      { requested: 36, available: 35, moment: AT(3), detail: `Tea: 36 would go, 35 in stock at ${AT(3)}` },
    ])
  })

  it('unposts a document that removed goods even when stock is short', async () => {
    const { office } = await openOversold()
    const { storeId } = office.shop
    const lines = [{ productId: office.tea, quantity: 8, price: 60 }]
    await post(office, BASES.enter, { storeId, date: AT(2), lines })
    const loss = await post(office, BASES.loss, {
      storeId,
      date: AT(3),
      reason: 'Spoilage',
      lines: [{ productId: office.tea, quantity: 2 }],
    })
    expect((await office.api.post(`${BASES.loss}/${loss}/unpost`)).status).toBe(200)
    expect((await office.stock()).quantity).toBe(3)
  })
})
