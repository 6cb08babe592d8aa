import { describe, expect, it } from 'vitest'
import { type Answer, useHub } from '#test/support/hub.ts'
import { openBackOffice, SALES } from './back-office.ts'

describe('back-office receipts of a retail point', () => {
  const door = useHub()

  /**
   * Opens an office with a retail point that has prices excluding VAT, a tax system, and cash rounding down
   * to whole units.
   */
  async function open() {
    const office = await openBackOffice(door)
    const { api, shop } = office
    const path = `/api/catalog/retail-points/${shop.retailPointId}`
    const { id: _, createdAt, updatedAt, ...point } = (await api.get(path)).body
    const settings = {
      vatIncluded: false,
      taxSystem: 'Patent',
      cashRounding: 'Down',
      cashRoundingStep: 1,
      cashRoundingAppliesTo: 'CashOnly',
    }
    const put = await api.put(path, { ...point, ...settings })
    expect(put.status, JSON.stringify(put.body)).toBe(200)
    return { office, at: { retailPointId: shop.retailPointId } }
  }
  const refusalOf = ({ status, body }: Answer) => [status, body.errors?.[0]?.pointer]

  it('takes VAT mode and tax system from the retail point', async () => {
    const { office, at } = await open()
    const line = { price: 100, vatRate: 16 }
    const sold = await office.sell([line], { ...at, payments: [{ type: 'Card', amount: 116 }] })
    expect(sold).toMatchObject({ vatIncluded: false, sum: 116, vatSum: 16, taxSystem: 'Patent' })
    const otherwise = office.sale([line], { ...at, vatIncluded: true })
    expect(refusalOf(await office.api.post(SALES, otherwise))).toEqual([400, '#/vatIncluded'])
    // Without a retail point, the receipt uses the settings of the organization.
    expect(await office.draft([line])).toMatchObject({ vatIncluded: true, sum: 100, taxSystem: null })
  })

  it('takes the number prefix from the retail point, even for a return', async () => {
    const { office, at } = await open()
    const { api, shop } = office
    const path = `/api/catalog/retail-points/${shop.retailPointId}`
    const { id: _, createdAt, updatedAt, ...point } = (await api.get(path)).body
    expect((await api.put(path, { ...point, vatIncluded: true, numberPrefix: 'AB-' })).status).toBe(200)
    const numbers = async (...sales: object[]) => {
      const drafts = []
      for (const more of sales) drafts.push(await office.draft([{}], more))
      return drafts.map(({ number }) => number)
    }
    expect(await numbers(at, {}, at)).toEqual(['AB-000001', '000002', 'AB-000003'])
    expect(await numbers({ ...at, number: 'AB-000004' }, at)).toEqual(['AB-000004', 'AB-000005'])
    const sold = await office.sell([{}], at)
    expect((await api.post(`${SALES}/${sold.id}/create-return`)).body.number).toBe('AB-000007')
  })

  it('rounds cash payments by the settings of the retail point, and limits a return to the amount paid', async () => {
    const { office, at } = await open()
    const lines = [
      { price: 50.25, vatRate: null },
      { price: 50.4, vatRate: null },
    ]
    const sold = await office.sell(lines, { ...at, payments: [{ type: 'Cash', amount: 101 }] })
    expect(sold).toMatchObject({ sum: 100, roundingSum: -0.65, changeSum: 1, status: 'Posted' })
    const byCard = await office.sell(lines, { ...at, payments: [{ type: 'Card', amount: 100.65 }] })
    expect(byCard).toMatchObject({ sum: 100.65, roundingSum: 0 })
    const mixed = [
      { type: 'Card', amount: 90 },
      { type: 'Cash', amount: 10 },
    ]
    const both = await office.sell(lines, { ...at, payments: mixed })
    expect(both).toMatchObject({ sum: 100, roundingSum: -0.65 })
    // First a part of the receipt paid in cash is returned, then the rest.
    const { body: draft } = await office.api.post(`${SALES}/${sold.id}/create-return`)
    expect(draft).toMatchObject({ sum: 100, roundingSum: -0.65, payments: [{ type: 'Cash', amount: 100 }] })
    const [{ productId, quantity, price, originalLineId }] = draft.lines
    const part = await office.api.put(`${SALES}/${draft.id}`, {
      storeId: draft.storeId,
      ...at,
      version: draft.version,
      lines: [{ productId, quantity, price, originalLineId }],
      payments: [{ type: 'Cash', amount: 50 }],
    })
    expect(part.body).toMatchObject({ sum: 50, roundingSum: -0.25 })
    expect((await office.post(draft.id)).body).toMatchObject({ status: 'Posted' })
    const { body: rest } = await office.api.post(`${SALES}/${sold.id}/create-return`)
    expect(rest).toMatchObject({ sum: 50, roundingSum: -0.4, payments: [{ type: 'Cash', amount: 50 }] })
    expect((await office.post(rest.id)).body).toMatchObject({ status: 'Posted' })
  })

  it('requires the store of the retail point', async () => {
    const { office, at } = await open()
    const other = (await office.api.post('/api/catalog/stores', { name: 'Other' })).body.id
    const elsewhere = office.sale([{}], { ...at, storeId: other })
    expect(refusalOf(await office.api.post(SALES, elsewhere))).toEqual([400, '#/storeId'])
    const draft = await office.draft([{}], at)
    const moved = await office.api.put(`${SALES}/${draft.id}`, { ...elsewhere, version: draft.version })
    expect(refusalOf(moved)).toEqual([400, '#/storeId'])
    // The retail point is moved to the other store. An earlier draft is then refused, but an earlier receipt
    // can be returned.
    const sold = await office.sell([{}], at)
    await office.write(
      `UPDATE retail_points SET store_id = '${other}' WHERE id = '${office.shop.retailPointId}'`,
    )
    expect(refusalOf(await office.post(draft.id))).toEqual([400, '#/storeId'])
    const back = await office.api.post(`${SALES}/${sold.id}/create-return`)
    expect(back.status).toBe(201)
    expect((await office.post(back.body.id)).status).toBe(200)
  })
})
