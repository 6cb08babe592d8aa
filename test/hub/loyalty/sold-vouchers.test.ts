import { beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#shared/std/ids.ts'
import type { SaleBody } from '#shared/sync/sale.ts'
import { createProduct, type Device, enrolDevice, saleBody } from '#test/support/device.ts'
import { type Organization, signUp, useHub } from '#test/support/hub.ts'

const VOUCHERS = '/api/loyalty/vouchers'
const SALES = '/api/sales/retail'
type Sold = NonNullable<SaleBody['vouchers']>[number]

describe('vouchers sold at tills', () => {
  const door = useHub()
  let shop: Organization
  let device: Device
  let other: Device
  let tea: string

  beforeAll(async () => {
    shop = await signUp(door)
    ;[device, other] = [await enrolDevice(door, shop), await enrolDevice(door, shop)]
    tea = await createProduct(shop, { name: 'Tea', kind: 'Service', retailPrice: 100 })
  })

  const newNumber = () => `N ${newId()}`
  const voucher = (number: string, more: Partial<Sold> = {}): Sold => ({
    number,
    amount: 50,
    isReload: false,
    ...more,
  })
  /** Returns a sale of vouchers only, paid in cash. */
  const sold = (vouchers: Sold[], more: Partial<SaleBody> = {}): SaleBody => {
    const sum = vouchers.reduce((total, { amount }) => total + amount, 0)
    return saleBody(shop, [], { vouchers, payments: [{ type: 'Cash', amount: sum }], ...more })
  }
  const spent = (reference: string, amount = 100): SaleBody =>
    saleBody(shop, [{ productId: tea, price: amount }], {
      payments: [{ type: 'GiftCard', amount, reference }],
    })
  const backOf = ({ id, vouchers }: SaleBody, more: Partial<SaleBody> = {}): SaleBody =>
    sold(vouchers ?? [], { isReturn: true, originalSaleId: id, ...more })
  const upload = async (sales: SaleBody[], by = device) => {
    const { body } = await by.upload(sales.map((sale) => by.item(sale)))
    expect(body.results.map(({ result }: { result: string }) => result)).toEqual(sales.map(() => 'accepted'))
  }
  const flagsOf = async ({ id }: SaleBody): Promise<string[]> =>
    (await shop.api.get(`${SALES}/${id}`)).body.flags
      .map(({ code }: { code: string }) => code)
      .filter((code: string) => code !== 'price_differs')
  const find = async (number: string) =>
    (await shop.api.get(`${VOUCHERS}?search=${encodeURIComponent(number)}`)).body.items.find(
      (item: { number: string }) => item.number === number,
    )
  const balance = async (number: string) => (await find(number))?.balance

  it('creates a voucher only once per sale, and excludes it from the turnover', async () => {
    const number = newNumber()
    const sale = saleBody(shop, [{ productId: tea }], {
      vouchers: [voucher(number)],
      payments: [{ type: 'Cash', amount: 150 }],
    })
    const item = device.item(sale)
    for (const _ of [1, 2]) await device.upload([item])
    expect(await find(number)).toMatchObject({
      balance: 50,
      amount: 50,
      status: 'Active',
      issuedById: shop.employeeId,
    })
    expect(await flagsOf(sale)).toEqual([])
    const { body } = await shop.api.get(`${SALES}/${sale.id}`)
    expect(body).toMatchObject({ sum: 100, voucherSum: 50, paidSum: 150, linesCount: 1 })
    expect(body.vouchers).toEqual([{ number, amount: 50, isReload: false }])
    const { items } = (await shop.api.get(`${VOUCHERS}/${(await find(number)).id}/entries`)).body
    expect(items).toMatchObject([{ kind: 'Sale', amount: 50, saleId: sale.id }])
    expect((await shop.api.delete(`${VOUCHERS}/${(await find(number)).id}`)).body.code).toBe('voucher_used')
  })

  it('reloads and spends a voucher sold in the same batch', async () => {
    const number = newNumber()
    const sales = [
      sold([voucher(number)]),
      sold([voucher(` ${number.toLowerCase()}`, { isReload: true, amount: 70 })]),
    ]
    await upload([...sales, spent(number)])
    expect(await balance(number)).toBe(20)
    expect((await Promise.all(sales.map(flagsOf))).flat()).toEqual([])
  })

  it('sums the amounts of a voucher sold by two tills, and flags the second sale', async () => {
    const number = newNumber()
    const [one, two] = [sold([voucher(number)]), sold([voucher(number, { amount: 30 })])]
    await Promise.all([upload([one]), upload([two], other)])
    expect(await balance(number)).toBe(80)
    expect([...(await flagsOf(one)), ...(await flagsOf(two))]).toEqual(['voucher_exists'])
    const { body } = await shop.api.get('/api/sync/work-list?kind=flagged')
    expect(JSON.stringify(body)).toContain('voucher_exists')
  })

  it('accepts and flags the reload of a blocked, expired or unknown voucher', async () => {
    const made = async (more: object) =>
      (await shop.api.post(`${VOUCHERS}/issue`, { number: newNumber(), amount: 10, ...more })).body
    const [blocked, expired] = [await made({}), await made({ expiresAt: '2020-01-01T00:00:00Z' })]
    await shop.api.post(`${VOUCHERS}/${blocked.id}/block`, { reason: null })
    const numbers = [blocked.number, expired.number, newNumber()]
    const sales = numbers.map((number) => sold([voucher(number, { isReload: true })]))
    await upload(sales)
    expect(await Promise.all(sales.map(flagsOf))).toEqual([
      ['voucher_blocked'],
      ['voucher_expired'],
      ['voucher_unknown'],
    ])
    expect(await Promise.all(numbers.map(balance))).toEqual([60, 60, 50])
  })

  it('cancels vouchers with the return of their sale, and flags spent, already returned and unrelated vouchers', async () => {
    const [kept, used, strange] = [newNumber(), newNumber(), newNumber()]
    const [one, two, three] = [kept, used, strange].map((number) => sold([voucher(number)])) as [
      SaleBody,
      SaleBody,
      SaleBody,
    ]
    await upload([one, two, three, spent(used, 10)])
    const backs = [backOf(one), backOf(one), backOf(two)]
    await upload(backs)
    expect(
      (await Promise.all(backs.map(flagsOf))).map((flags) =>
        flags.filter((code) => code.startsWith('voucher')),
      ),
    ).toEqual([[], ['voucher_spent', 'voucher_overspent'], ['voucher_spent', 'voucher_overspent']])
    expect([await balance(kept), await balance(used)]).toEqual([-50, -10])
    const foreign = backOf(three, { vouchers: [voucher(kept)] })
    await upload([foreign])
    expect(await flagsOf(foreign)).toContain('not_on_original')
  })

  it('ends with a balance of 0 when the return of a voucher sale arrives first', async () => {
    const number = newNumber()
    const sale = sold([voucher(number)])
    await upload([backOf(sale)])
    await upload([sale])
    expect(await balance(number)).toBe(0)
  })

  it('deducts amounts that were spent before the hub knew the voucher', async () => {
    const [bySale, byReload, byOffice, strange] = [newNumber(), newNumber(), newNumber(), newNumber()]
    const early = [
      spent(bySale, 30),
      spent(bySale.toLowerCase(), 15),
      spent(byReload, 20),
      spent(byOffice, 10),
    ]
    const given: SaleBody = { ...spent(bySale, 5), isReturn: true }
    await upload([...early, given, spent(strange, 40)])
    for (const sale of early) expect(await flagsOf(sale)).toContain('voucher_unknown')
    const [sale, reload] = [sold([voucher(bySale)]), sold([voucher(byReload, { isReload: true })])]
    await Promise.all([upload([sale]), upload([reload], other)])
    const issued = await shop.api.post(`${VOUCHERS}/issue`, { number: byOffice, amount: 100 })
    expect(issued).toMatchObject({ status: 201, body: { amount: 100, balance: 90 } })
    expect([await balance(bySale), await balance(byReload), await balance(byOffice)]).toEqual([10, 30, 90])
    expect([await flagsOf(sale), await flagsOf(reload)]).toEqual([[], ['voucher_unknown']])
    await upload([sold([voucher(bySale, { isReload: true })])])
    expect(await balance(bySale)).toBe(60)
  })

  it('tells a till whether the voucher amount of a receipt is unspent', async () => {
    const number = newNumber()
    const ask = async (saleId?: string) =>
      (await device.api.post('/api/pos/v1/vouchers/balance', { number, ...(saleId && { saleId }) })).body
        .isUntouched
    const sale = sold([voucher(number)])
    const reload = sold([voucher(number, { isReload: true, amount: 30 })], {
      soldAt: new Date(Date.now() + 1000).toISOString(),
    })
    expect(await ask(sale.id)).toBe(null)
    await upload([sale, reload])
    expect([await ask(), await ask(sale.id), await ask(reload.id), await ask(spent(number).id)]).toEqual([
      null,
      true,
      true,
      null,
    ])
    await upload([{ ...spent(number, 20), soldAt: new Date(Date.now() + 2000).toISOString() }])
    expect([await ask(sale.id), await ask(reload.id)]).toEqual([true, false])
    await upload([{ ...spent(number, 20), soldAt: new Date(Date.now() + 3000).toISOString() }])
    expect(await ask(sale.id)).toBe(false)
  })

  it('flags a receipt whose payments do not match the total of its lines and vouchers', async () => {
    const paid = (amount: number, changeSum = 0): SaleBody =>
      sold([voucher(newNumber())], { payments: [{ type: 'Cash', amount }], changeSum })
    const withTea = saleBody(shop, [{ productId: tea }], {
      vouchers: [voucher(newNumber())],
      payments: [{ type: 'Cash', amount: 100 }],
    })
    const sales = [paid(49), paid(51), paid(60, 9), withTea, paid(60, 10)]
    await upload(sales)
    const differs = ['payments_differ']
    expect(await Promise.all(sales.map(flagsOf))).toEqual([differs, differs, differs, differs, []])
  })

  it('earns no points and no welcome points for sold vouchers', async () => {
    const program = {
      name: 'P',
      kind: 'Bonus',
      earnPercent: 10,
      welcomeBonus: 5,
      welcomeMode: 'FirstPurchase',
    }
    const made = await shop.api.post('/api/loyalty/programs', program)
    expect([made.status, made.body]).toMatchObject([201, {}])
    const card = (
      await shop.api.post('/api/loyalty/cards/issue', { cardNumber: 'C1', programId: made.body.id })
    ).body
    const sale = sold([voucher(newNumber())], { loyaltyCardId: card.id })
    await upload([sale])
    expect((await shop.api.get(`${SALES}/${sale.id}`)).body).toMatchObject({ bonusEarned: 0, flags: [] })
    expect((await shop.api.get(`/api/loyalty/cards/${card.id}`)).body.balance).toBe(0)
  })

  it('limits a back-office return to the amount paid for products, and refunds each voucher up to its payment', async () => {
    const [a, b] = [newNumber(), newNumber()]
    await upload([sold([voucher(a), voucher(b)])])
    const sale = saleBody(shop, [{ productId: tea }], {
      vouchers: [voucher(newNumber())],
      roundingSum: -0.4,
      sum: 99.6,
      payments: [
        { type: 'GiftCard', amount: 40, reference: a },
        { type: 'GiftCard', amount: 50, reference: b },
        { type: 'Cash', amount: 59.6 },
      ],
    })
    await upload([sale])
    const back = (await shop.api.post(`${SALES}/${sale.id}/create-return`)).body
    expect(back.sum).toBe(99.6)
    expect(back.payments).toMatchObject([
      { type: 'GiftCard', amount: 40, reference: a },
      { type: 'GiftCard', amount: 50, reference: b },
      { type: 'Cash', amount: 9.6 },
    ])
  })

  it('flags a till refund to a voucher that did not pay for the sale, and refuses such a refund in the back office', async () => {
    const [a, b] = [newNumber(), newNumber()]
    await upload([sold([voucher(a, { amount: 500 }), voucher(b, { amount: 500 })])])
    const [one, two] = [spent(a), spent(a)]
    const back = (reference: string, { id, lines }: SaleBody): SaleBody => ({
      ...spent(reference),
      isReturn: true,
      originalSaleId: id,
      lines: lines.map((line) => ({ ...line, originalLineNo: 1 })),
    })
    await upload([one, two])
    const [right, wrong] = [back(a.toLowerCase(), one), back(b, two)]
    await upload([right, wrong])
    expect([await flagsOf(right), await flagsOf(wrong)]).toEqual([[], ['refund_exceeded']])
    const third = spent(a)
    await upload([third])
    const draft = (await shop.api.post(`${SALES}/${third.id}/create-return`)).body
    const payments = [{ type: 'GiftCard', amount: 100, reference: b }]
    const lines = draft.lines.map(
      ({ id, productId, quantity, price, originalLineId }: Record<string, unknown>) => ({
        id,
        productId,
        quantity,
        price,
        originalLineId,
      }),
    )
    const changed = await shop.api.put(`${SALES}/${draft.id}`, {
      version: draft.version,
      storeId: draft.storeId,
      lines,
      payments,
    })
    expect(changed.status).toBe(200)
    expect((await shop.api.post(`${SALES}/${draft.id}/post`)).body.code).toBe('refund_exceeded')
  })
})
