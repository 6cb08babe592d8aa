import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sumPeriodUp } from '#hub/day-sums/periods.ts'
import { sumDaysUp } from '#hub/day-sums/sum-days-up.ts'
import { PROFIT_GROUPINGS } from '#shared/contracts/reports/profit.ts'
import { SALES_GROUPINGS } from '#shared/contracts/reports/sales.ts'
import { must } from '#shared/std/must.ts'
import { BASES } from '#test/hub/documents/book-keeping.ts'
import { checkedBooks } from '#test/hub/documents/books.ts'
import { done, randomFrom } from '#test/hub/documents/histories.ts'
import { useHub } from '#test/support/hub.ts'
import { openDatabase } from '#test/support/people.ts'
import {
  dayOf,
  keyOf,
  paymentFigures,
  profitFigures,
  readSold,
  type Sold,
  salesFigures,
  stockFigures,
  weekFigures,
} from './naive.ts'
import { openShop, receive, type Shop, ship, tellReceipts, upload } from './story.ts'

// biome-ignore lint/suspicious/noExplicitAny: answers, looked into freely
type Json = any

/** Sorts rows by the given field, then by name and key. Null comes last in ascending order. */
function inOrder(rows: Json[], sort: string): Json[] {
  const compare = (a: Json, b: Json) =>
    a === b ? 0 : a === null || b === null ? (a === null ? 1 : -1) : a < b ? -1 : 1
  const cell = (row: Json, field: string) =>
    field === 'key' && /^\d+$/.test(row.key) ? Number(row.key) : row[field]
  return rows.toSorted((one, other) => {
    const by = (field: string) => compare(cell(one, field), cell(other, field))
    const order = by(sort.replace('-', ''))
    return (sort.startsWith('-') ? -order : order) || by('name') || by('key') || by('comparedKey')
  })
}

/** Fields by which the stock report can be sorted. */
const STOCK_SORTS = [
  'name',
  'openingQuantity',
  'inQuantity',
  'outQuantity',
  'closingQuantity',
  'quantity',
  'averageDailySales',
  'daysOfStock',
  'openingSum',
  'inSum',
  'outSum',
  'closingSum',
  'averageStock',
  'turnoverRatio',
  'turnoverDays',
  'gmroi',
]

describe.each([
  ['Asia/Almaty', 5],
  ['Europe/Berlin', 11],
])('reports on sales of a shop in %s', (timeZone, seed) => {
  const door = useHub({ runsJobs: false })
  const days = { from: '2026-03-27', to: '2026-04-02' }
  let owner: pg.Client
  let shop: Shop

  beforeAll(async () => {
    owner = await door.database.connect()
    shop = await openShop(door, timeZone, randomFrom(seed))
    await receive(shop, '2026-03-26T00:00:00.000Z', 25)
    await upload(shop, tellReceipts(shop, 60, '2026-03-26T18:00:00.000Z', '2026-04-03T02:00:00.000Z'))
    await ship(shop, '2026-03-28T22:30:00.000Z', false)
    await ship(shop, '2026-03-29T21:30:00.000Z', true)
  })
  afterAll(() => owner.end())

  const get = async (path: string, query: object): Promise<Json> =>
    done(shop.organization.api.get(`${path}?${new URLSearchParams(query as Record<string, string>)}`))

  async function sumUp(): Promise<void> {
    const { rows } = await owner.query('SELECT DISTINCT day::text AS day FROM dirty_days')
    await using database = openDatabase(door)
    await database.db.transact(shop.organization.organizationId, (tx) =>
      sumDaysUp(
        tx,
        rows.map(({ day }) => day),
      ),
    )
    const periods = await owner.query(
      `SELECT unit, first_day::text AS "firstDay" FROM product_periods
       WHERE organization_id = $1 AND NOT is_summed ORDER BY unit, first_day`,
      [shop.organization.organizationId],
    )
    for (const period of periods.rows)
      await database.db.transact(shop.organization.organizationId, (tx) => sumPeriodUp(tx, period))
    expect((await owner.query('SELECT FROM product_periods WHERE NOT is_summed')).rowCount).toBe(0)
  }

  const FILTERS: [query: (shop: Shop) => object, keeps: (line: Sold, shop: Shop) => boolean][] = [
    [() => ({}), () => true],
    [({ stores }) => ({ storeIds: stores[1] }), (line, { stores }) => line.store === stores[1]],
    [({ customer }) => ({ counterpartyId: customer }), (line, { customer }) => line.customer === customer],
    [
      ({ organization }) => ({ employeeId: organization.employeeId, documentType: 'Retail' }),
      (line, { organization }) => line.employee === organization.employeeId && !line.isDemand,
    ],
    [
      ({ groups, organization }) => ({
        productGroupIds: groups.drinks,
        retailPointIds: organization.retailPointId,
      }),
      (line, { groups, organization }) =>
        [groups.drinks, groups.teas].includes(line.group ?? '') && line.point === organization.retailPointId,
    ],
    [
      ({ supplier, customer }) => ({
        supplierId: supplier,
        counterpartyId: customer,
        documentType: 'Demand',
      }),
      (line, { supplier, customer }) =>
        line.supplier === supplier && line.customer === customer && line.isDemand,
    ],
  ]

  const KEYLESS = ({
    key: _,
    name: __,
    code: ___,
    behind: ____,
    compared: _____,
    comparedKey: ______,
    ...figures
  }: Json) => figures
  const byKey = (items: Json[]) => new Map(items.map((item) => [item.key, KEYLESS(item)]))
  const grouped = <Line extends Sold>(groupBy: string, lines: readonly Line[]) =>
    Map.groupBy(lines, (line) => keyOf(groupBy, line, timeZone))

  /** Checks that all reports equal the sums of the documents, in every grouping and with the given filters. */
  async function expectReports(...filters: number[]): Promise<void> {
    const whole = await readSold(owner, shop.organization.organizationId)
    await expectStock(whole.lines)
    await expectProducts(whole.lines)
    const isWithin = (line: Pick<Sold, 'at'>) => {
      const day = dayOf(line as Sold, timeZone)
      return day >= days.from && day <= days.to
    }
    for (const [queryOf, keeps] of filters.map((at) => must(FILTERS[at]))) {
      const query = { ...days, pageSize: '500', ...queryOf(shop) }
      const lines = whole.lines.filter((line) => isWithin(line) && keeps(line, shop))
      const paid = whole.paid.filter((one) => isWithin(one) && keeps(one as unknown as Sold, shop))
      const choosesProducts = 'productGroupIds' in query || 'supplierId' in query
      for (const groupBy of SALES_GROUPINGS) {
        const isOfPayments = groupBy === 'paymentType'
        if (isOfPayments && choosesProducts) continue
        const isOfProducts = choosesProducts || groupBy.startsWith('product')
        const report = await get('/api/reports/sales', { ...query, groupBy })
        const ways = grouped(groupBy, paid as unknown as Sold[]) as Map<string | null, Json[]>
        const due = isOfPayments
          ? new Map([...ways].map(([key, some]) => [key, paymentFigures(some, paid)]))
          : new Map(
              [...grouped(groupBy, lines)].map(([key, some]) => [
                key,
                salesFigures(some, lines, isOfProducts ? null : (ways.get(key) ?? [])),
              ]),
            )
        const label = `sales ${groupBy} ${JSON.stringify(query)}`
        expect(byKey(report.items), label).toEqual(due)
        expect(report.totals, label).toEqual(
          isOfPayments ? paymentFigures(paid, paid) : salesFigures(lines, lines, isOfProducts ? null : paid),
        )
      }
      for (const groupBy of PROFIT_GROUPINGS) {
        const excludeVat = groupBy === 'store'
        const report = await get('/api/reports/profit', { ...query, groupBy, excludeVat: String(excludeVat) })
        const due = new Map(
          [...grouped(groupBy, lines)].map(([key, some]) => [key, profitFigures(some, excludeVat)]),
        )
        const label = `profit ${groupBy} ${JSON.stringify(query)}`
        expect(byKey(report.items), label).toEqual(due)
        expect(report.totals, label).toEqual(profitFigures(lines, excludeVat))
      }
    }
  }

  const SPANS = [
    { from: '2026-03-01', to: '2026-03-31' },
    { from: '2026-02-10', to: '2026-04-01' },
    { from: '2026-01-01', to: '2027-01-05' },
  ]
  const OF_PRODUCTS = [
    { groupBy: 'product', at: 0 },
    { groupBy: 'product', at: 1 },
    { groupBy: 'productGroup', at: 0 },
    { groupBy: 'product', at: 5 },
  ]

  /**
   * Checks that reports by product equal the sums of the documents for whole and partial months and years,
   * and in comparison with the previous month.
   */
  async function expectProducts(all: readonly Sold[]): Promise<void> {
    for (const span of SPANS)
      for (const { groupBy, at } of OF_PRODUCTS) {
        const [queryOf, keeps] = must(FILTERS[at])
        const within = (from: string, to: string) =>
          all.filter((line) => {
            const day = dayOf(line, timeZone)
            return day >= from && day <= to && keeps(line, shop)
          })
        const lines = within(span.from, span.to)
        const compared = within('2026-03-01', '2026-03-31')
        const query = { ...span, pageSize: '500', ...queryOf(shop) }
        const second = { compareFrom: '2026-03-01', compareTo: '2026-03-31' }
        const label = `${groupBy} ${JSON.stringify(query)}`
        const report = await get('/api/reports/profit', { ...query, ...second, groupBy })
        const figures = (some: readonly Sold[]) =>
          [...grouped(groupBy, some)].map(([key, own]): [string | null, Json] => [key, profitFigures(own)])
        const due = new Map(figures(lines))
        for (const [key] of grouped(groupBy, compared)) if (!due.has(key)) due.set(key, profitFigures([]))
        expect(byKey(report.items), label).toEqual(due)
        expect(report.totals, label).toEqual(profitFigures(lines))
        expect(report.compared.totals, label).toEqual(profitFigures(compared))
        if (groupBy !== 'product') continue
        const sales = await get('/api/reports/sales', { ...query, groupBy })
        expect(sales.totals, label).toEqual(salesFigures(lines, lines, null))
        expect(byKey(sales.items), label).toEqual(
          new Map([...grouped(groupBy, lines)].map(([key, own]) => [key, salesFigures(own, lines, null)])),
        )
        const abc = await get('/api/reports/abc', { ...query, metric: 'Revenue', xyz: 'true' })
        expect(new Map(abc.items.map((row: Json) => [row.productId, row.metric])), label).toEqual(
          new Map(figures(lines).map(([key, { netRevenue }]) => [key, netRevenue])),
        )
        const weeks = await weekFigures(owner, shop.organization.organizationId, { ...span, timeZone }, lines)
        expect(
          new Map(abc.items.map(({ productId, xyz, variation }: Json) => [productId, { xyz, variation }])),
          label,
        ).toEqual(weeks)
      }
  }

  /** Checks that stock by store equals the sum of the movements. */
  async function expectStock(lines: readonly Sold[]): Promise<void> {
    const { organizationId } = shop.organization
    const due = await stockFigures(owner, organizationId, { ...days, timeZone }, lines)
    const { items } = await get('/api/reports/stock', { ...days, perStore: 'true', pageSize: '500' })
    const rows = new Map<string, Json>(items.map((row: Json) => [`${row.storeId} ${row.productId}`, row]))
    for (const [place, figures] of due) expect(rows.get(place), place).toMatchObject(figures)
    expect(due.size).toBeGreaterThan(4)
    for (const [place, row] of rows) if (!due.has(place)) expect(row.closingQuantity).toBe(0)
  }

  /**
   * Checks that the pages, filters and sort orders of the stock report match all its rows, and that the
   * totals match their sums.
   */
  async function expectStockPages(perStore: string): Promise<void> {
    for (const deadAfterDays of ['1', '3', '4', '5', '6', '7']) {
      const requested = { ...days, perStore, deadAfterDays, pageSize: '500' }
      const { items } = await get('/api/reports/stock', requested)
      const dead = await get('/api/reports/stock', { ...requested, isDead: 'true' })
      expect([deadAfterDays, dead.items]).toEqual([deadAfterDays, items.filter(({ isDead }: Json) => isDead)])
    }
    const requested = { ...days, perStore, deadAfterDays: '2', salesDays: '5' }
    const all = await get('/api/reports/stock', { ...requested, pageSize: '500' })
    expect(all.items).toHaveLength(all.total)
    for (const name of Object.keys(all.totals).filter((each) => /Quantity$|Sum$|^revaluation$/.test(each)))
      expect([perStore, name, all.totals[name]]).toEqual([perStore, name, sumOf(all.items, name)])
    const idOf = ({ productId, storeId }: Json) => `${productId} ${storeId}`
    const [first, second] = [
      await get('/api/reports/stock', { ...requested, pageSize: '3' }),
      await get('/api/reports/stock', { ...requested, pageSize: '3', page: '2' }),
    ]
    expect([first.total, first.totals, ...first.items, ...second.items]).toEqual([
      all.total,
      all.totals,
      ...all.items.slice(0, 6),
    ])
    const chosen: Record<string, (row: Json) => boolean> = {
      'isDead=true': (row) => row.isDead,
      'isDead=false': (row) => !row.isDead,
      'stockMode=positiveOnly': (row) => row.closingQuantity > 0,
      'stockMode=negativeOnly': (row) => row.closingQuantity < 0,
      'stockMode=empty': (row) => row.closingQuantity === 0,
      'stockMode=nonEmpty': (row) => row.closingQuantity !== 0,
      'stockMode=underMinimum': (row) => row.minStock !== null && row.closingQuantity < row.minStock,
    }
    for (const [filter, isChosen] of Object.entries(chosen)) {
      const [name = '', value = ''] = filter.split('=')
      const found = await get('/api/reports/stock', { ...requested, [name]: value, pageSize: '500' })
      expect([perStore, filter, found.items.map(idOf)]).toEqual([
        perStore,
        filter,
        all.items.filter(isChosen).map(idOf),
      ])
      expect(found.totals.closingSum).toBe(sumOf(found.items, 'closingSum'))
    }
    for (const field of STOCK_SORTS)
      for (const sign of [1, -1]) {
        const sort = sign === 1 ? field : `-${field}`
        const { items } = await get('/api/reports/stock', { ...requested, sort, pageSize: '500' })
        // Ties stay sorted by name. Null comes last.
        const due = all.items.toSorted((one: Json, other: Json) => {
          const [a, b] = [one[field], other[field]]
          if (a === b) return 0
          return a === null ? 1 : b === null ? -1 : sign * (a < b ? -1 : 1)
        })
        expect([perStore, sort, items.map(idOf)]).toEqual([perStore, sort, due.map(idOf)])
      }
  }
  const sumOf = (rows: readonly Json[], name: string): number =>
    Math.round(rows.reduce((sum, row) => sum + row[name], 0) * 10_000) / 10_000

  it('matches the documents before and after days are summed up, and after every kind of change', async () => {
    await expectReports(1)
    await sumUp()
    await expectReports(0)
    const { api } = shop.organization
    // The costs of all later sales change.
    await receive(shop, '2026-03-27T12:00:00.000Z', 55)
    const late = tellReceipts(shop, 6, '2026-03-28T18:00:00.000Z', '2026-03-30T02:00:00.000Z')
    await upload(shop, late)
    const shipped = await ship(shop, '2026-04-01T10:00:00.000Z', false)
    const sale = await done(
      api.post('/api/sales/retail', {
        storeId: shop.stores[0],
        date: '2026-03-31T20:00:00.000Z',
        lines: [{ productId: shop.products[3], quantity: 2, price: 15 }],
        payments: [{ type: 'Cash', amount: 30 }],
      }),
    )
    await done(api.post(`/api/sales/retail/${sale.id}/post`))
    await expectReports(0)
    await sumUp()
    await done(api.post(`${BASES.demand}/${shipped}/unpost`))
    await done(api.post(`/api/sales/retail/${sale.id}/unpost`))
    await expectReports(0)
    await sumUp()
    const settings = await done(api.get('/api/organization/settings'))
    await done(api.put('/api/organization/settings', { ...settings, closedUntil: '2026-03-28' }))
    // Sales of a closed day stay drafts.
    await upload(shop, tellReceipts(shop, 4, '2026-03-27T08:00:00.000Z', '2026-03-30T08:00:00.000Z'))
    await expectReports(3, 4)
    await sumUp()
    await expectReports(2, 5)
    expect((await checkedBooks(door, shop.organization)).findings).toEqual([])
  })

  it('returns filtered and sorted pages of the stock report consistently with all its rows', async () => {
    for (const perStore of ['true', 'false']) await expectStockPages(perStore)
  })

  it('matches totals to the cent, compares two periods, and links to the documents of each row', async () => {
    const query = { ...days, compareFrom: '2026-03-27', compareTo: '2026-03-29', pageSize: '500' }
    for (const groupBy of SALES_GROUPINGS) {
      const report = await get('/api/reports/sales', { ...query, groupBy })
      const alone = await get('/api/reports/sales', { from: '2026-03-27', to: '2026-03-29', groupBy })
      const cents = report.items.reduce((sum: number, { netSum }: Json) => sum + Math.round(netSum * 100), 0)
      expect(cents, groupBy).toBe(Math.round(report.totals.netSum * 100))
      expect(report.compared, groupBy).toEqual({ from: '2026-03-27', to: '2026-03-29', totals: alone.totals })
      for (const { key, ...figures } of alone.items) {
        const row = must(
          report.items.find((item: Json) => item[groupBy === 'day' ? 'comparedKey' : 'key'] === key) as Json,
        )
        expect(row.compared, `${groupBy} ${key}`).toEqual(KEYLESS(figures))
      }
      for (const { key, behind, receipts, returns } of report.items as Json[]) {
        const countOf = async (path: string, list: object | null) =>
          list ? (await get(path, { ...list, pageSize: '1' })).total : 0
        const found =
          (await countOf('/api/sales/retail', behind.retail)) + (await countOf(BASES.demand, behind.demands))
        expect([groupBy, key, found]).toEqual([groupBy, key, receipts + returns])
      }
    }
  })

  it('compares days by their position in each period, with the extra days of the longer one at the end', async () => {
    const query = { from: '2026-03-28', to: '2026-03-29', compareFrom: '2026-03-26', compareTo: '2026-03-29' }
    const { items } = await get('/api/reports/sales', { ...query, groupBy: 'day' })
    expect(items.map(({ key, comparedKey }: Json) => [key, comparedKey])).toEqual([
      ['2026-03-28', '2026-03-26'],
      ['2026-03-29', '2026-03-27'],
      [null, '2026-03-28'],
      [null, '2026-03-29'],
    ])
    expect(items[2].compared.netSum).toBe(items[0].netSum)
    expect([items[2].netSum, items[2].receipts]).toEqual([0, 0])
    expect(items[2].behind).toEqual({ retail: null, demands: null })
  })

  it('returns sorted pages with ties by name, and the totals of all rows on each page', async () => {
    const sold = ['receipts', 'returns', 'quantity', 'grossSum', 'discountSum', 'netSum', 'vatSum']
    const brought = ['sellQuantity', 'sellSum', 'returnQuantity', 'returnSum', 'discountSum', 'netRevenue']
    const cost = ['sellCost', 'sellCostSum', 'returnCost', 'returnCostSum', 'netCost', 'profit', 'margin']
    for (const [path, groupBy, fields] of [
      ['sales', 'product', ['name', ...sold]],
      ['sales', 'hour', ['key', 'averageReceipt', 'unitsPerReceipt', 'netSum']],
      ['sales', 'customer', ['name', 'averageReceipt']],
      ['sales', 'paymentType', ['key', 'netSum', 'quantity']],
      ['profit', 'product', brought],
      ['profit', 'day', [...cost, 'salesMargin']],
    ] as const)
      for (const sort of fields) {
        const second = { compareFrom: '2026-03-20', compareTo: '2026-03-28' }
        const query = { ...days, ...second, groupBy, ...(path === 'profit' && { excludeVat: 'true' }) }
        const label = `${path} by ${groupBy}, ${sort}`
        const whole = await get(`/api/reports/${path}`, { ...query, sort, pageSize: '500' })
        expect(whole.items, label).toEqual(inOrder(whole.items, sort))
        const down = await get(`/api/reports/${path}`, {
          ...query,
          sort: `-${sort}`,
          page: '2',
          pageSize: '2',
        })
        expect(down.items, label).toEqual(inOrder(whole.items, `-${sort}`).slice(2, 4))
        expect([down.total, down.totals, down.compared]).toEqual([whole.total, whole.totals, whole.compared])
      }
    const past = await get('/api/reports/sales', { ...days, groupBy: 'product', page: '99' })
    expect([past.items, past.total]).toEqual([[], 4])
    expect(past.totals.receipts).toBeGreaterThan(0)
  })
})
