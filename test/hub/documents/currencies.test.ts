import { beforeAll, describe, expect, it } from 'vitest'
import { createProduct } from '#test/support/device.ts'
import { readCsv } from '#test/support/file.ts'
import { useHub } from '#test/support/hub.ts'
import { hireWithout } from '#test/support/people.ts'
import { BASES, type Office, openOffice, stockOf } from './book-keeping.ts'
import { checkedBooks } from './books.ts'
import { done } from './histories.ts'

const CURRENCIES = '/api/catalog/currencies'

describe('documents in another currency', () => {
  const door = useHub()
  let office: Office
  beforeAll(async () => {
    office = await openOffice(door)
  })

  const currencyOf = async ({ api }: Office, isoCode: string): Promise<string> =>
    (await api.get(`${CURRENCIES}?search=${isoCode}`)).body.items[0].id
  const setRate = (of: Office, day: string, rate: number, multiplicity = 1, currencyId = of.dollar) =>
    done(of.api.post(`${CURRENCIES}/${currencyId}/rates`, { day, rate, multiplicity }))
  const bodyOf = (of: Office, base: string, lines: object[], more: object = {}) => ({
    ...of.header(base),
    date: '2026-03-02T10:00:00Z',
    currencyId: of.dollar,
    lines,
    ...more,
  })
  const write = (of: Office, base: string, lines: object[], more: object = {}) =>
    of.api.post(base, bodyOf(of, base, lines, more))
  const post = async (of: Office, base: string, lines: object[], more: object = {}) => {
    const { id } = await done(write(of, base, lines, more))
    return done(of.api.post(`${base}/${id}/post`))
  }
  const tea = (more: object = {}) => ({ productId: office.tea, quantity: 3, price: 1.11, ...more })

  it('keeps prices and sums in the document currency, and posts costs in the currency of the organization', async () => {
    const made = await openOffice(door)
    const coffee = await createProduct(made.organization, { name: 'Coffee' })
    const lines = [
      { productId: made.tea, quantity: 3, price: 1.11, vatRate: 12, retailPrice: 700 },
      { productId: coffee, quantity: 7, price: 0.01 },
    ]
    // 3.33 × 450.555 = 1500.34815; 0.07 × 450.555 = 31.53885; VAT 0.36 × 450.555 = 162.1998.
    const supply = await post(made, BASES.supply, lines, { rate: 4505.55, multiplicity: 10 })
    expect(supply).toMatchObject({
      currencyId: made.dollar,
      rate: 4505.55,
      multiplicity: 10,
      sum: 3.4,
      vatSum: 0.36,
      sumInOrganizationCurrency: 1531.89,
      vatSumInOrganizationCurrency: 162.2,
      lines: [
        {
          price: 1.11,
          sum: 3.33,
          sumInOrganizationCurrency: 1500.35,
          unitCost: 500.1167,
          costSum: 1500.3501,
        },
        { price: 0.01, sum: 0.07, sumInOrganizationCurrency: 31.54, unitCost: 4.5057 },
      ],
    })
    expect(await stockOf(made, made.store)).toEqual({ quantity: 3, averageCost: 500.1167 })
    const product = await done(made.api.get(`/api/catalog/products/${made.tea}`))
    expect([product.cost, product.retailPrice]).toEqual([500.1167, 700])
    expect((await checkedBooks(door, made.organization)).findings).toEqual([])
  })

  it('converts overhead from the document currency to the currency of the organization', async () => {
    const made = await openOffice(door)
    const line = { productId: made.tea, quantity: 4, price: 2 }
    const supply = await post(made, BASES.supply, [line], { rate: 500, overheadSum: 1 })
    expect(supply.lines[0]).toMatchObject({ overheadShare: 1, unitCost: 1125 })
  })

  describe('documents in another currency without a rate', () => {
    it('applies the rate of the document date in the time zone of the organization', async () => {
      const made = await openOffice(door)
      await setRate(made, '2026-03-01', 440)
      await setRate(made, '2026-03-03', 4605, 10)
      const rateAt = async (date: string) => {
        const { rate, multiplicity } = await done(write(made, BASES.supply, [], { date }))
        return [rate, multiplicity]
      }
      expect(await rateAt('2026-03-01T10:00:00Z')).toEqual([440, 1])
      // In Almaty, at UTC+5, the third of March begins at 19:00 UTC.
      expect(await rateAt('2026-03-02T18:59:59Z')).toEqual([440, 1])
      expect(await rateAt('2026-03-02T19:00:00Z')).toEqual([4605, 10])
      expect(await rateAt('2026-03-09T10:00:00Z')).toEqual([4605, 10])
    })

    it('refuses a document without a rate when no rate is known on its date', async () => {
      const [made, other] = [await openOffice(door), await openOffice(door)]
      await setRate(made, '2026-03-02', 440)
      for (const [of, date] of [
        [made, '2026-03-01T10:00:00Z'],
        [other, '2026-03-02T10:00:00Z'],
      ] as const) {
        const refused = await write(of, BASES.supply, [], { date })
        expect([refused.status, refused.body.errors?.[0].pointer]).toEqual([400, '#/rate'])
      }
    })

    it('applies the multiplicity of the daily rate when only the rate is stated', async () => {
      const made = await openOffice(door)
      await setRate(made, '2026-03-01', 375, 100)
      const { rate, multiplicity } = await done(write(made, BASES.supply, [], { rate: 376 }))
      expect([rate, multiplicity]).toEqual([376, 100])
    })
  })

  it('keeps the rate of a posted document when the rate of its day changes, even after reposting or saving it unchanged', async () => {
    const made = await openOffice(door)
    await setRate(made, '2026-03-02', 440)
    const line = { productId: made.tea, quantity: 2, price: 10 }
    const supply = await post(made, BASES.supply, [line])
    await setRate(made, '2026-03-02', 500)
    const path = `${BASES.supply}/${supply.id}`
    const figures = { rate: 440, sum: 20, sumInOrganizationCurrency: 8800 }
    expect(await done(made.api.get(path))).toMatchObject({ ...figures, lines: [{ unitCost: 4400 }] })
    await done(made.api.post(`${path}/unpost`))
    const again = await done(made.api.post(`${path}/post`))
    expect(again).toMatchObject({ ...figures, lines: [{ unitCost: 4400 }] })
    const draft = await done(made.api.post(`${path}/unpost`))
    expect(await done(made.api.put(path, draft))).toMatchObject(figures)
    const { rate: _, ...unrated } = await done(made.api.get(path))
    expect(await done(made.api.put(path, unrated))).toMatchObject({
      rate: 500,
      sumInOrganizationCurrency: 10_000,
    })
    expect((await checkedBooks(door, made.organization)).findings).toEqual([])
  })

  it('uses the currency of the organization at rate 1 when the document states no currency', async () => {
    const own = await done(write(office, BASES.supply, [tea()], { currencyId: null }))
    const tenge = await currencyOf(office, 'KZT')
    expect(own).toMatchObject({
      currencyId: tenge,
      rate: 1,
      multiplicity: 1,
      sumInOrganizationCurrency: 3.33,
    })
    for (const [field, more] of [
      ['rate', { currencyId: tenge, rate: 2 }],
      ['multiplicity', { currencyId: null, rate: 1, multiplicity: 10 }],
    ] as const) {
      const refused = await write(office, BASES.supply, [tea()], more)
      expect([refused.status, refused.body.errors[0].pointer]).toEqual([400, `#/${field}`])
    }
  })

  it.each([BASES.enter, BASES.loss, BASES.transfer, BASES.inventory])(
    'refuses another currency for a stock document: %s',
    async (base) => {
      const refused = await office.api.post(base, { ...office.header(base), currencyId: office.dollar })
      expect([refused.status, refused.body.errors[0].pointer]).toEqual([400, '#/currencyId'])
      const own = await done(office.api.post(base, office.header(base)))
      expect(own).toMatchObject({ currencyId: await currencyOf(office, 'KZT'), rate: 1 })
    },
  )

  it.each([
    ['rate', 0],
    ['rate', -1],
    ['rate', 0.0000001],
    ['rate', '450'],
    ['multiplicity', 0],
    ['multiplicity', 1.5],
    ['currencyId', '00000000-0000-7000-8000-000000000000'],
  ])('refuses the %s %j for a document in another currency', async (field, value) => {
    const refused = await write(office, BASES.supply, [tea()], { rate: 2, [field]: value })
    expect([refused.status, refused.body.errors[0].pointer]).toEqual([400, `#/${field}`])
  })

  it('refuses a document whose sums or costs cannot be stored exactly', async () => {
    const line = tea({ quantity: 1_000_000, price: 1_000_000 })
    const dear = await write(office, BASES.supply, [line], { rate: 1e9 })
    expect([dear.status, dear.body.errors?.[0].pointer]).toEqual([400, '#/rate'])
    const overhead = { currencyId: null, overheadSum: 1e10 }
    const own = await write(office, BASES.supply, [tea({ price: 1 })], { ...overhead, rate: null })
    expect(own.status).toBe(201)
    const thin = await createProduct(office.organization, { name: 'Thin', ...(await byWeight(office)) })
    const tiny = await write(office, BASES.supply, [{ productId: thin, quantity: 0.001, price: 1 }], overhead)
    expect([tiny.status, tiny.body.errors[0].pointer]).toEqual([400, '#/lines'])
  })
  const byWeight = async ({ api }: Office) => ({
    unitOfMeasureId: (await api.get('/api/catalog/units-of-measure?search=166')).body.items[0].id,
  })

  it('accepts an archived currency in an existing document but not in a new one', async () => {
    const made = await openOffice(door)
    const draft = await done(write(made, BASES.demand, [], { rate: 2 }))
    const currency = await done(made.api.get(`${CURRENCIES}/${made.dollar}`))
    await done(made.api.put(`${CURRENCIES}/${made.dollar}`, { ...currency, isArchived: true }))
    await done(made.api.put(`${BASES.demand}/${draft.id}`, draft))
    const late = await write(made, BASES.demand, [], { rate: 2 })
    expect([late.status, late.body.errors[0].pointer]).toEqual([400, '#/currencyId'])
  })

  it('gives a supplier return the currency of its purchase, and the same rate unless another is stated', async () => {
    const made = await openOffice(door)
    await setRate(made, '2026-03-01', 600)
    const supply = await post(made, BASES.supply, [{ productId: made.tea, quantity: 4, price: 10 }], {
      rate: 4400,
      multiplicity: 10,
    })
    const line = { productId: made.tea, quantity: 1 }
    const back = (more: object) => write(made, BASES.supplierReturn, [line], { supplyId: supply.id, ...more })
    const plain = await done(back({ currencyId: null }))
    expect(plain).toMatchObject({ currencyId: made.dollar, rate: 4400, multiplicity: 10 })
    const posted = await done(made.api.post(`${BASES.supplierReturn}/${plain.id}/post`))
    expect(posted.lines[0]).toMatchObject({ price: 10, unitCost: 4400, priceDifference: 0 })
    const dearer = await done(back({ rate: 450, multiplicity: 1 }))
    const dear = await done(made.api.post(`${BASES.supplierReturn}/${dearer.id}/post`))
    expect(dear).toMatchObject({ sumInOrganizationCurrency: 4500, lines: [{ priceDifference: 100 }] })
    const refused = await back({ currencyId: await currencyOf(made, 'EUR') })
    expect([refused.status, refused.body.errors[0].pointer]).toEqual([400, '#/currencyId'])
  })

  it('refuses to post a supplier return when its purchase has changed to another currency', async () => {
    const made = await openOffice(door)
    const line = { productId: made.tea, quantity: 4, price: 10 }
    const supply = await post(made, BASES.supply, [line], { rate: 450 })
    const back = await done(
      write(made, BASES.supplierReturn, [{ ...line, quantity: 1 }], { supplyId: supply.id }),
    )
    const path = `${BASES.supply}/${supply.id}`
    const draft = await done(made.api.post(`${path}/unpost`))
    await done(made.api.put(path, { ...draft, currencyId: await currencyOf(made, 'EUR') }))
    await done(made.api.post(`${path}/post`))
    const refused = await made.api.post(`${BASES.supplierReturn}/${back.id}/post`)
    expect([refused.status, refused.body.errors?.[0].pointer]).toEqual([400, '#/currencyId'])
  })

  it('refuses a shipment whose price is below the minimum price at the stated rate', async () => {
    const made = await openOffice(door)
    const dear = await createProduct(made.organization, { name: 'Dear', retailPrice: 900, minPrice: 900 })
    await post(made, BASES.supply, [{ productId: dear, quantity: 9, price: 1 }], { currencyId: null })
    const manager = await hireWithout(door, made.organization, 'sales.override_price')
    const sell = async (rate: number) => {
      const { id } = await done(
        write(made, BASES.demand, [{ productId: dear, quantity: 1, price: 2 }], { rate }),
      )
      return (await manager.post(`${BASES.demand}/${id}/post`)).status
    }
    expect([await sell(450), await sell(449.99)]).toEqual([200, 400])
  })

  it('sorts documents by their sum in the currency of the organization, and exports currency and rate', async () => {
    const made = await openOffice(door)
    const line = (price: number) => [{ productId: made.tea, quantity: 1, price }]
    await done(write(made, BASES.demand, line(3), { number: 'dollars', rate: 4500, multiplicity: 10 }))
    await done(write(made, BASES.demand, line(1000), { number: 'tenge', currencyId: null }))
    const { body } = await made.api.get(`${BASES.demand}?sort=-sum`)
    expect(body.items.map(({ number }: { number: string }) => number)).toEqual(['dollars', 'tenge'])
    const rows = await readCsv(made.api, `${BASES.demand}/export`)
    expect(rows.find(({ Number: number }) => number === 'dollars')).toMatchObject({
      Amount: '3',
      Currency: 'USD',
      'Exchange rate': '4500',
      'Units of the currency': '10',
      'Amount in accounting currency': '1350',
    })
  })

  it('prints the currency and the rate of a document', async () => {
    const draft = await done(
      write(office, BASES.demand, [tea({ price: 100 })], { rate: 4500, multiplicity: 10 }),
    )
    const { body } = await office.api.get(`${BASES.demand}/${draft.id}/print`)
    const text = body.replace(/[\u00a0\u202f]/g, ' ')
    for (const part of ['total 300.00 USD', '>Three hundred US dollars 00 cents<', '10 USD = 4500 KZT'])
      expect(text).toContain(part)
    expect(text).toMatch(/Total in KZT<\/dt><dd[^>]*>135,000\.00/)
  })
})

describe('exchange rates', () => {
  const door = useHub()

  it('keeps one rate per day and returns the current rate with the currency', async () => {
    const { api, dollar } = await openOffice(door)
    const path = `${CURRENCIES}/${dollar}`
    const first = await done(api.get(path))
    expect([first.rate, first.multiplicity, first.rateDay]).toEqual([null, 1, null])
    for (const [day, rate] of [
      ['2026-01-01', 440],
      ['2026-02-01', 450],
      ['2026-02-01', 451],
      ['2036-01-01', 999],
    ])
      await done(api.post(`${path}/rates`, { day, rate }))
    expect(await done(api.get(path))).toMatchObject({ rate: 451, rateDay: '2026-02-01' })
    const days = async (query: string) =>
      (await done(api.get(`${path}/rates?${query}`))).items.map(
        ({ day, rate }: { day: string; rate: number }) => [day, rate],
      )
    const all = [
      ['2036-01-01', 999],
      ['2026-02-01', 451],
      ['2026-01-01', 440],
    ]
    expect(await days('')).toEqual(all)
    expect(await days('from=2026-02-01&to=2026-02-01')).toEqual([all[1]])
    expect(await days('pageSize=1&page=3')).toEqual([all[2]])
    expect((await api.delete(`${path}/rates/2026-02-01`)).status).toBe(204)
    expect((await api.delete(`${path}/rates/2026-02-01`)).status).toBe(404)
    expect(await done(api.get(path))).toMatchObject({ rate: 440, rateDay: '2026-01-01' })
  })

  it('saves a changed rate of a currency as of today, and ignores an unchanged rate', async () => {
    const { api, dollar } = await openOffice(door)
    const path = `${CURRENCIES}/${dollar}`
    await done(api.post(`${path}/rates`, { day: '2026-01-01', rate: 440 }))
    const before = await done(api.get(path))
    await done(api.put(path, before))
    expect((await done(api.get(`${path}/rates`))).total).toBe(1)
    const current = await done(api.get(path))
    await done(api.put(path, { ...current, rate: 460 }))
    const { items } = await done(api.get(`${path}/rates`))
    expect(items.map(({ rate }: { rate: number }) => rate)).toEqual([460, 440])
    const { version, rate: _, ...rest } = await done(api.get(path))
    expect(await done(api.put(path, { ...rest, version }))).toMatchObject({ rate: 460 })
  })

  it('hides rates from other organizations, and refuses a rate for the currency of the organization', async () => {
    const [one, other] = [await openOffice(door), await openOffice(door)]
    // Preset currencies have the same id in every organization.
    expect(one.dollar).toBe(other.dollar)
    await done(one.api.post(`${CURRENCIES}/${one.dollar}/rates`, { day: '2026-01-01', rate: 440 }))
    expect((await done(other.api.get(`${CURRENCIES}/${other.dollar}`))).rate).toBeNull()
    expect((await done(other.api.get(`${CURRENCIES}/${other.dollar}/rates`))).total).toBe(0)
    expect((await other.api.delete(`${CURRENCIES}/${other.dollar}/rates/2026-01-01`)).status).toBe(404)
    const tenge = (await one.api.get(`${CURRENCIES}?search=KZT`)).body.items[0].id
    const own = await one.api.post(`${CURRENCIES}/${tenge}/rates`, { day: '2026-01-01', rate: 2 })
    expect([own.status, own.body.errors?.[0].pointer]).toEqual([400, '#/rate'])
  })
})
