import { readXlsx } from 'hucre/xlsx'
import { beforeAll, describe, expect, it } from 'vitest'
import { sumDaysUp } from '#hub/day-sums/sum-days-up.ts'
import { must } from '#shared/std/must.ts'
import type { SaleBody } from '#shared/sync/sale.ts'
import { BASES } from '#test/hub/documents/book-keeping.ts'
import { done } from '#test/hub/documents/histories.ts'
import { createProduct, enrolDevice, saleBody } from '#test/support/device.ts'
import { ApiClient, type Organization, signUp, useHub } from '#test/support/hub.ts'
import { hire, hireWithoutCosts, openDatabase } from '#test/support/people.ts'

// biome-ignore lint/suspicious/noExplicitAny: answers, looked into freely
type Json = any

/** Worked examples of docs/domain.md and the permissions of the reports. */
describe('reports on worked examples', () => {
  const door = useHub({ runsJobs: false })
  let shop: Organization
  let tea: string
  let cola: string
  let bread: string

  const DAYS = 'from=2026-03-01&to=2026-03-10'
  const get = async (path: string, api = shop.api): Promise<Json> => done(api.get(`/api/reports/${path}`))

  /**
   * Opens a shop that receives 20 teas at 3000 each, sells 10 at 5000 and takes 3 back. It also sells cola
   * and bread.
   */
  beforeAll(async () => {
    shop = await signUp(door, { timeZone: 'Asia/Almaty' })
    tea = await createProduct(shop, { name: 'Tea', minStock: 20 })
    cola = await createProduct(shop, { name: 'Cola', cost: 10 })
    bread = await createProduct(shop, { name: 'Bread' })
    const supplier = (await done(shop.api.post('/api/catalog/counterparties', { name: 'Supplier' }))).id
    const supply = await done(
      shop.api.post(BASES.supply, {
        storeId: shop.storeId,
        counterpartyId: supplier,
        date: '2026-03-01T05:00:00.000Z',
        lines: [{ productId: tea, quantity: 20, price: 3000 }],
      }),
    )
    await done(shop.api.post(`${BASES.supply}/${supply.id}/post`))
    const device = await enrolDevice(door, shop)
    const sold = saleBody(shop, [{ productId: tea, quantity: 10, price: 5000 }], {
      soldAt: '2026-03-02T05:00:00.000Z',
    })
    const [line] = sold.lines
    const back = saleBody(shop, [], {
      soldAt: '2026-03-05T05:00:00.000Z',
      isReturn: true,
      originalSaleId: sold.id,
      sum: 15_000,
      lines: [{ ...must(line), quantity: 3, sum: 15_000, originalLineNo: 1 }],
      payments: [{ type: 'Cash', amount: 15_000 }],
    })
    const others = saleBody(
      shop,
      [
        { productId: cola, quantity: 100, price: 50 },
        { productId: bread, quantity: 10, price: 100 },
      ],
      { soldAt: '2026-03-03T05:00:00.000Z' },
    )
    await device.upload([sold, back, others].map((sale) => device.item(sale)))
    // Some days are already summed up. The reports read the others from their documents.
    await using database = openDatabase(door)
    await database.db.transact(shop.organizationId, (tx) => sumDaysUp(tx, ['2026-03-01', '2026-03-02']))
  })

  it('splits payments between products and sold gift vouchers, before and after days are summed up', async () => {
    const other = await signUp(door, { timeZone: 'Asia/Almaty' })
    const juice = await createProduct(other, { name: 'Juice', kind: 'Service' })
    const device = await enrolDevice(door, other)
    const sale = (goods: { productId: string; price: number }[], amount: number, more: Partial<SaleBody>) =>
      saleBody(other, goods, {
        soldAt: '2026-03-02T05:00:00.000Z',
        ...more,
        vouchers: [{ number: `N ${amount}`, amount, isReload: false }],
      })
    const sales = [
      sale([{ productId: juice, price: 300 }], 50, {
        payments: [
          { type: 'Card', amount: 200 },
          { type: 'Cash', amount: 160 },
        ],
        changeSum: 10,
      }),
      sale([{ productId: juice, price: 100 }], 70, {
        payments: [
          { type: 'Bonus', amount: 40 },
          { type: 'Card', amount: 130 },
        ],
      }),
      sale([], 500, { payments: [{ type: 'Cash', amount: 500 }] }),
      // Each of the two payments owes half a hundredth for the voucher. The card pays it, because tenders are
      // sorted by name.
      sale([{ productId: juice, price: 299.99 }], 0.01, {
        payments: [
          { type: 'Cash', amount: 150 },
          { type: 'Card', amount: 150 },
        ],
      }),
    ]
    const { body } = await device.upload(sales.map((one) => device.item(one)))
    expect(body.results.map(({ result }: Json) => result)).toEqual(sales.map(() => 'accepted'))
    const expectSales = async () => {
      // Of the 350 paid in the first sale, 50 are for the voucher: 28.57 of the 200 by card and 21.43 of the
      // 150 in cash.
      const payments = { cash: 278.57, card: 381.42, qr: 0, bonus: 40, other: 0 }
      const { totals } = await get(`sales?${DAYS}&groupBy=day`, other.api)
      expect(totals).toMatchObject({ receipts: 3, netSum: 699.99, payments })
      const { items } = await get(`sales?${DAYS}&groupBy=paymentType`, other.api)
      const ways = Object.fromEntries(items.map(({ key, netSum }: Json) => [key, netSum]))
      expect(ways).toEqual({ Bonus: 40, Card: 381.42, Cash: 278.57 })
    }
    await expectSales()
    await using database = openDatabase(door)
    await database.db.transact(other.organizationId, (tx) => sumDaysUp(tx, ['2026-03-02']))
    await expectSales()
  })

  it('computes the profit of the example in the documentation', async () => {
    const { items, totals } = await get(`profit?${DAYS}`)
    expect(items[0]).toMatchObject({
      key: tea,
      name: 'Tea',
      sellQuantity: 10,
      sellPrice: 5000,
      sellSum: 50_000,
      sellCostSum: 30_000,
      returnQuantity: 3,
      returnSum: 15_000,
      returnCostSum: 9000,
      netRevenue: 35_000,
      netCost: 21_000,
      profit: 14_000,
      margin: 0.6667,
      salesMargin: 0.4,
    })
    expect(totals).toMatchObject({ netRevenue: 41_000, netCost: 22_000, profit: 19_000 })
    // Bread has no cost, so its margin on cost is 0.
    expect(items.find((row: Json) => row.key === bread)).toMatchObject({
      profit: 1000,
      margin: 0,
      salesMargin: 1,
    })
  })

  it('sorts ties by name across pages, and counts a receipt with two products of a group once', async () => {
    const other = await signUp(door)
    const device = await enrolDevice(door, other)
    const ids: string[] = []
    for (const name of ['Fig', 'Date', 'Cherry', 'Apple'])
      ids.push(await createProduct(other, { name, kind: 'Service', retailPrice: 100 }))
    await device.upload([
      device.item(
        saleBody(
          other,
          ids.map((productId) => ({ productId, price: 100 })),
        ),
      ),
    ])
    const names: string[] = []
    for (const page of [1, 2, 3, 4]) {
      const { items } = await get(`sales?groupBy=product&pageSize=1&page=${page}`, other.api)
      names.push(items[0].name)
    }
    expect(names).toEqual(['Apple', 'Cherry', 'Date', 'Fig'])
    const { items } = await get('sales?groupBy=productGroup', other.api)
    expect(items).toMatchObject([{ receipts: 1, quantity: 4, netSum: 400 }])
  })

  it('counts returns on their own day, with negative figures if nothing else was sold', async () => {
    const { items } = await get('profit?from=2026-03-05&to=2026-03-05&groupBy=day')
    expect(items).toMatchObject([
      { key: '2026-03-05', sellSum: 0, netRevenue: -15_000, profit: -6000, margin: 0.6667, salesMargin: 0.4 },
    ])
  })

  it('classifies products by their cumulative share of revenue, profit or quantity', async () => {
    const byRevenue = await get(`abc?${DAYS}&matrix=true`)
    expect(
      byRevenue.items.map(({ name, metric, share, cumulativeShare, class: letter, profitClass }: Json) => [
        name,
        metric,
        share,
        cumulativeShare,
        letter,
        profitClass,
      ]),
    ).toEqual([
      ['Tea', 35_000, 85.37, 85.37, 'A', 'A'],
      ['Cola', 5000, 12.2, 97.56, 'B', 'A'],
      ['Bread', 1000, 2.44, 100, 'C', 'B'],
    ])
    expect(byRevenue.summary).toMatchObject([
      { class: 'A', count: 1, countShare: 33.33, metric: 35_000, share: 85.37 },
      { class: 'B', count: 1, metric: 5000 },
      { class: 'C', count: 1, metric: 1000 },
    ])
    expect(
      byRevenue.matrix.filter(({ count }: Json) => count > 0).map(({ classes }: Json) => classes),
    ).toEqual(['AA', 'BA', 'CB'])
    const byQuantity = await get(`abc?${DAYS}&metric=Quantity&a=50&b=86`)
    expect(byQuantity.items.map((row: Json) => [row.name, row.metric, row.class])).toEqual([
      ['Cola', 100, 'A'],
      ['Bread', 10, 'B'],
      ['Tea', 7, 'C'],
    ])
    const weeks = 'from=2026-02-23&to=2026-03-15'
    const even = await get(`abc?${weeks}&xyz=true`)
    const [cell] = even.xyzMatrix.filter(({ classes }: Json) => classes === `A${even.items[0].xyz}`)
    expect(cell).toMatchObject({ count: 1, metric: 35_000, share: 85.37 })
    expect(even.xyzMatrix.map(({ classes }: Json) => classes).join(' ')).toBe('AX AY AZ BX BY BZ CX CY CZ')
    const inCell = await get(`abc?${weeks}&classes=${cell.classes}`)
    expect([inCell.total, inCell.items.map(({ name }: Json) => name)]).toEqual([1, ['Tea']])
    expect(inCell.xyzMatrix).toEqual(even.xyzMatrix)
    const cellFile = (await shop.api.get(`/api/reports/abc/export?${weeks}&classes=${cell.classes}`)).body
    expect(cellFile.match(/^\d+,[^,]+,/gm)).toEqual(['1,Tea,'])
    expect(cellFile).toContain('Variation')
    const salt = await createProduct(shop, { name: 'Salt' })
    const all = await get(`abc?${DAYS}&includeUnsold=true`)
    expect(all.items.at(-1)).toMatchObject({ productId: salt, metric: 0, share: 0, class: 'C' })
    expect((await get(`abc?${DAYS}`)).total).toBe(3)
  })

  it('returns opening and closing stock, turnover and days of stock', async () => {
    const { items } = await get(`stock?${DAYS}&salesDays=10&deadAfterDays=5`)
    const row = items.find(({ productId }: Json) => productId === tea)
    // 60,000 for one day, 30,000 for three days and 39,000 for six days are 38,400 on average.
    expect(row).toMatchObject({
      openingQuantity: 0,
      inQuantity: 23,
      outQuantity: 10,
      closingQuantity: 13,
      quantity: 13,
      openingSum: 0,
      inSum: 69_000,
      outSum: 30_000,
      closingSum: 39_000,
      revaluation: 0,
      price: 3000,
      averageStock: 38_400,
      turnoverRatio: 0.5469,
      turnoverDays: 18.3,
      gmroi: 0.3646,
      averageDailySales: 0.7,
      daysOfStock: 18.6,
      minStock: 20,
      isDead: true,
      storeId: null,
    })
    const later = (await get('stock?from=2026-03-06&to=2026-03-10')).items
    expect(later.find(({ productId }: Json) => productId === tea)).toMatchObject({
      openingQuantity: 13,
      inQuantity: 0,
      outQuantity: 0,
      closingQuantity: 13,
      averageStock: 39_000,
      turnoverRatio: 0,
      turnoverDays: null,
      isDead: false,
    })
    // The first and the last supported day.
    expect((await get('stock?to=0001-01-01')).totals).toMatchObject({ closingQuantity: 0 })
    expect((await get('stock?from=9999-12-31&to=9999-12-31')).totals).toMatchObject({ inQuantity: 0 })
    const namesIn = async (mode: string) =>
      (await get(`stock?${DAYS}&stockMode=${mode}`)).items.map(({ name }: Json) => name)
    expect(await namesIn('positiveOnly')).toEqual(['Tea'])
    expect(await namesIn('negativeOnly')).toEqual(['Bread', 'Cola'])
    expect(await namesIn('nonEmpty')).toEqual(['Bread', 'Cola', 'Tea'])
    expect(await namesIn('underMinimum')).toEqual(['Tea'])
    expect(await namesIn('empty')).toEqual(['Salt'])
    const perStore = await get(`stock?${DAYS}&perStore=true&stockMode=positiveOnly`)
    expect(perStore.items).toMatchObject([{ name: 'Tea', storeId: shop.storeId, closingQuantity: 13 }])
    const draft = await done(
      shop.api.post('/api/sales/retail', {
        storeId: shop.storeId,
        lines: [{ productId: tea, quantity: 4, price: 10 }],
        payments: [{ type: 'Cash', amount: 40 }],
      }),
    )
    const [reserved] = (await get(`stock?${DAYS}&stockMode=positiveOnly&salesDays=10`)).items
    expect(reserved).toMatchObject({ reserve: 4, quantity: 9, daysOfStock: 12.9 })
    await shop.api.delete(`/api/sales/retail/${draft.id}?version=${draft.version}`)
  })

  it('sorts stock by the days for which the unreserved stock lasts', async () => {
    const other = await signUp(door)
    const device = await enrolDevice(door, other)
    const [date, fig] = [
      await createProduct(other, { name: 'Date' }),
      await createProduct(other, { name: 'Fig' }),
    ]
    const enter = await done(
      other.api.post(BASES.enter, {
        storeId: other.storeId,
        date: '2026-03-01T05:00:00.000Z',
        lines: [
          { productId: date, quantity: 15, price: 1 },
          { productId: fig, quantity: 20, price: 1 },
        ],
      }),
    )
    await done(other.api.post(`${BASES.enter}/${enter.id}/post`))
    const sold = [date, fig].map((productId) => ({ productId, quantity: 5, price: 10 }))
    await device.upload([device.item(saleBody(other, sold, { soldAt: '2026-03-02T05:00:00.000Z' }))])
    const draft = { productId: fig, quantity: 10, price: 10 }
    await done(
      other.api.post('/api/sales/retail', {
        storeId: other.storeId,
        lines: [draft],
        payments: [{ type: 'Cash', amount: 100 }],
      }),
    )
    const { items } = await get(`stock?${DAYS}&salesDays=10&sort=daysOfStock`, other.api)
    expect(items.map(({ name, daysOfStock }: Json) => [name, daysOfStock])).toEqual([
      ['Fig', 10],
      ['Date', 20],
    ])
  })

  it('returns later cost corrections of earlier sales in a separate row, also in the exported file', async () => {
    const other = await signUp(door, { timeZone: 'Asia/Almaty' })
    const [plum, pear] = [
      await createProduct(other, { name: 'Plum', cost: 10 }),
      await createProduct(other, { name: 'Pear', cost: 10 }),
    ]
    const device = await enrolDevice(door, other)
    const goods = [plum, pear].map((productId) => ({ productId, quantity: 5, price: 50 }))
    await device.upload([device.item(saleBody(other, goods, { soldAt: '2026-03-02T05:00:00.000Z' }))])
    const supplier = (await done(other.api.post('/api/catalog/counterparties', { name: 'Supplier' }))).id
    // Five of the 8 plums at 12 and all three pears at 7 cover earlier sales at 10.
    const supply = await done(
      other.api.post(BASES.supply, {
        storeId: other.storeId,
        counterpartyId: supplier,
        date: '2026-03-04T05:00:00.000Z',
        lines: [
          { productId: plum, quantity: 8, price: 12 },
          { productId: pear, quantity: 3, price: 7 },
        ],
      }),
    )
    await done(other.api.post(`${BASES.supply}/${supply.id}/post`))
    const ofDays = (days: string) => get(`profit?${days}`, other.api)
    const { totals, earlierSales } = await ofDays('from=2026-03-01&to=2026-03-10')
    expect([totals.netCost, totals.profit, earlierSales]).toEqual([100, 400, { netCost: 1, profit: -1 }])
    expect((await ofDays('from=2026-03-01&to=2026-03-03')).earlierSales).toEqual({ netCost: 0, profit: 0 })
    expect((await ofDays('from=2026-03-04&to=2026-03-04')).earlierSales).toEqual({ netCost: 1, profit: -1 })
    expect((await ofDays(`${DAYS}&storeIds=${other.storeId}`)).earlierSales).toEqual({
      netCost: 1,
      profit: -1,
    })
    expect((await ofDays(`${DAYS}&supplierId=${supplier}`)).earlierSales).toBeNull()
    const { body } = await other.api.get(`/api/reports/profit/export?${DAYS}`)
    const row = String(body)
      .split('\r\n')
      .find((line) => line.startsWith('Cost of earlier sales'))
    expect(row).toContain(',1,-1,')
    expect(await get(`profit?${DAYS}`, await hireWithoutCosts(door, other))).not.toHaveProperty(
      'earlierSales',
    )
  })

  it('rounds the average age of the stock of a product in two stores only once', async () => {
    const other = await signUp(door, { timeZone: 'Asia/Almaty' })
    const plum = await createProduct(other, { name: 'Plum' })
    const second = (await done(other.api.post('/api/catalog/stores', { name: 'Second' }))).id
    // The end of 10 March in Almaty, on which the report is based.
    const end = Date.parse('2026-03-10T19:00:00.000Z')
    for (const [storeId, quantity, days] of [
      [other.storeId, 3, 25.344],
      [second, 1, 25.376],
    ] as const) {
      const enter = await done(
        other.api.post(BASES.enter, {
          storeId,
          date: new Date(end - days * 86_400_000).toISOString(),
          lines: [{ productId: plum, quantity, price: 1 }],
        }),
      )
      await done(other.api.post(`${BASES.enter}/${enter.id}/post`))
    }
    const agesOf = async (query: string) =>
      (await get(`stock?${DAYS}&${query}`, other.api)).items.map(({ daysInStock }: Json) => daysInStock)
    // (3 × 25.344 + 25.376) / 4 = 25.352
    expect(await agesOf('')).toEqual([25.4])
    expect((await agesOf('perStore=true')).toSorted()).toEqual([25.3, 25.4])
  })

  it('hides costs and figures derived from them from users who may not see costs', async () => {
    const blind = await hireWithoutCosts(door, shop)
    for (const report of ['profit', 'sales', 'stock', 'abc']) {
      const text = JSON.stringify(await get(`${report}?${DAYS}`, blind))
      expect(text, report).not.toMatch(/cost|profit|margin|openingSum|averageStock|turnover|gmroi|"price"/i)
      const file = await blind.get(`/api/reports/${report}/export?${DAYS}`)
      expect(file.status).toBe(200)
      expect(file.body, report).not.toMatch(/cost|profit|margin on|turnover|gmroi/i)
    }
    for (const path of [
      'profit?sort=profit',
      'profit?sort=name,-margin',
      'profit/export?sort=netCost',
      'abc?metric=Profit',
      'abc?matrix=true',
      'stock?sort=-closingSum',
      'stock/export?sort=gmroi',
    ])
      expect((await blind.get(`/api/reports/${path}`)).status, path).toBe(403)
    expect(JSON.stringify(await get(`profit?${DAYS}`))).toContain('"profit"')
  })

  it('requires the permission for reports, and limits them to the organization and stores of the user', async () => {
    const cashier = await hire(door, shop, 'Cashier')
    const stranger = await signUp(door)
    for (const report of ['profit', 'sales', 'stock', 'abc'])
      for (const path of [report, `${report}/export`]) {
        expect((await new ApiClient(door).get(`/api/reports/${path}`)).status, path).toBe(401)
        expect((await cashier.get(`/api/reports/${path}`)).status, path).toBe(403)
        expect((await stranger.api.get(`/api/reports/${path}?${DAYS}`)).body.total ?? 0, path).toBe(0)
      }
    const other = (await done(shop.api.post('/api/catalog/stores', { name: 'Other store' }))).id
    const manager = await hire(door, shop, 'Manager')
    const path = '/api/organization/employees'
    const { items } = await done(shop.api.get(`${path}?hasAccount=true&sort=-createdAt&pageSize=1`))
    const employee = await done(shop.api.get(`${path}/${items[0].id}`))
    const limit = (storeIds: string[], version: number) =>
      done(shop.api.put(`${path}/${employee.id}`, { ...employee, storeIds, version }))
    const { version } = await limit([other], employee.version)
    for (const report of ['profit', 'sales', 'abc'])
      expect((await get(`${report}?${DAYS}`, manager)).total).toBe(0)
    expect((await get(`stock?${DAYS}&stockMode=nonEmpty`, manager)).total).toBe(0)
    await limit([other, shop.storeId], version)
    expect((await get(`profit?${DAYS}`, manager)).totals.netRevenue).toBe(41_000)
  })

  it('states the filters and the creation time in exported files', async () => {
    const query = `${DAYS}&storeIds=${shop.storeId}`
    const { body, headers } = await shop.api.get(`/api/reports/sales/export?${query}`)
    expect(headers.get('Content-Disposition')).toContain('Sales report.csv')
    const lines = body.split('\r\n')
    expect(lines[0]).toMatch(/^Product,Code,Receipts,Returns/)
    expect(lines[1]).toMatch(/^Tea,/)
    expect(lines[4]).toMatch(/^Total,,2,1,117,41000,0,0,41000,/)
    expect(lines[6]).toMatch(/^Created,\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
    expect(lines[7]).toBe('Period,2026-03-01 … 2026-03-10')
    expect(body).toContain(`storeIds,${shop.storeId}`)
    const bytes = await (await shop.api.raw(`/api/reports/stock/export?${query}&format=xlsx`)).arrayBuffer()
    const [sheet] = (await readXlsx(new Uint8Array(bytes))).sheets
    expect(must(sheet).name).toBe('Stock report')
    expect(JSON.stringify(must(sheet).rows)).toContain('2026-03-01 … 2026-03-10')
  })

  it.each([
    ['from', 'sales?from=2026-03-02&to=2026-03-01'],
    ['from', 'profit?from=2023-01-01&to=2026-03-01'],
    ['compareTo', 'sales?compareTo=2026-03-01'],
    ['compareFrom', 'profit?compareFrom=2026-03-02&compareTo=2026-03-01'],
    ['storeIds', 'sales?storeIds=7'],
    ['groupBy', 'profit?groupBy=hour'],
    ['groupBy', 'sales?groupBy=paymentType&supplierId=01a21413-51fe-76b7-a0f0-65b70ddf0d2e'],
    ['sort', 'sales?sort=colour'],
    ['b', 'abc?a=90&b=90'],
    ['a', 'abc?a=0'],
    ['classes', 'abc?classes=AB'],
    ['stockMode', 'stock?stockMode=full'],
    ['salesDays', 'stock?salesDays=0'],
  ])('reports an invalid parameter: %s in %s', async (name, path) => {
    const { status, body } = await shop.api.get(`/api/reports/${path}`)
    expect([status, body.errors?.[0]?.pointer.split('/').slice(0, 3).join('/')]).toEqual([
      400,
      `#/query/${name}`,
    ])
  })
})
