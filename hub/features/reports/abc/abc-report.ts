import { type SQL, sql } from 'drizzle-orm'
import type { Actor } from '#hub/auth/actor.ts'
import type { Days } from '#hub/day-sums/sold.ts'
import { prepareForGrouping } from '#hub/db/plan-settings.ts'
import type { Tx } from '#hub/db/transact.ts'
import { groupsUnder } from '#hub/documents/drill-down.ts'
import { readPeriod } from '#hub/documents/period.ts'
import { areCostsPending } from '#hub/ledger/recalculations.ts'
import {
  ABC_CLASSES,
  type AbcCells,
  type AbcClass,
  type AbcReport,
  type AbcReportQuery,
  type AbcRow,
  XYZ_CLASSES,
  type XyzClass,
} from '#shared/contracts/reports/abc.ts'
import {
  type Amount,
  amountToNumber,
  type Cost,
  costToNumber,
  type Percent,
  percentToNumber,
  type Quantity,
  quantityToNumber,
} from '#shared/money/decimal.ts'
import { invalidField, Problem } from '#shared/problems/problem.ts'
import { must } from '#shared/std/must.ts'
import { divided } from '../divide.ts'
import { PROFIT, REVENUE } from '../profit/profit-report.ts'
import { drillDownOf } from '../sold/drill-down.ts'
import { namesSql } from '../sold/names.ts'
import { netOfProducts } from '../sold/read-groups.ts'
import type { Paging } from '../sold/report.ts'
import { classOf, rankBy, upTo } from './classify.ts'
import { evennessOf } from './evenness.ts'

export type AbcRequest = Omit<AbcReportQuery, 'page' | 'pageSize'>
type Metric = AbcRequest['metric']
/** Result of the report. `count` is the number of rows on all pages. */
export type AbcRows = Omit<AbcReport, 'items' | 'page' | 'pageSize' | 'total'> & {
  rows: AbcRow[]
  count: number
}

/**
 * Returns products classified by their share of the total (docs/domain.md#abc). With `page` null, returns all
 * rows. Throws `invalid_request` unless `a` < `b`, and `forbidden` when a user without access to costs
 * requests profit.
 */
export async function readAbcReport(
  tx: Tx,
  query: AbcRequest,
  { actor, page }: { actor: Actor; page: Paging | null },
): Promise<AbcRows> {
  const { metric, a, b, matrix } = query
  if (a >= b) throw invalidField(['query', 'b'], `is not above a, ${a}`)
  if ((metric === 'Profit' || matrix) && !actor.permissions.has('costs.view'))
    throw new Problem('forbidden', { detail: 'You may not see costs, and therefore not profit' })
  const days = await readPeriod(tx, query)
  const { cells, products } = await readClassed(tx, query, days, page)
  const whole = cells.reduce((sum, { above }) => sum + above, 0)
  const shareOf = (part: number) => percentToNumber(divided(part, 10_000, whole) as Percent)
  const sumUp = (own: readonly Cell[]) => ({
    count: own.reduce((sum, { count }) => sum + count, 0),
    metric: toNumber(
      own.reduce((sum, cell) => sum + cell.metric, 0),
      metric,
    ),
    share: shareOf(own.reduce((sum, { above }) => sum + above, 0)),
  })
  const cellsOf = (letters: readonly string[], letterOf: (cell: Cell) => string | null): AbcCells =>
    ABC_CLASSES.flatMap((one) =>
      letters.map((other) => ({
        classes: one + other,
        ...sumUp(cells.filter((cell) => cell.class === one && letterOf(cell) === other)),
      })),
    )
  const all = sumUp(cells)
  const { classes } = query
  const ofXyz = isOfXyz(query)
  return {
    ...days,
    count: classes ? sumUp(cells.filter((cell) => `${cell.class}${cell.xyz}` === classes)).count : all.count,
    rows: products.map(
      (row): AbcRow => ({
        rank: row.rank,
        productId: row.id,
        name: row.name,
        code: row.code,
        class: row.class,
        metric: toNumber(row.metric, metric),
        share: shareOf(Math.max(row.metric, 0)),
        cumulativeShare: shareOf(row.upTo),
        ...(row.profitClass && { profitClass: row.profitClass }),
        ...(ofXyz && { xyz: row.xyz, variation: row.variation }),
        behind: drillDownOf('product', row.id, query, days),
      }),
    ),
    summary: ABC_CLASSES.map((letter) => {
      const { count, ...sums } = sumUp(cells.filter((cell) => cell.class === letter))
      const countShare = percentToNumber(divided(count, 10_000, all.count) as Percent)
      return { class: letter, count, countShare, ...sums }
    }),
    ...(matrix && { matrix: cellsOf(ABC_CLASSES, ({ profitClass }) => profitClass) }),
    ...(ofXyz && { xyzMatrix: cellsOf(XYZ_CLASSES, ({ xyz }) => xyz) }),
    ...(actor.permissions.has('costs.view') && { costPending: await areCostsPending(tx, days.to) }),
  }
}

function toNumber(steps: number, metric: Metric): number {
  if (metric === 'Quantity') return quantityToNumber(steps as Quantity)
  return metric === 'Revenue' ? amountToNumber(steps as Amount) : costToNumber(steps as Cost)
}

interface Classes {
  class: AbcClass
  /** Class by profit, or null when not requested. */
  profitClass: AbcClass | null
  xyz: XyzClass | null
}
/** Sums over all products with the same classes. */
interface Cell extends Classes {
  count: number
  /** Metric in its smallest units. */
  metric: number
  /** Sum over products with a positive metric. */
  above: number
}
interface Product extends Classes {
  id: string
  name: string
  code: string
  rank: number
  metric: number
  /** Running sum of positive metrics, including this product. */
  upTo: number
  variation: number | null
}

const METRICS: Record<Metric, SQL> = { Revenue: REVENUE, Profit: PROFIT, Quantity: sql`f.quantity` }
const isOfXyz = ({ xyz, classes }: AbcRequest): boolean => xyz || classes !== undefined

/**
 * Reads classified products. PostgreSQL ranks and classifies them, because there can be very many and only a
 * page is returned.
 */
async function readClassed(
  tx: Tx,
  query: AbcRequest,
  days: Days,
  page: Paging | null,
): Promise<{ cells: Cell[]; products: Product[] }> {
  await prepareForGrouping(tx)
  const { matrix, classes } = query
  const evenness = isOfXyz(query)
    ? evennessOf(tx, query, days)
    : sql`SELECT NULL::uuid AS id, NULL AS xyz, NULL::numeric AS variation WHERE false`
  const { rows } = await tx.execute<{ cells: Cell[]; products: Product[] }>(sql`
    WITH ranked AS MATERIALIZED (
      SELECT id, metric, profit, ${rankBy(sql`metric`)} AS rank, ${matrix ? rankBy(sql`profit`) : sql`0`} AS profit_rank
      FROM (${measuredOf(tx, query, days)}) AS measured
    ),
    evenness AS MATERIALIZED (${evenness}),
    classed AS MATERIALIZED (
      SELECT id, metric, rank, ${upTo(sql`metric`, sql`rank`)} AS "upTo",
        ${classOf({ metric: sql`metric`, rank: sql`rank` }, query)} AS class,
        ${matrix ? classOf({ metric: sql`profit`, rank: sql`profit_rank` }, query) : sql`NULL`} AS "profitClass",
        xyz, variation
      FROM ranked LEFT JOIN evenness USING (id)
    ),
    cell AS (
      SELECT class, "profitClass", xyz, count(*), sum(metric) AS metric, sum(greatest(metric, 0)) AS above
      FROM classed GROUP BY class, "profitClass", xyz
    ),
    product AS (
      SELECT * FROM classed ${classes ? sql`WHERE class || xyz = ${classes}` : sql``} ORDER BY rank
      ${page ? sql`LIMIT ${page.pageSize} OFFSET ${(page.page - 1) * page.pageSize}` : sql``}
    ),
    named AS (
      SELECT product.*, name, code FROM product JOIN (${namesSql(tx, 'product')}) AS named USING (id)
    )
    SELECT (SELECT coalesce(json_agg(cell), '[]') FROM cell) AS cells,
      (SELECT coalesce(json_agg(named ORDER BY rank), '[]') FROM named) AS products`)
  return must(rows[0])
}

/**
 * Returns SQL of products with their sales. With `includeUnsold`, adds all other products that are not
 * archived and match the filters.
 */
function measuredOf(tx: Tx, query: AbcRequest, days: Days): SQL {
  const { metric, matrix, includeUnsold, productGroupIds, supplierId } = query
  const sums = { metric: METRICS[metric], profit: matrix ? PROFIT : sql`0::bigint` }
  const sold = netOfProducts(tx, { filters: query, days }, sums)
  const products = sql`products WHERE organization_id = ${tx.organizationId}`
  if (!includeUnsold)
    return sql`
      SELECT sold.*, name FROM (${sold}) AS sold JOIN (SELECT id, name FROM ${products} OFFSET 0) AS product USING (id)`
  return sql`
    WITH sold AS MATERIALIZED (${sold})
    SELECT id, coalesce(metric, 0) AS metric, coalesce(profit, 0) AS profit, name
    FROM (
      SELECT id, name FROM ${products} AND (id IN (SELECT id FROM sold) OR NOT is_archived
        ${productGroupIds ? sql`AND product_group_id IN (${groupsUnder(tx, productGroupIds)})` : sql``}
        ${supplierId ? sql`AND supplier_id = ${supplierId}` : sql``})
    ) AS product LEFT JOIN sold USING (id)`
}

export function presentAbcReport(
  { rows, count, ...report }: AbcRows,
  { page, pageSize }: AbcReportQuery,
): AbcReport {
  return { ...report, page, pageSize, total: count, items: rows }
}
