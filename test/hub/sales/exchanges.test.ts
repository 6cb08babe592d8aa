import { describe, expect, it } from 'vitest'
import { newId } from '#shared/std/ids.ts'
import type { SaleBody } from '#shared/sync/sale.ts'
import { createProduct, enrolDevice, saleBody } from '#test/support/device.ts'
import { signUp, useHub } from '#test/support/hub.ts'

const SALES = '/api/sales/retail'

describe.concurrent('exchanges at tills', () => {
  const door = useHub()

  /** Opens a shop with a receipt of 100 paid by card, and the return and the sale of its exchange. */
  async function openShop() {
    const shop = await signUp(door)
    const path = `/api/catalog/retail-points/${shop.retailPointId}`
    const settings = { ...(await shop.api.get(path)).body, paymentTypes: ['Cash', 'Card'] }
    expect((await shop.api.put(path, settings)).status).toBe(200)
    const tea = await createProduct(shop, { retailPrice: 100, kind: 'Service' })
    const device = await enrolDevice(door, shop)
    const sold = saleBody(shop, [{ productId: tea }], {
      payments: [{ type: 'Card', amount: 100 }],
    })
    const ids = { back: newId(), sale: newId() }
    const setOff = (amount: number): SaleBody['payments'][number] => ({
      type: 'SetOff',
      amount,
      originType: 'Card',
    })
    const back = (changes: Partial<SaleBody> = {}) =>
      saleBody(shop, [{ productId: tea, originalLineNo: 1 }], {
        id: ids.back,
        isReturn: true,
        originalSaleId: sold.id,
        exchangeSaleId: ids.sale,
        payments: [setOff(100)],
        ...changes,
      })
    const sale = (changes: Partial<SaleBody> = {}) =>
      saleBody(shop, [{ productId: tea, quantity: 2 }], {
        id: ids.sale,
        exchangeSaleId: ids.back,
        payments: [setOff(100), { type: 'Cash', amount: 100 }],
        ...changes,
      })
    const upload = async (...bodies: SaleBody[]) => {
      const { body } = await device.upload(bodies.map((one) => device.item(one)))
      expect(body.results.map(({ result }: { result: string }) => result)).toEqual(
        bodies.map(() => 'accepted'),
      )
    }
    const read = async ({ id }: Pick<SaleBody, 'id'>) => (await shop.api.get(`${SALES}/${id}`)).body
    const flagsOf = async (one: Pick<SaleBody, 'id'>): Promise<string[]> =>
      (await read(one)).flags.map(({ code }: { code: string }) => code)
    return { shop, sold, back, sale, upload, read, flagsOf }
  }

  it('links the return and the sale of an exchange in either upload order', async () => {
    for (const isSaleFirst of [true, false]) {
      const { sold, back, sale, upload, read, shop } = await openShop()
      const halves = isSaleFirst ? [sale(), back()] : [back(), sale()]
      await upload(sold)
      for (const half of halves) await upload(half)
      expect(await read(back())).toMatchObject({
        flags: [],
        isReturn: true,
        exchangeSaleId: sale().id,
        payments: [{ type: 'SetOff', amount: 100, originType: 'Card' }],
      })
      expect(await read(sale())).toMatchObject({
        flags: [],
        exchangeSaleId: back().id,
        payments: [
          { type: 'SetOff', originType: 'Card' },
          { type: 'Cash', originType: null },
        ],
      })
      const { items } = (await shop.api.get(`${SALES}?paymentType=SetOff`)).body
      expect(items).toHaveLength(2)
    }
  })

  it('includes exchanges in the turnover but not in the payments', async () => {
    const { sold, back, sale, upload, shop } = await openShop()
    await upload(sold, back(), sale())
    const { body } = await shop.api.get(`${SALES}/stats`)
    expect(body).toMatchObject({ revenue: 200, returnsSum: 100 })
    expect(body.payments.filter(({ sum }: { sum: number }) => sum !== 0)).toEqual([
      { type: 'Card', sum: 100 },
      { type: 'Cash', sum: 100 },
    ])
  })

  it('flags an exchange whose return and sale set off different amounts', async () => {
    const { sold, back, sale, upload, flagsOf } = await openShop()
    const wrong = sale({
      payments: [
        { type: 'SetOff', amount: 90, originType: 'Card' },
        { type: 'Cash', amount: 110 },
      ],
    })
    await upload(sold, back(), wrong)
    expect([await flagsOf(back()), await flagsOf(wrong)]).toEqual([[], ['exchange_differs']])
  })

  it('flags an exchange sale with a wrong return, and a set-off without a counterpart', async () => {
    const { sold, back, sale, upload, flagsOf } = await openShop()
    const stranger = sale({ exchangeSaleId: sold.id })
    const alone = back({ exchangeSaleId: null })
    await upload(sold, stranger, alone)
    expect([await flagsOf(stranger), await flagsOf(alone)]).toEqual([
      ['exchange_differs'],
      ['exchange_differs'],
    ])
  })

  it('flags a second exchange sale for the same return', async () => {
    const { sold, back, sale, upload, flagsOf } = await openShop()
    const second = sale({ id: newId() })
    await upload(sold, back(), sale(), second)
    expect([await flagsOf(sale()), await flagsOf(second)]).toEqual([[], ['exchange_differs']])
  })

  it('accepts an exchange return whose sale has not arrived', async () => {
    const { sold, back, upload, flagsOf } = await openShop()
    await upload(sold, back())
    expect(await flagsOf(back())).toEqual([])
  })

  it('refunds the set-off part of an exchange sale by the tender of the first receipt', async () => {
    const { shop, sold, back, sale, upload, read } = await openShop()
    await upload(sold, back(), sale())
    const draft = await shop.api.post(`${SALES}/${sale().id}/create-return`)
    expect(draft.body.payments).toMatchObject([
      { type: 'Card', amount: 100 },
      { type: 'Cash', amount: 100 },
    ])
    // Nothing is left to refund from the first receipt, because its money was set off.
    const again = saleBody(shop, [{ productId: sold.lines[0]?.productId ?? '', originalLineNo: 1 }], {
      isReturn: true,
      originalSaleId: sold.id,
      payments: [{ type: 'Card', amount: 100 }],
    })
    await upload(again)
    expect((await read(again)).flags).toMatchObject([{ code: 'refund_exceeded' }, { code: 'basis_exceeded' }])
  })

  it('refuses set-off payments in the back office', async () => {
    const { shop, sold } = await openShop()
    const answer = await shop.api.post(SALES, {
      storeId: shop.storeId,
      lines: [{ productId: sold.lines[0]?.productId, quantity: 1, price: 1 }],
      payments: [{ type: 'SetOff', amount: 1 }],
    })
    expect(answer.body.errors).toMatchObject([{ pointer: '#/payments/0/type' }])
  })
})
