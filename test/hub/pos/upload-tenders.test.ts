import { describe, expect, it } from 'vitest'
import { newId } from '#shared/std/ids.ts'
import type { SaleBody } from '#shared/sync/sale.ts'
import { createProduct, type Device, enrolDevice, saleBody } from '#test/support/device.ts'
import { type Organization, signUp, useHub } from '#test/support/hub.ts'

const SALES = '/api/sales/retail'
const DAY_MS = 24 * 60 * 60_000

describe.concurrent('uploaded sales', () => {
  const door = useHub()

  async function openShop(paymentTypes = ['Cash', 'Card', 'Qr', 'Transfer']) {
    const shop = await signUp(door)
    const path = `/api/catalog/retail-points/${shop.retailPointId}`
    const { name, storeId, priceTypeId, version } = (await shop.api.get(path)).body
    const body = { name, storeId, priceTypeId, version, paymentTypes }
    expect((await shop.api.put(path, body)).status).toBe(200)
    const tea = await createProduct(shop, { name: 'Tea', retailPrice: 100, kind: 'Service' })
    return { shop, tea, device: await enrolDevice(door, shop) }
  }

  /** At 100 a piece. */
  const sold = (shop: Organization, productId: string, rest: Partial<SaleBody> = {}, pieces = 1) => {
    const sale = saleBody(shop, [{ productId }])
    const [line] = sale.lines
    const lines = Array.from({ length: pieces }, (_, i) => ({ ...line, lineNo: i + 1, price: 100, sum: 100 }))
    const payments: SaleBody['payments'] = [{ type: 'Cash', amount: 100 * pieces }]
    return { ...sale, schema: 2, lines, sum: 100 * pieces, payments, changeSum: 0, ...rest } as SaleBody
  }

  async function book({ api }: Organization, device: Device, sale: SaleBody) {
    const answer = await device.upload([device.item(sale)])
    expect(answer.body.results).toMatchObject([{ result: 'accepted' }])
    const { body } = await api.get(`${SALES}/${sale.id}`)
    return { body, flags: body.flags.map(({ code }: { code: string }) => code) }
  }

  it('are paid in any way, and shown and exported so', async () => {
    const { shop, tea, device } = await openShop()
    const payments: SaleBody['payments'] = [
      { type: 'Qr', amount: 30, reference: 'kaspi 1' },
      { type: 'Transfer', amount: 20.5 },
      { type: 'Card', amount: 10 },
      { type: 'Cash', amount: 50 },
    ]
    const { body, flags } = await book(shop, device, sold(shop, tea, { payments, changeSum: 10.5 }))
    expect(flags).toEqual([])
    expect(body.payments).toEqual([
      { type: 'Qr', amount: 30, reference: 'kaspi 1' },
      { type: 'Transfer', amount: 20.5, reference: null },
      { type: 'Card', amount: 10, reference: null },
      { type: 'Cash', amount: 50, reference: null },
    ])
    const file = await shop.api.get(`${SALES}/export?format=csv`)
    expect(file.body).toContain('39.5')
    expect(file.body).toContain('50.5')
  })

  it('are found by product, cashier, shift and way to pay, and tell what was given for a piece', async () => {
    const { shop, tea, device } = await openShop()
    const shiftId = newId()
    const milk = await createProduct(shop, { name: 'Milk', kind: 'Service', retailPrice: 100 })
    const first = sold(shop, tea, { shiftId, payments: [{ type: 'Qr', amount: 100 }], tillId: 'till-7' })
    const [line] = first.lines
    const cheaper = { ...line, quantity: 3, discountAmount: 200, sum: 100 } as NonNullable<typeof line>
    const { body } = await book(shop, device, { ...first, discountSum: 200, lines: [cheaper] })
    expect(body).toMatchObject({
      ...{ shiftId, terminalId: 'till-7', paidSum: 100, changeSum: 0 },
      lines: [{ finalPrice: 33.33, discountAmount: 200, sum: 100 }],
    })
    const second = await book(
      shop,
      device,
      sold(shop, milk, { cashierId: newId(), payments: [{ type: 'Cash', amount: 150 }], changeSum: 50 }),
    )
    expect(second.body).toMatchObject({ shiftId: null, paidSum: 150, changeSum: 50 })
    const found = async (query: string) =>
      (await shop.api.get(`${SALES}?${query}`)).body.items.map(({ id }: { id: string }) => id)
    for (const query of [
      `productId=${tea}`,
      `shiftId=${shiftId}`,
      'paymentType=Qr',
      `cashierId=${first.cashierId}`,
    ])
      expect([query, await found(query)]).toEqual([query, [first.id]])
    expect(await found('paymentType=Cash')).toEqual([second.body.id])
    expect(await found(`paymentType=Qr&productId=${milk}`)).toEqual([])
    expect((await shop.api.get(`${SALES}?paymentType=Money`)).status).toBe(400)
  })

  it('are flagged for a way to pay that the retail point does not take, once each', async () => {
    const { shop, tea, device } = await openShop(['Cash'])
    const payments: SaleBody['payments'] = [
      { type: 'Bonus', amount: 10 },
      { type: 'Bonus', amount: 10 },
      { type: 'Qr', amount: 80 },
    ]
    const { body, flags } = await book(shop, device, sold(shop, tea, { payments }))
    expect([body.status, flags]).toEqual(['Posted', ['tender_not_allowed', 'tender_not_allowed']])
  })

  it('are flagged once for vouchers without their numbers', async () => {
    const { shop, tea, device } = await openShop(['Cash', 'GiftCard'])
    const paidWith = (...references: (string | null)[]) => {
      const payments = references.map((reference) => ({ type: 'GiftCard' as const, amount: 50, reference }))
      return book(shop, device, sold(shop, tea, { payments }))
    }
    expect((await paidWith('V-1', 'V-2')).flags).toEqual([])
    expect((await paidWith(null, ' ')).flags).toEqual(['reference_missing'])
  })

  it('give no change of what is not cash', async () => {
    const { shop, tea, device } = await openShop()
    const payments: SaleBody['payments'] = [{ type: 'Qr', amount: 110 }]
    const { flags } = await book(shop, device, sold(shop, tea, { payments, changeSum: 10 }))
    expect(flags).toEqual(['payments_differ'])
  })

  it('keep who has bought, and where the receipt went', async () => {
    const { shop, tea, device } = await openShop()
    const { body: customer } = await shop.api.post('/api/catalog/counterparties', { name: 'Aigul' })
    const told = {
      ...{ customerId: customer.id, loyaltyCardId: newId() },
      ...{ customerPhone: '+77011234567', customerEmail: 'aigul@example.kz' },
    }
    const { body, flags } = await book(shop, device, sold(shop, tea, told))
    expect(flags).toEqual([])
    expect(body).toMatchObject(told)
    const { body: list } = await shop.api.get(`${SALES}?customerId=${customer.id}`)
    expect(list.items).toMatchObject([told])
  })

  it('of a customer that is not of this organization are flagged with the id', async () => {
    const [{ shop, tea, device }, other] = await Promise.all([openShop(), signUp(door)])
    const { body: foreign } = await other.api.post('/api/catalog/counterparties', { name: 'Boris' })
    for (const customerId of [foreign.id, newId()]) {
      const { body } = await book(shop, device, sold(shop, tea, { customerId }))
      expect(body).toMatchObject({
        customerId: null,
        flags: [{ code: 'customer_unknown', detail: expect.stringContaining(customerId) }],
      })
    }
  })

  it('of long ago are flagged when no clock proves it', async () => {
    const { shop, tea, device } = await openShop()
    const ago = (days: number, hubOffsetMs: number | null = null) => {
      const sale = sold(shop, tea)
      const soldAt = new Date(Date.now() - days * DAY_MS).toISOString()
      return book(shop, device, { ...sale, soldAt, clock: { ...sale.clock, hubOffsetMs } })
    }
    expect((await ago(89)).flags).toEqual([])
    expect((await ago(91)).flags).toEqual(['clock_unproved'])
    expect((await ago(2000)).flags).toEqual(['clock_unproved'])
    expect((await ago(91, 0)).flags).toEqual([])
  })

  it('of a clock that is ahead and was never compared say by how much', async () => {
    const { shop, tea, device } = await openShop()
    const sale = sold(shop, tea)
    const soldAt = new Date(Date.now() + DAY_MS / 2).toISOString()
    const { body } = await book(shop, device, {
      ...sale,
      soldAt,
      clock: { ...sale.clock, hubOffsetMs: null },
    })
    const [{ code, detail }] = body.flags
    const seconds = Number(/ (\d+) s$/.exec(detail)?.[1])
    expect([code, Math.round(((seconds * 1000) / DAY_MS) * 2)]).toEqual(['clock_wrong', 1])
  })
})
