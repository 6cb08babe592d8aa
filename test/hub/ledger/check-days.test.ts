import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sumPeriodUp } from '#hub/day-sums/periods.ts'
import { sumDaysUp } from '#hub/day-sums/sum-days-up.ts'
import { checkBooks } from '#hub/ledger/check/check-books.ts'
import type { BooksFinding } from '#shared/contracts/inventory/books-check.ts'
import { BASES, type Office, openOffice } from '#test/hub/documents/book-keeping.ts'
import { done } from '#test/hub/documents/histories.ts'
import { enrolDevice, saleBody } from '#test/support/device.ts'
import { useHub } from '#test/support/hub.ts'
import { openDatabase } from '#test/support/people.ts'

describe('the check of daily sums', () => {
  const door = useHub({ runsJobs: false })
  let owner: pg.Client
  let office: Office
  let organizationId: string

  /**
   * Posts the history of the shop. It receives ten pieces at 12, a known customer buys two of them for 100
   * each, and one is shipped to the same customer.
   */
  beforeAll(async () => {
    owner = await door.database.connect()
    office = await openOffice(door)
    organizationId = office.organization.organizationId
    const lines = [{ productId: office.tea, quantity: 10, price: 12 }]
    const write = async (base: string, date: string, more: object) => {
      const { id } = await done(office.api.post(base, { ...office.header(base), date, ...more }))
      await done(office.api.post(`${base}/${id}/post`))
    }
    await write(BASES.supply, '2026-03-01T10:00:00.000Z', { lines })
    await write(BASES.demand, '2026-03-02T10:00:00.000Z', {
      lines: [{ productId: office.tea, quantity: 1, price: 90 }],
    })
    const device = await enrolDevice(door, office.organization)
    const sale = saleBody(office.organization, [{ productId: office.tea, quantity: 2 }], {
      soldAt: '2026-03-02T11:00:00.000Z',
      customerId: office.supplier,
    })
    await device.upload([device.item(sale)])
    await using database = openDatabase(door)
    await database.db.transact(organizationId, (tx) => sumDaysUp(tx, ['2026-03-01', '2026-03-02']))
    for (const period of [
      { unit: 'month', firstDay: '2026-03-01' },
      { unit: 'quarter', firstDay: '2026-01-01' },
      { unit: 'year', firstDay: '2026-01-01' },
    ] as const)
      await database.db.transact(organizationId, (tx) => sumPeriodUp(tx, period))
  })
  afterAll(() => owner.end())

  /**
   * Runs damaging statements, checks the books, rolls the statements back and returns the findings about
   * days. `$1` is the organization.
   */
  const foundAfter = (...damage: string[]) => foundOf('WrongDay', damage)

  async function foundOf(kind: BooksFinding['kind'], damage: string[]): Promise<BooksFinding[]> {
    await owner.query('BEGIN')
    try {
      for (const statement of damage) {
        const { rowCount } = await owner.query(statement, [organizationId])
        expect(rowCount, statement).toBeGreaterThan(0)
      }
      const tx = Object.assign(drizzle(owner, { casing: 'snake_case' }), { organizationId })
      return (await checkBooks(tx)).findings.filter((finding) => finding.kind === kind)
    } finally {
      await owner.query('ROLLBACK')
    }
  }

  it('reports no findings for undamaged totals of a receipt and a shipment', async () => {
    expect(await foundAfter('SELECT FROM organizations WHERE id = $1')).toEqual([])
    const { rows } = await owner.query(
      `SELECT (SELECT count(*)::int FROM product_days WHERE organization_id = $1) AS products,
        (SELECT count(*)::int FROM store_days WHERE organization_id = $1) AS stores,
        (SELECT count(*)::int FROM receipt_days WHERE organization_id = $1) AS receipts,
        (SELECT count(*)::int FROM customer_days WHERE organization_id = $1) AS customers,
        (SELECT count(*)::int FROM payment_days WHERE organization_id = $1) AS payments,
        (SELECT count(*)::int FROM stock_days WHERE organization_id = $1) AS stock,
        (SELECT count(*)::int FROM dirty_days WHERE organization_id = $1) AS marks`,
      [organizationId],
    )
    expect(rows).toEqual([
      { products: 2, stores: 2, receipts: 2, customers: 2, payments: 1, stock: 2, marks: 0 },
    ])
  })

  it.each([
    ['product_days', 'cost'],
    ['group_days', 'documents'],
    ['store_days', 'cash'],
    ['receipt_days', 'vat'],
    ['customer_days', 'sum'],
    ['payment_days', 'sum'],
    ['stock_days', 'out_quantity'],
  ])('reports a changed row of %s', async (table, column) => {
    const found = await foundAfter(`UPDATE ${table} SET ${column} = ${column} + 1 WHERE organization_id = $1`)
    expect(found.length).toBeGreaterThan(0)
    expect(found.at(-1)).toMatchObject({ kind: 'WrongDay', day: '2026-03-02', storeId: office.store })
  })

  it.each([
    'product_days',
    'group_days',
    'store_days',
    'receipt_days',
    'customer_days',
    'payment_days',
    'stock_days',
  ])('reports a missing or extra row of %s', async (table) => {
    const [missing] = await foundAfter(
      `DELETE FROM ${table} WHERE organization_id = $1 AND day = '2026-03-02'`,
    )
    expect(missing).toMatchObject({ stored: null, due: {} })
    const [stray] = await foundAfter(
      `UPDATE ${table} SET day = '2026-02-27' WHERE organization_id = $1 AND day = '2026-03-02'`,
    )
    expect(stray).toMatchObject({ day: '2026-02-27', stored: {}, due: null })
  })

  it('reports documents changed without marking their day, and ignores marked days', async () => {
    const unposted = `UPDATE retail_sales SET status = 'Draft' WHERE organization_id = $1`
    const [first] = await foundAfter(unposted)
    expect(first).toMatchObject({
      day: '2026-03-02',
      productName: 'Tea',
      storeId: office.store,
      due: null,
      stored: { sum: 200, quantity: 2, costSum: 24 },
    })
    const mark = `INSERT INTO dirty_days SELECT $1, gen_random_uuid(), '2026-03-02', id FROM stores WHERE organization_id = $1`
    expect(await foundAfter(unposted, mark)).toEqual([])
  })

  it.each([
    ['product_months', '2026-03-01'],
    ['product_quarters', '2026-01-01'],
    ['product_years', '2026-01-01'],
  ])(
    'reports changed, missing and extra rows of %s, and ignores months that wait to be summed up again',
    async (table, day) => {
      // Quarters and years are totals of their months, so damage to a month appears in all of them.
      const damaged = async (statement: string) =>
        (await foundOf('WrongPeriod', [statement])).filter((finding) => finding.day === day)
      const own = 'WHERE organization_id = $1'
      expect(await foundOf('WrongPeriod', ['SELECT FROM organizations WHERE id = $1'])).toEqual([])
      const changed = await damaged(`UPDATE ${table} SET cost = cost + 1 ${own} AND kind = 'RetailSale'`)
      expect(changed.at(-1)).toMatchObject({ day, productName: 'Tea', storeId: null, due: { sum: 200 } })
      const missing = await damaged(`DELETE FROM ${table} ${own} AND kind = 'RetailSale'`)
      expect(missing.at(-1)).toMatchObject({ day, stored: null, due: { sum: 200, quantity: 2 } })
      const stray = await damaged(`UPDATE ${table} SET is_return = true ${own} AND kind = 'RetailSale'`)
      expect(stray).toEqual([
        expect.objectContaining({ day, productName: 'Tea' }),
        expect.objectContaining({ day, productName: 'Tea' }),
      ])
      // A month that is waiting to be summed up again has no findings.
      const unsummed = `UPDATE product_periods SET is_summed = false ${own}`
      expect(await foundOf('WrongPeriod', [unsummed, `DELETE FROM ${table} ${own}`])).toEqual([])
    },
  )

  it.each([
    ['group_months', '2026-03-01'],
    ['group_quarters', '2026-01-01'],
    ['group_years', '2026-01-01'],
  ])(
    'reports changed, missing and extra rows of %s, and ignores groups that are waiting to be recounted',
    async (table, day) => {
      const own = 'WHERE organization_id = $1'
      const stale = `INSERT INTO stale_groups SELECT $1, gen_random_uuid(), product_group_id FROM group_days ${own}`
      for (const damage of [
        `UPDATE ${table} SET documents = documents + 1 ${own} AND kind = 'RetailSale'`,
        `DELETE FROM ${table} ${own} AND kind = 'RetailSale'`,
        `UPDATE ${table} SET is_return = true ${own} AND kind = 'RetailSale'`,
      ]) {
        const found = await foundOf('WrongPeriod', [damage])
        expect(found, damage).toContainEqual(expect.objectContaining({ day, productId: null, storeId: null }))
        expect(await foundOf('WrongPeriod', [damage, stale]), damage).toEqual([])
      }
      const ofDay = `UPDATE group_days SET documents = documents + 1 ${own}`
      expect(await foundAfter(ofDay)).not.toEqual([])
      expect(await foundAfter(ofDay, stale)).toEqual([])
    },
  )
})
