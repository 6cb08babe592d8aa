import { type SQL, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Actor } from '#hub/auth/actor.ts'
import { sumDaysUp } from '#hub/day-sums/sum-days-up.ts'
import type { Tx } from '#hub/db/transact.ts'
import { listLowStock } from '#hub/features/dashboard/low-stock/low-stock.ts'
import { readAbcReport } from '#hub/features/reports/abc/abc-report.ts'
import { readProfitReport } from '#hub/features/reports/profit/profit-report.ts'
import { readSalesReport } from '#hub/features/reports/sales/sales-report.ts'
import { readStockReport } from '#hub/features/reports/stock/stock-report.ts'
import { AbcReportQuery } from '#shared/contracts/reports/abc.ts'
import { ProfitReportQuery } from '#shared/contracts/reports/profit.ts'
import { SalesReportQuery } from '#shared/contracts/reports/sales.ts'
import { StockReportQuery } from '#shared/contracts/reports/stock.ts'
import { randomFrom } from '#test/hub/documents/histories.ts'
import { useHub } from '#test/support/hub.ts'
import { openDatabase } from '#test/support/people.ts'
import { openShop, receive, type Shop, tellReceipts, upload } from './story.ts'

interface Node {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Index Cond'?: string
  'Actual Loops'?: number
  Plans?: Node[]
}

const ALL = { permissions: new Set(['costs.view']), storeIds: [] } as unknown as Actor
const DAYS = { from: '2026-03-27', to: '2026-04-02' }
const PAGE = { page: 1, pageSize: 50 }

/**
 * Reports must read tables only through indexes on the organization, even small tables. Otherwise their cost
 * would grow with the data of other organizations.
 */
describe('query plans of reports', () => {
  const door = useHub({ runsJobs: false })
  let shop: Shop

  beforeAll(async () => {
    shop = await openShop(door, 'Asia/Almaty', randomFrom(7))
    await receive(shop, '2026-03-26T00:00:00.000Z', 25)
    await upload(shop, tellReceipts(shop, 12, '2026-03-26T18:00:00.000Z', '2026-04-03T02:00:00.000Z'))
    await using database = openDatabase(door)
    // Some days are already summed up. The reports read the others from documents and movements.
    await database.db.transact(shop.organization.organizationId, (tx) =>
      sumDaysUp(tx, ['2026-03-28', '2026-03-29', '2026-03-30']),
    )
    await using owner = await door.database.connect()
    // With the statistics of ANALYZE, PostgreSQL would prefer full scans of such small tables.
    await owner.query('ANALYZE')
  })

  /** Returns the plans of all queries that `read` executes. */
  async function plansOf(read: (tx: Tx) => Promise<unknown>): Promise<Node[]> {
    await using database = openDatabase(door)
    const plans: Node[] = []
    await database.db.read(shop.organization.organizationId, async (tx) => {
      const explained: Tx = Object.create(tx)
      Object.assign(explained, {
        execute: async (query: SQL) => {
          const { rows } = await tx.execute<{ 'QUERY PLAN': { Plan: Node }[] }>(
            sql`EXPLAIN (ANALYZE, FORMAT JSON) ${query}`,
          )
          for (const { 'QUERY PLAN': plan } of rows) for (const { Plan } of plan) plans.push(Plan)
          return tx.execute(query)
        },
      })
      await read(explained)
    })
    return plans
  }

  const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)]

  it.each<[string, (tx: Tx) => Promise<unknown>]>([
    ['stock', (tx) => readStockReport(tx, StockReportQuery.parse({ ...DAYS }), { actor: ALL, page: PAGE })],
    [
      'stock of each store',
      (tx) =>
        readStockReport(tx, StockReportQuery.parse({ ...DAYS, perStore: 'true' }), {
          actor: ALL,
          page: PAGE,
        }),
    ],
    ...(['product', 'productGroup', 'hour', 'customer', 'paymentType'] as const).map(
      (groupBy): [string, (tx: Tx) => Promise<unknown>] => [
        `sales by ${groupBy}`,
        (tx) => readSalesReport(tx, SalesReportQuery.parse({ ...DAYS, groupBy }), PAGE),
      ],
    ),
    [
      'profit by product',
      (tx) => readProfitReport(tx, ProfitReportQuery.parse({ ...DAYS }), { actor: ALL, page: PAGE }),
    ],
    [
      'ABC and XYZ',
      (tx) => readAbcReport(tx, AbcReportQuery.parse({ ...DAYS, xyz: 'true' }), { actor: ALL, page: PAGE }),
    ],
    ['low stock', (tx) => listLowStock(tx, 5)],
  ])('reads %s through indexes on the organization', async (_, read) => {
    const nodes = (await plansOf(read)).flatMap(nodesOf)
    const scans = nodes.filter(
      (node) => / Scan$/.test(node['Node Type']) && (node['Relation Name'] || node['Index Name']),
    )
    expect(scans.length).toBeGreaterThan(2)
    const whole = scans.filter(({ 'Node Type': type }) => type === 'Seq Scan')
    expect(whole.map((node) => node['Relation Name'])).toEqual([])
    const byIndex = scans.filter(({ 'Index Name': index }) => index)
    const unbounded = byIndex.filter(({ 'Index Cond': by = '' }) => !/organization_id =|\(id =/.test(by))
    expect(unbounded.map((node) => [node['Index Name'], node['Index Cond']])).toEqual([])
  })

  it.each<[SalesReportQuery['groupBy'], string]>([
    ['store', 'store_days'],
    ['week', 'store_days'],
    ['cashier', 'receipt_days'],
    ['hour', 'receipt_days'],
    ['customer', 'customer_days'],
  ])('reads sales by %s only from %s, the smallest table with sufficient sums', async (groupBy, table) => {
    const plans = await plansOf((tx) =>
      readSalesReport(tx, SalesReportQuery.parse({ ...DAYS, groupBy }), PAGE),
    )
    const read = plans.flatMap(nodesOf).map((node) => node['Relation Name'] ?? '')
    expect(new Set(read.filter((name) => /(?<!dirty)_days$/.test(name)))).toEqual(new Set([table]))
  })

  it('reads no document lines for sales by group when all days are summed up and no product has moved', async () => {
    await using database = openDatabase(door)
    await using owner = await door.database.connect()
    const { rows } = await owner.query('SELECT DISTINCT day::text AS day FROM dirty_days')
    await database.db.transact(shop.organization.organizationId, (tx) =>
      sumDaysUp(
        tx,
        rows.map(({ day }) => day),
      ),
    )
    const query = SalesReportQuery.parse({ from: '2024-01-01', to: '2026-12-31', groupBy: 'productGroup' })
    const linesRead = async () =>
      (await plansOf((tx) => readSalesReport(tx, query, PAGE)))
        .flatMap(nodesOf)
        .filter((node) => node['Relation Name']?.endsWith('_lines') && node['Actual Loops'] !== 0)
    expect(await linesRead()).toEqual([])
    const { api } = shop.organization
    const changes = { productGroupId: shop.groups.drinks }
    await api.post('/api/catalog/products/bulk-update', { ids: [shop.products[0]], changes })
    expect(await linesRead()).not.toEqual([])
  })
})
