import { describe, expect, it } from 'vitest'
import { newId } from '#shared/std/ids.ts'
import type { SaleBody } from '#shared/sync/sale.ts'
import { changePoint } from '#test/support/change-point.ts'
import { createProduct, type Device, enrolDevice, saleBody } from '#test/support/device.ts'
import { readCsv } from '#test/support/file.ts'
import { type Organization, signUp, useHub } from '#test/support/hub.ts'

const SALES = '/api/sales/retail'
const DAY_MS = 24 * 60 * 60_000

describe.concurrent('tenders of uploaded sales', () => {
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

  /** Returns a sale with `pieces` lines of one piece at 100, by default paid in cash. */
  const sold = (shop: Organization, productId: string, rest: Partial<SaleBody> = {}, pieces = 1) => {
    const sale = saleBody(shop, [{ productId }])
    const [line] = sale.lines
    const lines = Array.from({ length: pieces }, (_, i) => ({ ...line, lineNo: i + 1, price: 100, sum: 100 }))
    const payments: SaleBody['payments'] = [{ type: 'Cash', amount: 100 * pieces }]
    return { ...sale, lines, sum: 100 * pieces, payments, changeSum: 0, ...rest } as SaleBody
  }

  async function book({ api }: Organization, device: Device, sale: SaleBody) {
    const answer = await device.upload([device.item(sale)])
    expect(answer.body.results).toMatchObject([{ result: 'accepted' }])
    const { body } = await api.get(`${SALES}/${sale.id}`)
    return { body, flags: body.flags.map(({ code }: { code: string }) => code) }
  }

  it('flags a sale without a shift when the retail point requires one', async () => {
    const { shop, tea, device } = await openShop()
    const alone = () => sold(shop, tea, { shiftId: null })
    expect((await book(shop, device, sold(shop, tea))).flags).toEqual([])
    expect((await book(shop, device, alone())).flags).toEqual(['shift_missing'])
    const back = { ...alone(), isReturn: true }
    expect((await book(shop, device, back)).flags).toEqual(['shift_missing'])
    await changePoint(shop, { requireShift: false })
    expect((await book(shop, device, alone())).flags).toEqual([])
  })

  it('accepts several tenders in a sale, and includes them in the response and in the export', async () => {
    const { shop, tea, device } = await openShop()
    const payments: SaleBody['payments'] = [
      { type: 'Qr', amount: 30, reference: 'kaspi 1' },
      { type: 'Transfer', amount: 20.5 },
      { type: 'Card', amount: 4, reference: '4400' },
      { type: 'Card', amount: 6 },
      { type: 'Cash', amount: 50 },
    ]
    const { body, flags } = await book(shop, device, sold(shop, tea, { payments, changeSum: 10.5 }))
    expect(flags).toEqual([])
    const nothingStated = { reference: null, originType: null, changeAmount: null, terminalData: null }
    expect(body.payments).toEqual([
      { ...nothingStated, type: 'Qr', amount: 30, reference: 'kaspi 1' },
      { ...nothingStated, type: 'Transfer', amount: 20.5 },
      { ...nothingStated, type: 'Card', amount: 4, reference: '4400' },
      { ...nothingStated, type: 'Card', amount: 6 },
      { ...nothingStated, type: 'Cash', amount: 50 },
    ])
    expect(await readCsv(shop.api, `${SALES}/export`)).toMatchObject([
      { Cash: '39.5', Card: '10', QR: '30', 'Bank transfer': '20.5', 'Gift voucher': '0' },
    ])
  })

  it('finds sales by product, cashier, shift and tender, and returns the final unit price', async () => {
    const { shop, tea, device } = await openShop()
    const shiftId = newId()
    const milk = await createProduct(shop, { name: 'Milk', kind: 'Service', retailPrice: 100 })
    const first = sold(shop, tea, { shiftId, payments: [{ type: 'Qr', amount: 100 }], tillId: 'till-7' })
    const [line] = first.lines
    const cheaper = { ...line, quantity: 3, discountAmount: 200, sum: 100 } as NonNullable<typeof line>
    const { body } = await book(shop, device, { ...first, discountSum: 200, lines: [cheaper] })
    expect(body).toMatchObject({
      shiftId,
      terminalId: 'till-7',
      paidSum: 100,
      changeSum: 0,
      lines: [{ finalPrice: 33.33, discountAmount: 200, sum: 100 }],
    })
    const second = await book(
      shop,
      device,
      sold(shop, milk, {
        cashierId: newId(),
        shiftId: null,
        payments: [{ type: 'Cash', amount: 150 }],
        changeSum: 50,
      }),
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

  it('flags a tender that the retail point does not accept, and flags repeated payments in points without a card only once', async () => {
    const { shop, tea, device } = await openShop(['Cash'])
    const payments: SaleBody['payments'] = [
      { type: 'Bonus', amount: 10 },
      { type: 'Bonus', amount: 10 },
      { type: 'Qr', amount: 80 },
    ]
    const { body, flags } = await book(shop, device, sold(shop, tea, { payments }))
    const expected = ['tender_not_allowed', 'points_without_card']
    expect([body.status, flags]).toEqual(['Posted', expected])
  })

  it('flags a sale only once when several of its voucher payments have no number', async () => {
    const { shop, tea, device } = await openShop(['Cash', 'GiftCard'])
    const paidWith = (...references: (string | null)[]) => {
      const payments = references.map((reference) => ({ type: 'GiftCard' as const, amount: 50, reference }))
      return book(shop, device, sold(shop, tea, { payments }))
    }
    for (const number of ['V-1', 'V-2'])
      await shop.api.post('/api/loyalty/vouchers/issue', { number, amount: 50 })
    expect((await paidWith('V-1', 'V-2')).flags).toEqual([])
    expect((await paidWith(null, ' ')).flags).toEqual(['reference_missing'])
  })

  it('flags change for a cashless payment', async () => {
    const { shop, tea, device } = await openShop()
    const payments: SaleBody['payments'] = [{ type: 'Qr', amount: 110 }]
    const { flags } = await book(shop, device, sold(shop, tea, { payments, changeSum: 10 }))
    expect(flags).toEqual(['payments_differ'])
  })

  it('saves the customer, the card and the phone and email address for the receipt', async () => {
    const { shop, tea, device } = await openShop()
    const { body: customer } = await shop.api.post('/api/catalog/counterparties', { name: 'Aigul' })
    const club = { name: 'Club', kind: 'Bonus', isDefault: true }
    expect((await shop.api.post('/api/loyalty/programs', club)).status).toBe(201)
    const { body: card } = await shop.api.post('/api/loyalty/cards/issue', { cardNumber: '1' })
    const stated = {
      customerId: customer.id,
      loyaltyCardId: card.id,
      customerPhone: '+77011234567',
      customerEmail: 'aigul@example.kz',
    }
    const { body, flags } = await book(shop, device, sold(shop, tea, stated))
    expect(flags).toEqual([])
    expect(body).toMatchObject(stated)
    const { body: list } = await shop.api.get(`${SALES}?customerId=${customer.id}`)
    expect(list.items).toMatchObject([stated])
  })

  it('flags an unknown customer, and keeps the id', async () => {
    const [{ shop, tea, device }, other] = await Promise.all([openShop(), signUp(door)])
    const { body: foreign } = await other.api.post('/api/catalog/counterparties', { name: 'Boris' })
    for (const customerId of [foreign.id, newId()]) {
      const { body } = await book(shop, device, sold(shop, tea, { customerId }))
      expect(body).toMatchObject({
        customerId: null,
        unknownCustomerId: customerId,
        flags: [{ code: 'customer_unknown', detail: expect.stringContaining(customerId) }],
      })
    }
  })

  it('flags an old sale when its clock was never compared', async () => {
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

  it('flags an old or time-corrected sale when its clock comparison is too old', async () => {
    const { shop, tea, device } = await openShop()
    const by = (days: number, hubOffsetMs: number, hubOffsetAgeMs: number) => {
      const sale = sold(shop, tea)
      const soldAt = new Date(Date.now() - days * DAY_MS - hubOffsetMs).toISOString()
      return book(shop, device, { ...sale, soldAt, clock: { ...sale.clock, hubOffsetMs, hubOffsetAgeMs } })
    }
    expect((await by(91, 0, 14 * DAY_MS)).flags).toEqual([])
    expect((await by(91, 0, 14 * DAY_MS + 1)).flags).toEqual(['clock_unproved'])
    // The clock was set back after the comparison.
    expect((await by(91, 0, -1)).flags).toEqual(['clock_unproved'])
    expect((await by(1, 0, 20 * DAY_MS)).flags).toEqual([])
    expect((await by(1, DAY_MS, 60_000)).flags).toEqual(['clock_wrong'])
    const { flags, body } = await by(1, DAY_MS, 20 * DAY_MS)
    expect(flags).toEqual(['clock_wrong', 'clock_unproved'])
    expect(Math.round((Date.now() - Date.parse(body.date)) / DAY_MS)).toBe(1)
  })

  it('flags a clock that is ahead and was never compared, with the difference', async () => {
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

  it('saves the details of a receipt and its payments', async () => {
    const { shop, tea, device } = await openShop()
    const terminalData = { rrn: '000123', approved: true, fee: 1.5, note: null }
    const payments: SaleBody['payments'] = [
      { type: 'Card', amount: 40, terminalData },
      { type: 'Cash', amount: 100, changeAmount: 40 },
    ]
    const stated = { taxSystem: 'Patent', shiftReceiptNumber: 7, tillId: `till-${newId()}` }
    const { body, flags } = await book(shop, device, sold(shop, tea, { ...stated, payments, changeSum: 40 }))
    expect(flags).toEqual([])
    const shown = {
      taxSystem: 'Patent',
      shiftReceiptNumber: 7,
      terminalId: stated.tillId,
      fiscal: null,
      payments: [
        { type: 'Card', amount: 40, reference: null, originType: null, changeAmount: null, terminalData },
        {
          type: 'Cash',
          amount: 100,
          reference: null,
          originType: null,
          changeAmount: 40,
          terminalData: null,
        },
      ],
    }
    expect(body).toMatchObject(shown)
    await book(shop, device, sold(shop, tea, {}))
    const { body: list } = await shop.api.get(`${SALES}?terminalId=${stated.tillId}`)
    expect(list.items).toMatchObject([{ id: body.id, ...shown }])
  })

  /** Creates a return of one piece at 100. */
  const back = (shop: Organization, productId: string, sale: SaleBody, rest: Partial<SaleBody>) => {
    const body = sold(shop, productId, { isReturn: true, originalSaleId: sale.id, ...rest })
    return { ...body, lines: body.lines.map((line, i) => ({ ...line, originalLineNo: i + 1 })) }
  }

  it('flags a refund above the amount paid by a tender minus earlier refunds, also within one batch', async () => {
    const { shop, tea, device } = await openShop()
    const cards: SaleBody['payments'] = [
      { type: 'Card', amount: 60, reference: '4400' },
      { type: 'Card', amount: 90, reference: '5100' },
      { type: 'Cash', amount: 200 },
    ]
    const sale = sold(shop, tea, { payments: cards, changeSum: 50 }, 3)
    const { body } = await book(shop, device, sale)
    expect(body.payments).toMatchObject(cards)
    const by = (type: 'Card' | 'Cash' | 'Qr', lineNo: number, rest: Partial<SaleBody> = {}) => {
      const one = back(shop, tea, sale, { payments: [{ type, amount: 100 }], ...rest })
      return { ...one, lines: one.lines.map((line) => ({ ...line, originalLineNo: lineNo })) }
    }
    expect((await book(shop, device, by('Card', 1))).flags).toEqual([])
    // Both are in one batch. 50 of the card payments and 150 of the cash can still be refunded.
    const [second, third] = [by('Cash', 2), by('Cash', 3, { refundReason: 'The card is lost' })]
    expect((await device.upload([second, third].map((one) => device.item(one)))).status).toBe(200)
    const shown = await Promise.all([second, third].map(({ id }) => shop.api.get(`${SALES}/${id}`)))
    expect(shown.map((one) => one.body)).toMatchObject([
      { status: 'Posted', flags: [], refundReason: null },
      {
        status: 'Posted',
        refundReason: 'The card is lost',
        flags: [
          {
            code: 'refund_exceeded',
            detail: '100 were given back with Cash, of which 50 were left to give back so: The card is lost',
            values: { case: 'reasoned', back: 100, way: 'Cash', most: 50, reason: 'The card is lost' },
          },
        ],
      },
    ])
    const { body: list } = await shop.api.get(`/api/sync/work-list?kind=flagged`)
    expect(JSON.stringify(list)).toContain('refund_exceeded')
  })

  it('flags a refund by a tender that was neither used in the sale nor accepted', async () => {
    const { shop, tea, device } = await openShop(['Cash'])
    const sale = sold(shop, tea, { payments: [{ type: 'Card', amount: 100 }] }, 1)
    expect((await book(shop, device, sale)).flags).toEqual(['tender_not_allowed'])
    const payBack = (...types: ('Card' | 'Transfer')[]) =>
      book(shop, device, back(shop, tea, sale, { payments: types.map((type) => ({ type, amount: 50 })) }))
    expect((await payBack('Card', 'Card')).flags).toEqual([])
    expect((await payBack('Transfer', 'Transfer')).flags.toSorted()).toEqual([
      'basis_exceeded',
      'refund_exceeded',
      'tender_not_allowed',
    ])
    const foundless = sold(shop, tea, { isReturn: true, payments: [{ type: 'Card', amount: 100 }] })
    expect((await book(shop, device, foundless)).flags).toEqual(['tender_not_allowed'])
  })

  it('flags a return after the return period', async () => {
    const { shop, tea, device } = await openShop()
    const settings = '/api/organization/settings'
    const { body: kept } = await shop.api.get(settings)
    expect((await shop.api.put(settings, { ...kept, returnPeriodDays: 14 })).status).toBe(200)
    const at = (ms: number) => ({ soldAt: new Date(Date.now() - 20 * DAY_MS + ms).toISOString() })
    const sale = sold(shop, tea, at(0), 2)
    const [inTime, late] = [14 * DAY_MS, 14 * DAY_MS + 1].map((ms, i) => {
      const one = back(shop, tea, sale, { soldAt: new Date(Date.parse(sale.soldAt) + ms).toISOString() })
      return { ...one, lines: one.lines.map((line) => ({ ...line, originalLineNo: i + 1 })) }
    }) as [SaleBody, SaleBody]
    // The first two returns are in one batch with the sale, the third is in a later one.
    await device.upload([sale, inTime, late].map((one) => device.item(one)))
    const shown = await Promise.all([inTime, late].map(({ id }) => shop.api.get(`${SALES}/${id}`)))
    expect(shown.map(({ body }) => body.flags.map(({ code }: { code: string }) => code))).toEqual([
      [],
      ['return_too_late'],
    ])
    const again = back(shop, tea, sale, { payments: [{ type: 'Cash', amount: 100 }] })
    expect((await book(shop, device, again)).flags).toContain('return_too_late')
  })
})
