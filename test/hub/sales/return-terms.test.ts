import { describe, expect, it } from 'vitest'
import { createProduct, enrolDevice, saleBody } from '#test/support/device.ts'
import { type Answer, useHub } from '#test/support/hub.ts'
import { hireWithout } from '#test/support/people.ts'
import { type BackOffice, codesOf, openBackOffice, SALES } from './back-office.ts'

type Sale = Answer['body']

describe('prices, discounts and VAT of returns', () => {
  const door = useHub()

  /**
   * Opens an office that has sold A at 100 and B at 900, with 16 % VAT. Returns the sale, a draft of its
   * return and a clerk who cannot change prices.
   */
  async function open() {
    const office = await openBackOffice(door)
    const b = await createProduct(office.shop, { name: 'B', kind: 'Service' })
    const sold = await office.sell([{ vatRate: 16 }, { productId: b, price: 900, vatRate: 16 }])
    const clerk = await hireWithout(door, office.shop, 'sales.override_price')
    const draft: Sale = (await office.api.post(`${SALES}/${sold.id}/create-return`)).body
    return { office, sold, clerk, draft }
  }

  /** Saves the draft with only its first line, changed as given, and with its total refunded in cash. */
  async function change({ api }: BackOffice, draft: Sale, line: object, header: object = {}) {
    const { storeId, lines } = draft
    const { productId, quantity, price, originalLineId } = lines[0]
    const put = async (more: object): Promise<Answer> =>
      api.put(`${SALES}/${draft.id}`, {
        storeId,
        lines: [{ productId, quantity, price, originalLineId, ...line }],
        ...header,
        ...more,
      })
    const { version, sum } = (await put({ version: draft.version })).body
    const { status, body } = await put({ version, payments: [{ type: 'Cash', amount: sum }] })
    expect(status, JSON.stringify(body)).toBe(200)
    return body as Sale
  }

  it.each([
    ['another price', { price: 1000 }, {}, '#/lines/0/price', { rule: 'ReceiptPrice', was: 100 }, 1000],
    ['no VAT', { vatRate: null }, {}, '#/lines/0/vatRate', { rule: 'ReceiptVatRate', was: 16 }, 100],
    [
      'a discount',
      { discountAmount: 60 },
      {},
      '#/lines/0/discountAmount',
      { rule: 'ReceiptDiscount', was: 0 },
      40,
    ],
    [
      'VAT on top',
      {},
      { vatIncluded: false },
      '#/vatIncluded',
      { rule: 'ReceiptVatIncluded', was: true },
      116,
    ],
  ] as [string, object, object, string, object, number][])(
    'refuses %s to a clerk, and records it for a user who may change prices',
    async (_, line, header, pointer, override, sum) => {
      const { office, clerk, draft } = await open()
      const { id } = await change(office, draft, line, header)
      const refused = await clerk.post(`${SALES}/${id}/post`)
      expect([refused.status, refused.body.code]).toEqual([400, 'return_differs'])
      expect(refused.body.errors).toMatchObject([{ pointer }])
      expect(await office.stock()).toMatchObject({ quantity: 9 })
      const { body } = await office.post(id)
      expect(body).toMatchObject({
        status: 'Posted',
        sum,
        postedById: office.shop.employeeId,
        priceOverrides: [{ lineNo: 1, ...override }],
        postings: [{ action: 'Posted', employeeId: office.shop.employeeId, overrides: ['ReceiptTerms'] }],
      })
      const { body: unposted } = await office.api.post(`${SALES}/${id}/unpost`)
      expect(unposted).toMatchObject({ priceOverrides: [], postings: [{ overrides: ['ReceiptTerms'] }, {}] })
    },
  )

  it('takes VAT and discount from the receipt when the return line states none', async () => {
    const office = await openBackOffice(door)
    const line = { quantity: 3, price: 33.33, discountAmount: 9.99, vatRate: 16 }
    const sold = await office.sell([line], { payments: [{ type: 'Cash', amount: 90 }] })
    const clerk = await hireWithout(door, office.shop, 'sales.override_price')
    const draft: Sale = (await office.api.post(`${SALES}/${sold.id}/create-return`)).body
    expect(draft.lines[0].discountAmount).toBe(9.99)
    // The product itself has no VAT and no discount.
    const part = await change(office, draft, { quantity: 1 })
    const asSold = { price: 33.33, discountAmount: 3.33, sum: 30, vatRate: 16, vatSum: 4.14 }
    expect(part.lines).toMatchObject([asSold])
    // Request body as a page sends it: the discount of three pieces with the quantity of one.
    const { id, storeId, version, lines }: Sale = (await office.api.post(`${SALES}/${sold.id}/create-return`))
      .body
    const [{ productId, price, discountAmount, originalLineId }] = lines
    const typed = { id: lines[0].id, productId, price, discountAmount, originalLineId, quantity: 1 }
    const payments = [{ type: 'Cash', amount: 30 }]
    const edited = await office.api.put(`${SALES}/${id}`, { storeId, version, lines: [typed], payments })
    expect(edited.body.lines).toMatchObject([asSold])
    for (const { id } of [part, edited.body]) {
      const { body } = await clerk.post(`${SALES}/${id}/post`)
      expect([body.status, body.priceOverrides]).toEqual(['Posted', []])
    }
  })

  it('refunds the rounding remainder with the last piece', async () => {
    const office = await openBackOffice(door)
    const sold = await office.sell([{ quantity: 3, price: 33.33, discountAmount: 0.1 }], {
      payments: [{ type: 'Cash', amount: 100 }],
    })
    const clerk = await hireWithout(door, office.shop, 'sales.override_price')
    const sums = []
    for (const quantity of [1, 1, 1]) {
      const draft: Sale = (await office.api.post(`${SALES}/${sold.id}/create-return`)).body
      const { id, sum } = await change(office, draft, { quantity })
      expect((await clerk.post(`${SALES}/${id}/post`)).body.code).toBeUndefined()
      sums.push(sum)
    }
    expect(sums).toEqual([33.3, 33.3, 33.29])
  })

  it('refuses to save or post a return dated before its sale', async () => {
    const office = await openBackOffice(door)
    const sold = await office.sell([{}], { date: '2026-02-01T10:00:00.000Z' })
    const draft: Sale = (await office.api.post(`${SALES}/${sold.id}/create-return`)).body
    const { storeId, version, lines } = draft
    const [{ productId, quantity, price, originalLineId }] = lines
    const put = (date: string, version: number) =>
      office.api.put(`${SALES}/${draft.id}`, {
        storeId,
        version,
        date,
        payments: [{ type: 'Cash', amount: 100 }],
        lines: [{ productId, quantity, price, originalLineId }],
      })
    const early = await put('2026-02-01T09:59:59.999Z', version)
    expect([early.status, early.body.errors]).toMatchObject([400, [{ pointer: '#/date' }]])
    expect((await put('2026-02-01T10:00:00.000Z', version)).status).toBe(200)
    // The sale is unposted and posted again for a later day.
    await office.api.post(`${SALES}/${sold.id}/unpost`)
    const { version: of, ...receipt } = (await office.api.get(`${SALES}/${sold.id}`)).body
    const later = { ...office.sale([{ id: receipt.lines[0].id }]), version: of, date: '2026-02-02T10:00:00Z' }
    expect((await office.api.put(`${SALES}/${sold.id}`, later)).status).toBe(200)
    expect((await office.post(sold.id)).status).toBe(200)
    const late = await office.post(draft.id)
    expect([late.status, late.body.errors]).toMatchObject([400, [{ pointer: '#/date' }]])
  })

  it('posts uploaded returns, and flags terms that differ from the receipt', async () => {
    const office = await openBackOffice(door)
    const device = await enrolDevice(door, office.shop)
    const soldAt = '2026-10-02T10:00:00.000Z'
    const line = (more: object) => ({
      lineNo: 1,
      productId: office.tea,
      name: 'Tea',
      quantity: 8,
      price: 100,
      discountAmount: 80,
      sum: 720,
      vatRate: 16,
      vatSum: 99.31,
      ...more,
    })
    const sale = {
      ...saleBody(office.shop, [{ productId: office.tea }], { soldAt }),
      lines: [line({})],
      sum: 720,
      vatSum: 99.31,
      discountSum: 80,
      payments: [{ type: 'Cash' as const, amount: 720 }],
    }
    const back = (more: object, header: object) => {
      const own = line({
        quantity: 1,
        discountAmount: 10,
        sum: 90,
        vatSum: 12.41,
        originalLineNo: 1,
        ...more,
      })
      return {
        ...saleBody(office.shop, [{ productId: office.tea }], { soldAt: '2026-10-02T11:00:00.000Z' }),
        isReturn: true,
        originalSaleId: sale.id,
        lines: [own],
        sum: own.sum,
        vatSum: own.vatSum,
        discountSum: own.discountAmount,
        payments: [{ type: 'Cash' as const, amount: own.sum }],
        ...header,
      }
    }
    const returns = [
      back({}, {}),
      back({ price: 110, sum: 100, vatSum: 13.79 }, {}),
      back({ discountAmount: 0, vatRate: null, sum: 100, vatSum: 0 }, {}),
      back({ sum: 104.4, vatSum: 14.4 }, { vatIncluded: false, soldAt: '2026-10-02T09:00:00.000Z' }),
    ]
    // Two returns are in one upload with their sale. The other two follow when the sale is posted.
    await device.upload([sale, ...returns.slice(0, 2)].map((body) => device.item(body)))
    await device.upload(returns.slice(2).map((body) => device.item(body)))
    const results = []
    for (const { id } of returns) {
      const { status, flags } = (await office.api.get(`${SALES}/${id}`)).body
      expect([status, codesOf(flags).filter((code) => !/^return_/.test(code))]).toEqual(['Posted', []])
      results.push(flags.map(({ code, values, lineNo }: Sale) => [code, lineNo, values]))
    }
    expect(results).toEqual([
      [],
      [['return_differs', 1, { case: 'price', price: 110, sold: 100 }]],
      [
        ['return_differs', 1, { case: 'discount', taken: 0, due: 10 }],
        ['return_differs', 1, { case: 'vatRate', rate: '—', sold: '16 %' }],
      ],
      [
        ['return_before_sale', undefined, { soldAt }],
        ['return_differs', undefined, { case: 'vatIncluded' }],
      ],
    ])
  })
})
