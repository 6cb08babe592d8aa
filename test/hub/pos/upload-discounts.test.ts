import { describe, expect, it } from 'vitest'
import { NO_LIMITS } from '#shared/domain/till-limits.ts'
import type { SaleBody } from '#shared/sync/sale.ts'
import { createProduct, type Device, enrolDevice, saleBody } from '#test/support/device.ts'
import { type Organization, signUp, useHub } from '#test/support/hub.ts'

const SALES = '/api/sales/retail'
const EXPECTED = ['negative_stock']

describe('discounts and rounding of uploaded sales', () => {
  const door = useHub()

  async function shopWith(settings: object) {
    const shop = await signUp(door)
    const path = `/api/catalog/retail-points/${shop.retailPointId}`
    const { name, storeId, priceTypeId, version } = (await shop.api.get(path)).body
    expect((await shop.api.put(path, { name, storeId, priceTypeId, version, ...settings })).status).toBe(200)
    const tea = await createProduct(shop, { name: 'Tea', retailPrice: 100 })
    return { shop, tea, device: await enrolDevice(door, shop) }
  }

  /** Returns a sale paid in cash, with a line at 100 for each discount in `off`. */
  function discounted(shop: Organization, productId: string, off: number[], rest: Partial<SaleBody> = {}) {
    const { lines } = saleBody(
      shop,
      off.map(() => ({ productId })),
    )
    const discountSum = off.reduce((total, each) => total + each, 0)
    const sum = 100 * off.length - discountSum
    return saleBody(shop, [{ productId }], {
      lines: lines.map((line, i) => ({ ...line, discountAmount: off[i] ?? 0, sum: 100 - (off[i] ?? 0) })),
      sum,
      discountSum,
      payments: [{ type: 'Cash', amount: sum }],
      ...rest,
    })
  }

  async function book({ api }: Organization, device: Device, sale: SaleBody) {
    const answer = await device.upload([device.item(sale)])
    expect(answer.body.results).toMatchObject([{ result: 'accepted' }])
    const { body } = await api.get(`${SALES}/${sale.id}`)
    const flags = body.flags.map(({ code, lineNo }: { code: string; lineNo?: number }) =>
      lineNo ? `${code} ${lineNo}` : code,
    )
    const values = body.flags.map((flag: { values: object }) => flag.values)
    return { body, values, flags: flags.filter((flag: string) => !EXPECTED.includes(flag)) }
  }

  it('returns the origin of each discount', async () => {
    const { shop, tea, device } = await shopWith({ maxDiscountPercent: 20 })
    const discounts: SaleBody['discounts'] = [
      { kind: 'Manual', scope: 'Line', lineNo: 1, percent: 10, amount: 10 },
      { kind: 'Manual', scope: 'Receipt', percent: null, amount: 9.5 },
    ]
    const { body, flags } = await book(shop, device, discounted(shop, tea, [14.5, 5], { discounts }))
    expect(flags).toEqual([])
    expect(body).toMatchObject({ status: 'Posted', sum: 180.5, discountSum: 19.5, roundingSum: 0, discounts })
    expect(body.lines).toMatchObject([
      { discountAmount: 14.5, sum: 85.5 },
      { discountAmount: 5, sum: 95 },
    ])
    const { body: list } = await shop.api.get(SALES)
    expect(list.items).toMatchObject([{ discountSum: 19.5, roundingSum: 0 }])
  })

  describe('promotion discounts of uploaded sales', () => {
    const shopWithPromotion = async (promotion: object = {}) => {
      const { shop, tea, device } = await shopWith({ maxDiscountPercent: 5 })
      const { body, status } = await shop.api.post('/api/promotions', {
        name: 'A fifth off',
        kind: 'PercentDiscount',
        effect: { percent: 20 },
        ...promotion,
      })
      expect(status).toBe(201)
      const by = (amount: number, rest: object = {}): SaleBody['discounts'] => [
        { kind: 'Promotion', refId: body.id, name: 'A fifth off', scope: 'Line', lineNo: 1, amount, ...rest },
      ]
      return { shop, tea, device, by }
    }

    it('exempts promotion discounts from the discount limit of cashiers', async () => {
      const { shop, tea, device, by } = await shopWithPromotion()
      const { flags } = await book(shop, device, discounted(shop, tea, [20], { discounts: by(20) }))
      expect(flags).toEqual([])
      const more = discounted(shop, tea, [25.02], { discounts: by(20) })
      const { flags: over, values } = await book(shop, device, more)
      expect(over).toEqual(['discount_over_limit 1'])
      expect(values).toContainEqual({ taken: 25.02, most: 5 })
    })

    it('flags a discount above that of the promotion, and unknown promotions', async () => {
      const { shop, tea, device, by } = await shopWithPromotion()
      const more = discounted(shop, tea, [20.02], { discounts: by(20.02) })
      const { flags, values } = await book(shop, device, more)
      expect(flags).toEqual(['promotion_differs'])
      expect(values).toContainEqual({ case: 'sum', promotion: 'A fifth off', taken: 20.02, most: 20 })
      const rounded = discounted(shop, tea, [20.01], { discounts: by(20.01) })
      expect((await book(shop, device, rounded)).flags).toEqual([])
      const unknown = discounted(shop, tea, [20], { discounts: by(20, { refId: shop.storeId }) })
      expect((await book(shop, device, unknown)).flags).toEqual(['promotion_unknown'])
      const ofNone = discounted(shop, tea, [20], { discounts: by(20, { refId: null }) })
      expect((await book(shop, device, ofNone)).flags).toEqual(['promotion_unknown'])
    })

    it('flags a receipt below the threshold of a promotion, and accepts an ended promotion and a missing card', async () => {
      const coupon = await shopWithPromotion({
        couponCode: 'HELLO',
        endsAt: '2020-01-01T00:00:00Z',
        requiresCard: true,
        kind: 'ReceiptThreshold',
        effect: { amount: 30, threshold: 200 },
      })
      const { shop, tea, device, by } = coupon
      const discounts = by(30, { kind: 'Coupon', scope: 'Receipt', lineNo: null })
      const { flags } = await book(shop, device, discounted(shop, tea, [15, 15], { discounts }))
      expect(flags).toEqual([])
      const tooSmall = discounted(shop, tea, [30], { discounts })
      expect((await book(shop, device, tooSmall)).flags).toEqual(['promotion_differs'])
    })

    it('flags a promotion of another organization as unknown', async () => {
      const { by } = await shopWithPromotion()
      const { shop, tea, device } = await shopWithPromotion()
      const { flags } = await book(shop, device, discounted(shop, tea, [20], { discounts: by(20) }))
      expect(flags).toEqual(['promotion_unknown'])
    })

    it('flags a card discount above the highest level of its program', async () => {
      const { shop, tea, device, by } = await shopWithPromotion()
      const program = { name: 'Levels', kind: 'Accumulative', levels: [{ fromAmount: 1000, percent: 7 }] }
      const programId = (await shop.api.post('/api/loyalty/programs', program)).body.id
      const issued = await shop.api.post('/api/loyalty/cards/issue', { cardNumber: 'C1', programId })
      const byCard = (amount: number) =>
        by(amount, { kind: 'Loyalty', refId: issued.body.id, name: 'Levels' })
      const sale = (amount: number) => discounted(shop, tea, [amount], { discounts: byCard(amount) })
      expect((await book(shop, device, sale(7))).flags).toEqual([])
      const { flags, values } = await book(shop, device, sale(7.02))
      expect(flags).toEqual(['card_differs 1'])
      expect(values).toContainEqual({ taken: 7.02, most: 7 })
    })

    it('posts sales with extreme discount amounts, and flags a wrong one', async () => {
      const { shop, tea, device, by } = await shopWithPromotion()
      const odd = discounted(shop, tea, [20], { discounts: by(20.000001) })
      expect((await book(shop, device, odd)).flags).toEqual([])
      const huge = discounted(shop, tea, [20], { discounts: by(9e15) })
      expect((await book(shop, device, huge)).flags).toEqual(['promotion_differs'])
    })
  })

  it.each([
    ['exactly the allowed percentage', { maxDiscountPercent: 20 }, 20, []],
    ['one cent above the allowed percentage', { maxDiscountPercent: 20 }, 20.01, []],
    ['two cents above the allowed percentage', { maxDiscountPercent: 20 }, 20.02, ['discount_over_limit 1']],
    ['1 where discounts are not allowed', { allowDiscount: false }, 1, ['discount_over_limit 1']],
    ['0 where discounts are not allowed', { allowDiscount: false }, 0, []],
  ])('posts a sale with a discount of %s', async (_, settings, off, flagged) => {
    const { shop, tea, device } = await shopWith(settings)
    const { body, flags } = await book(shop, device, discounted(shop, tea, [off, 0]))
    expect(body.status).toBe('Posted')
    expect(flags).toEqual(flagged)
  })

  it('flags a discount above the one approved by a supervisor', async () => {
    const { shop, tea, device } = await shopWith({})
    const ROLES = '/api/organization/employee-roles'
    const tillLimits = { ...NO_LIMITS, maxDiscountPercent: 5 }
    const role = await shop.api.post(ROLES, { name: 'Junior', permissions: ['pos.sell'], tillLimits })
    const junior = await shop.api.post('/api/organization/employees', {
      lastName: 'Junior',
      roleId: role.body.id,
    })
    expect(junior.status).toBe(201)
    const approval = { supervisorId: shop.employeeId, supervisorName: 'Owner', discountSum: 30 }
    const sold = (off: number[], discountApproval: SaleBody['discountApproval'] = approval) =>
      book(shop, device, discounted(shop, tea, off, { cashierId: junior.body.id, discountApproval }))
    // Lines with a discount within the limit of the cashier do not count toward the approved amount.
    for (const off of [[30], [15, 15], [30, 5]]) expect((await sold(off)).flags).toEqual([])
    const { flags, values } = await sold([30, 30])
    expect(flags).toEqual(['discount_over_approval'])
    expect(values).toContainEqual({ taken: 60, supervisor: 'Owner', most: 30 })
    // Without an approval, a colleague with a higher limit may have given the discount.
    expect((await sold([30, 30], null)).flags).toEqual([])
    const byOwner = discounted(shop, tea, [30, 30], { discountApproval: approval })
    expect((await book(shop, device, byOwner)).flags).toEqual([])
  })

  it('ignores the current discount limits for returns', async () => {
    const { shop, tea, device } = await shopWith({ allowDiscount: false })
    const back = discounted(shop, tea, [50], { isReturn: true })
    expect((await book(shop, device, back)).flags).toEqual([])
  })

  it('flags a discount on a product whose discounts are prohibited', async () => {
    const { shop, device } = await shopWith({})
    const milk = await createProduct(shop, { name: 'Milk', retailPrice: 100, isDiscountProhibited: true })
    expect((await book(shop, device, discounted(shop, milk, [0, 5]))).flags).toEqual([
      'discount_prohibited 2',
    ])
  })

  it('flags totals beyond the range of stored numbers', async () => {
    const { shop, tea, device } = await shopWith({ maxDiscountPercent: 20 })
    const sale = discounted(shop, tea, [1])
    const lines = sale.lines.map((line) => ({ ...line, quantity: 1e10, price: 1e10 }))
    expect((await book(shop, device, { ...sale, lines })).flags).toContain('totals_differ')
  })

  const nearest = { cashRounding: 'Nearest', cashRoundingStep: 1 }
  it.each([
    ['by the rule', nearest, 'Cash', -0.4, []],
    ['not at all', nearest, 'Cash', 0, []],
    ['too far', nearest, 'Cash', -1.4, ['rounding_differs']],
    ['when paid by card', nearest, 'Card', -0.4, ['rounding_differs']],
    ['by card where all sums are rounded', { ...nearest, cashRoundingAppliesTo: 'All' }, 'Card', -0.4, []],
    ['where no sums are rounded', {}, 'Cash', -0.4, ['rounding_differs']],
  ] as const)('checks a sale rounded %s', async (_, settings, type, roundingSum, flagged) => {
    const { shop, tea, device } = await shopWith(settings)
    const sum = Math.round(80_40 + roundingSum * 100) / 100
    const rounded = { sum, roundingSum, payments: [{ type, amount: sum }] }
    const { body, flags } = await book(shop, device, discounted(shop, tea, [19.6], rounded))
    expect(flags).toEqual(flagged)
    expect(body).toMatchObject({ status: 'Posted', sum, roundingSum })
  })

  it.each([
    ['a sum rounded down', -0.4, []],
    ['a sum rounded up', 0.6, ['rounding_differs']],
  ])('checks a return that gave back %s by card', async (_, roundingSum, flagged) => {
    const { shop, tea, device } = await shopWith(nearest)
    const sum = Math.round(80_40 + roundingSum * 100) / 100
    const back = { isReturn: true, sum, roundingSum, payments: [{ type: 'Card' as const, amount: sum }] }
    expect((await book(shop, device, discounted(shop, tea, [19.6], back))).flags).toEqual(flagged)
  })

  it('flags a total that differs from the lines and the rounding', async () => {
    const { shop, tea, device } = await shopWith(nearest)
    const wrong = { sum: 80, roundingSum: -0.5, payments: [{ type: 'Cash' as const, amount: 80 }] }
    const { flags } = await book(shop, device, discounted(shop, tea, [19.6], wrong))
    expect(flags).toContain('totals_differ')
  })

  it('prints and exports the discount and the rounding of a sale', async () => {
    const { shop, tea, device } = await shopWith(nearest)
    const rounded = { sum: 80, roundingSum: -0.4, payments: [{ type: 'Cash' as const, amount: 80 }] }
    const sale = discounted(shop, tea, [19.6], rounded)
    await book(shop, device, sale)
    const page = await shop.api.get(`${SALES}/${sale.id}/print`)
    expect(page.body).toMatch(/Discount.*19\.60.*Rounding.*0\.40.*Total.*80\.00/s)
    const file = await shop.api.get(`${SALES}/export?format=csv`)
    expect(file.body).toMatch(/Discount.Rounding/)
    expect(file.body).toMatch(/19\.6\d?.-0\.4/)
  })

  it('refunds the amount paid for a rounded sale, the rounding with the last return', async () => {
    const { shop, tea, device } = await shopWith(nearest)
    const rounded = { sum: 180, roundingSum: -0.4, payments: [{ type: 'Cash' as const, amount: 180 }] }
    const sale = discounted(shop, tea, [19.6, 0], rounded)
    await book(shop, device, sale)
    const back = async () => (await shop.api.post(`${SALES}/${sale.id}/create-return`)).body
    const all = await back()
    expect(all).toMatchObject({ sum: 180, roundingSum: -0.4, payments: [{ type: 'Cash', amount: 180 }] })

    const [first, second] = all.lines
    const { storeId, version } = all
    const { productId, quantity, price, discountAmount, originalLineId } = first
    const lines = [{ productId, quantity, price, discountAmount, originalLineId }]
    const payments = [{ type: 'Cash', amount: 80.4 }]
    const part = await shop.api.put(`${SALES}/${all.id}`, { storeId, version, lines, payments })
    expect(part.body).toMatchObject({ sum: 80.4, roundingSum: 0 })
    expect((await shop.api.post(`${SALES}/${all.id}/post`)).status).toBe(200)

    const rest = await back()
    expect(rest).toMatchObject({ sum: 99.6, roundingSum: -0.4, lines: [{ productId: second.productId }] })
    expect((await shop.api.post(`${SALES}/${rest.id}/post`)).status).toBe(200)
  })
})
