import { type SQL, sql } from 'drizzle-orm'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { countGroup } from '#hub/day-sums/count-group.ts'
import { sumPeriodUp } from '#hub/day-sums/periods.ts'
import { sumDaysUp } from '#hub/day-sums/sum-days-up.ts'
import type { Tx } from '#hub/db/transact.ts'
import { must } from '#shared/std/must.ts'
import { begin } from '#test/hub/documents/at-once.ts'
import { BASES } from '#test/hub/documents/book-keeping.ts'
import { checkedBooks } from '#test/hub/documents/books.ts'
import { done, randomFrom } from '#test/hub/documents/histories.ts'
import { type Answer, useHub } from '#test/support/hub.ts'
import { hire, openDatabase } from '#test/support/people.ts'
import { dayOf, keyOf, profitFigures, readSold, type Sold, salesFigures } from './naive.ts'
import { openShop, type Shop, ship, tellReceipts, upload } from './story.ts'

type Json = Answer['body']

/** Periods that have ended. */
const MARCH = { unit: 'month', firstDay: '2025-03-01' } as const
const QUARTER = { unit: 'quarter', firstDay: '2025-01-01' } as const
const YEAR = { unit: 'year', firstDay: '2025-01-01' } as const
const SPANS = {
  year: { from: '2024-12-01', to: '2025-12-31' },
  quarter: { from: '2025-01-01', to: '2025-04-02' },
  march: { from: '2025-03-01', to: '2025-04-02' },
  partOfMarch: { from: '2025-03-02', to: '2025-03-31' },
}
type Span = keyof typeof SPANS

describe('period sums in reports on products and groups', () => {
  const door = useHub({ runsJobs: false })
  const timeZone = 'Europe/Berlin'
  let owner: pg.Client
  let shop: Shop
  let database: ReturnType<typeof openDatabase>

  beforeAll(async () => {
    owner = await door.database.connect()
    database = openDatabase(door)
    shop = await openShop(door, timeZone, randomFrom(3))
    await upload(shop, tellReceipts(shop, 20, '2025-02-26T18:00:00.000Z', '2025-04-03T02:00:00.000Z'))
    await ship(shop, '2025-03-29T21:30:00.000Z', true)
  })
  afterAll(async () => {
    await database[Symbol.asyncDispose]()
    await owner.end()
  })

  const transact = <T>(work: (tx: Tx) => Promise<T>): Promise<T> =>
    database.db.transact(shop.organization.organizationId, work)
  const get = async (path: string, query: object, api = shop.organization.api): Promise<Json> =>
    done(api.get(`${path}?${new URLSearchParams(query as Record<string, string>)}`))
  const quantity = async (span: Span, more: object = {}, api = shop.organization.api): Promise<number> =>
    (await get('/api/reports/sales', { groupBy: 'product', ...SPANS[span], ...more }, api)).totals.quantity

  async function sumMarkedDaysUp(): Promise<void> {
    const { rows } = await owner.query<{ day: string }>('SELECT DISTINCT day::text AS day FROM dirty_days')
    const days = rows.map(({ day }) => day)
    await transact((tx) => sumDaysUp(tx, days))
  }
  /** Sums up marked days and then periods, in the same order as the job, and recounts groups. */
  async function sumUp(): Promise<void> {
    await sumMarkedDaysUp()
    const { rows } = await owner.query(
      'SELECT unit, first_day::text AS "firstDay" FROM platform_unsummed_periods()',
    )
    for (const period of rows) await transact((tx) => sumPeriodUp(tx, period))
    expect(await unsummed()).toEqual([])
    await countStaleGroups()
  }
  async function countStaleGroups(): Promise<void> {
    const { rows } = await owner.query('SELECT product_group_id AS id FROM platform_stale_groups()')
    for (const { id } of rows) await transact((tx) => countGroup(tx, id))
    expect((await owner.query('SELECT FROM stale_groups')).rowCount).toBe(0)
  }
  async function unsummed(): Promise<string[]> {
    const { rows } = await owner.query(
      `SELECT unit || ' ' || first_day AS name FROM product_periods WHERE NOT is_summed ORDER BY 1`,
    )
    return rows.map(({ name }) => name)
  }

  /** Checks the receipt counts by group. A receipt with several products of a group counts only once. */
  async function expectCounts(lines: Sold[], query: object, api = shop.organization.api): Promise<void> {
    const { items } = await get('/api/reports/sales', { ...query, groupBy: 'productGroup' }, api)
    const counts = items.map(({ key, receipts, returns }: Json) => [key, [receipts, returns]])
    const due = [...Map.groupBy(lines, ({ group }) => group)].map(([key, own]) => {
      const { receipts, returns } = salesFigures(own, lines, null)
      return [key, [receipts, returns]] as const
    })
    expect(new Map(counts), JSON.stringify(query)).toEqual(new Map(due))
  }

  /**
   * Checks the profits by product and the receipt counts by group of each time span against its documents,
   * and that the books have no findings.
   */
  async function expectRight(): Promise<void> {
    const { teas, drinks } = shop.groups
    const { lines } = await readSold(owner, shop.organization.organizationId)
    for (const { from, to } of Object.values(SPANS)) {
      const within = lines.filter((line) => dayOf(line, timeZone) >= from && dayOf(line, timeZone) <= to)
      const due = new Map(
        [...Map.groupBy(within, (line) => keyOf('product', line, timeZone))].map(([key, own]) => [
          key,
          profitFigures(own),
        ]),
      )
      const { items } = await get('/api/reports/profit', { from, to, groupBy: 'product' })
      const rows = items.map(({ key, name, code, behind, compared, comparedKey, ...figures }: Json) => [
        key,
        figures,
      ])
      expect(new Map(rows), from).toEqual(due)
      await expectCounts(within, { from, to })
      const [first, second] = shop.stores
      await expectCounts(
        within.filter(({ store }) => store === second),
        { from, to, storeIds: second },
      )
      await expectCounts(
        within.filter((line) => line.store === first && [teas, drinks].includes(line.group ?? '')),
        { from, to, storeIds: first, productGroupIds: drinks },
      )
      await expectCounts(
        within.filter(({ isDemand, group }) => !isDemand && group === teas),
        { from, to, documentType: 'Retail', productGroupIds: teas },
      )
    }
    expect((await checkedBooks(door, shop.organization)).findings).toEqual([])
  }

  const addTo = (table: string, steps: number) =>
    owner.query(
      `UPDATE ${table} SET quantity = quantity + $2 WHERE organization_id = $1 AND NOT is_return AND kind = 'RetailSale'
         AND product_id = $3 AND first_day = $4`,
      [
        shop.organization.organizationId,
        steps,
        shop.products[0],
        table === 'product_months' ? MARCH.firstDay : YEAR.firstDay,
      ],
    )

  it('reads summed-up years, quarters and months only for all stores together', async () => {
    await sumUp()
    await expectRight()
    const { organizationId, api, retailPointId } = shop.organization
    const limited = await hire(door, shop.organization, 'Manager')
    const { items } = await get('/api/organization/employees', { hasAccount: 'true', sort: '-createdAt' })
    const limitTo = (storeIds: string[]) =>
      get(`/api/organization/employees/${items[0].id}`, {}).then((employee) =>
        done(api.put(`/api/organization/employees/${items[0].id}`, { ...employee, storeIds })),
      )
    await limitTo([shop.stores[1]])
    const [year, quarter, march, part] = [
      await quantity('year'),
      await quantity('quarter'),
      await quantity('march'),
      await quantity('partOfMarch'),
    ]
    const ofStores = { storeIds: shop.stores.join(',') }
    const ofPoint = { retailPointIds: retailPointId }
    const ofPointInMarch = await quantity('march', ofPoint)
    const ofStore = await quantity('year', { storeIds: shop.stores[1] })
    expect(ofStore).toBeGreaterThan(0)
    expect(ofStore).toBeLessThan(year)
    // Each table is identified by the amount added to one of its rows.
    expect((await addTo('product_months', 1000)).rowCount).toBe(1)
    expect((await addTo('product_quarters', 4000)).rowCount).toBe(1)
    expect((await addTo('product_years', 2000)).rowCount).toBe(1)
    expect(await quantity('year')).toBeCloseTo(year + 2, 6)
    expect(await quantity('quarter')).toBeCloseTo(quarter + 4, 6)
    expect(await quantity('march')).toBeCloseTo(march + 1, 6)
    expect(await quantity('partOfMarch')).toBe(part)
    expect(await quantity('march', ofStores)).toBeCloseTo(march, 6)
    expect(await quantity('march', ofPoint)).toBeCloseTo(ofPointInMarch, 6)
    expect(await quantity('year', {}, limited)).toBeCloseTo(ofStore, 6)
    const { lines } = await readSold(owner, organizationId)
    const seen = lines.filter(
      (line) => line.store === shop.stores[1] && dayOf(line, timeZone) >= SPANS.year.from,
    )
    await expectCounts(seen, SPANS.year, limited)
    await addTo('product_months', -1000)
    await addTo('product_quarters', -4000)
    await addTo('product_years', -2000)

    // While the day is marked, reports read its month, quarter and year from days until the periods are
    // summed up again.
    const id = await ship(shop, '2025-03-30T10:00:00.000Z', false)
    await expectRight()
    await done(api.post(`${BASES.demand}/${id}/unpost`))
    await expectRight()
    const again = await ship(shop, '2025-03-30T10:00:00.000Z', false)
    await sumMarkedDaysUp()
    // No day is marked any more, but the month is not yet summed up again from its days.
    expect(await unsummed()).toEqual(['month 2025-03-01', 'quarter 2025-01-01', 'year 2025-01-01'])
    await expectRight()
    for (const period of [QUARTER, YEAR]) await transact((tx) => sumPeriodUp(tx, period))
    expect(await unsummed(), 'nothing is summed up before its months').toHaveLength(3)
    await sumUp()
    await expectRight()
    await done(api.post(`${BASES.demand}/${again}/unpost`))
    await sumUp()
    await expectRight()
    const { rows } = await owner.query('SELECT DISTINCT organization_id AS id FROM product_periods')
    expect(rows).toEqual([{ id: organizationId }])
  })

  it('prevents versions that do not know all period tables from clearing marks, and keeps reports correct meanwhile', async () => {
    await sumUp()
    await ship(shop, '2025-03-14T10:00:00.000Z', false)
    await moveTo(shop.groups.drinks, 0)
    const statements = [
      sql`DELETE FROM dirty_days`,
      sql`DELETE FROM stale_groups`,
      sql`UPDATE product_periods SET is_summed = true`,
    ]
    const tried = (before: SQL) =>
      transact(async (tx) => {
        await tx.execute(before)
        const counts: (number | null)[] = []
        for (const statement of statements) counts.push((await tx.execute(statement)).rowCount)
        return counts
      })
    expect(await tried(sql`SELECT`)).toEqual([0, 0, 0])
    expect(await tried(sql`SELECT set_config('app.sums', 'product_days by month year', true)`)).toEqual([
      0, 0, 0,
    ])
    await expectRight()
    await moveTo(shop.groups.teas, 0)
    await sumUp()
    await expectRight()
  })

  it('leaves an already summed-up period unchanged', async () => {
    await sumUp()
    const versions = async () =>
      (
        await owner.query(
          'SELECT xmin, m.* FROM product_months AS m ORDER BY first_day, product_id, kind, is_return',
        )
      ).rows
    const before = await versions()
    expect(before.length).toBeGreaterThan(0)
    await transact((tx) => sumPeriodUp(tx, MARCH))
    expect(await versions()).toEqual(before)
  })

  /**
   * Runs `work` in a transaction on another connection. The transaction stays open until the returned
   * function is called.
   */
  async function hold(work: (tx: Tx) => Promise<void>) {
    const [worked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const other = openDatabase(door)
    const ended = other.db
      .transact(shop.organization.organizationId, async (tx) => {
        await work(tx)
        worked.resolve()
        await released.promise
      })
      .finally(() => other[Symbol.asyncDispose]())
    await Promise.race([worked.promise, ended])
    return async () => {
      released.resolve()
      await ended
    }
  }

  it('includes documents posted while their month, quarter and year are being summed up', async () => {
    await ship(shop, '2025-03-05T10:00:00.000Z', false)
    await sumMarkedDaysUp()
    const release = await hold(async (tx) => {
      for (const period of [MARCH, QUARTER, YEAR]) await sumPeriodUp(tx, period)
    })
    await ship(shop, '2025-03-06T10:00:00.000Z', false)
    await expectRight()
    await release()
    await expectRight()
    await sumUp()
    await expectRight()
  })

  it('sums periods correctly while their days are being summed up, in either order', async () => {
    await sumUp()
    await ship(shop, '2025-03-07T10:00:00.000Z', false)
    await ship(shop, '2024-12-07T10:00:00.000Z', false)
    const releaseDays = await hold((tx) => sumDaysUp(tx, ['2025-03-07', '2024-12-07']))
    const month = await begin(owner, [transact((tx) => sumPeriodUp(tx, MARCH))])
    await expectRight()
    await releaseDays()
    await month.answers
    await expectRight()
    expect(await unsummed()).toEqual([
      'month 2024-12-01',
      'quarter 2024-10-01',
      'quarter 2025-01-01',
      'year 2024-01-01',
      'year 2025-01-01',
    ])
    await ship(shop, '2025-03-08T10:00:00.000Z', false)
    const releaseMonth = await hold(async (tx) => {
      for (const period of [MARCH, QUARTER, YEAR]) await sumPeriodUp(tx, period)
    })
    const days = await begin(owner, [transact((tx) => sumDaysUp(tx, ['2025-03-08']))])
    await releaseMonth()
    await days.answers
    expect(await unsummed()).toContain('month 2025-03-01')
    await expectRight()
    await sumUp()
    await expectRight()
  })

  /** Moves the products with the given indexes to another group, or to none for null. */
  async function moveTo(productGroupId: string | null, ...products: number[]): Promise<void> {
    const ids = products.map((i) => must(shop.products[i]))
    await done(
      shop.organization.api.post('/api/catalog/products/bulk-update', { ids, changes: { productGroupId } }),
    )
  }

  it('counts receipts correctly after products move to other groups, before and after recounting', async () => {
    await sumUp()
    const { teas, drinks } = shop.groups
    const [tea, cola, bread] = [0, 1, 2]
    for (const move of [
      () => moveTo(drinks, tea),
      () => moveTo(teas, cola, bread),
      () => moveTo(drinks, cola, bread),
      () => moveTo(null, bread),
    ]) {
      await move()
      await expectRight()
      await countStaleGroups()
      await expectRight()
    }
    // The group is empty, so it can be deleted.
    await done(shop.organization.api.delete(`/api/catalog/product-groups/${teas}`))
    await expectRight()
    shop.groups.teas = (
      await done(
        shop.organization.api.post('/api/catalog/product-groups', { name: 'Teas', parentId: drinks }),
      )
    ).id
    await moveTo(shop.groups.teas, tea)
    await upload(shop, tellReceipts(shop, 6, '2025-03-10T08:00:00.000Z', '2025-03-12T08:00:00.000Z'))
    await expectRight()
    // The days are still marked.
    await countStaleGroups()
    await expectRight()
    await sumUp()
    await expectRight()
  })

  it('counts receipts correctly when products move while days or months are being summed up', async () => {
    const { teas, drinks } = shop.groups
    await sumUp()
    await ship(shop, '2025-03-11T10:00:00.000Z', false)
    await ship(shop, '2025-03-12T10:00:00.000Z', false)
    const releaseDays = await hold((tx) => sumDaysUp(tx, ['2025-03-11', '2025-03-12']))
    await moveTo(drinks, 0)
    const counted = await begin(owner, [countStaleGroups()])
    await expectRight()
    await releaseDays()
    await counted.answers
    await expectRight()
    await sumUp()
    await ship(shop, '2025-03-13T10:00:00.000Z', false)
    await sumMarkedDaysUp()
    const releaseMonth = await hold(async (tx) => {
      for (const period of [MARCH, QUARTER, YEAR]) await sumPeriodUp(tx, period)
    })
    await moveTo(teas, 0)
    const again = await begin(owner, [countStaleGroups()])
    await releaseMonth()
    await again.answers
    await expectRight()
    await sumUp()
    await expectRight()
  })

  it('reads receipt counts from summed-up periods, and from days when stores are filtered', async () => {
    await sumUp()
    const { teas } = shop.groups
    const receipts = async (span: Span, more: object = {}): Promise<number> => {
      const { items } = await get('/api/reports/sales', { groupBy: 'productGroup', ...SPANS[span], ...more })
      return must<Json>(items.find(({ key }: Json) => key === teas)).receipts
    }
    const ofStores = { storeIds: shop.stores.join(',') }
    const [year, quarter, march] = [
      await receipts('year'),
      await receipts('quarter'),
      await receipts('march'),
    ]
    const add = async (table: string, steps: number) => {
      const { rowCount } = await owner.query(
        `UPDATE ${table} SET documents = documents + $1
         WHERE NOT is_return AND kind = 'RetailSale' AND product_group_id = $2 AND first_day = $3`,
        [steps, teas, table === 'group_months' ? MARCH.firstDay : YEAR.firstDay],
      )
      expect(rowCount).toBe(1)
    }
    await add('group_months', 10)
    await add('group_quarters', 40)
    await add('group_years', 20)
    expect(await receipts('year')).toBe(year + 20)
    expect(await receipts('quarter')).toBe(quarter + 40)
    expect(await receipts('march')).toBe(march + 10)
    expect(await receipts('march', ofStores)).toBe(march)
    await add('group_months', -10)
    await add('group_quarters', -40)
    await add('group_years', -20)
  })
})
