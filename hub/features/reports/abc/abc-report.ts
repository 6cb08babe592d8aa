import { sql } from 'drizzle-orm'
import type { Actor } from '#hub/auth/actor.ts'
import { type Days, localTime } from '#hub/day-sums/sold.ts'
import type { Tx } from '#hub/db/transact.ts'
import { groupsUnder } from '#hub/documents/as-reported.ts'
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
} from '#shared/contracts/reports/abc.ts'
import {
  type Amount,
  amountToNumber,
  costToNumber,
  type Percent,
  percentToNumber,
  type Quantity,
  quantityToNumber,
} from '#shared/money/decimal.ts'
import { invalidField, Problem } from '#shared/problems/problem.ts'
import { must } from '#shared/std/must.ts'
import { divided } from '../divide.ts'
import { profitOf, revenueOf } from '../profit/profit-report.ts'
import { behindRow } from '../sold/behind.ts'
import { namesOf } from '../sold/names.ts'
import { type Group, readGroups } from '../sold/read-groups.ts'
import { classify, evenness, type Measured } from './classify.ts'

export type AbcAsked = Omit<AbcReportQuery, 'page' | 'pageSize'>
type Metric = AbcAsked['metric']
export type WholeAbcReport = Omit<AbcReport, 'items' | 'page' | 'pageSize' | 'total'> & { rows: AbcRow[] }

/**
 * Products by how much of the whole they bring (docs/domain.md#abc). Throws invalid_request when the thresholds are not in
 * order, and forbidden when who may not see costs asks for profit.
 */
export async function readAbcReport(tx: Tx, query: AbcAsked, actor: Actor): Promise<WholeAbcReport> {
  const { metric, a, b, matrix } = query
  if (a >= b) throw invalidField(['query', 'b'], `is not above a, ${a}`)
  if ((metric === 'Profit' || matrix) && !actor.permissions.has('costs.view'))
    throw new Problem('forbidden', { detail: 'You may not see costs, so not profit' })
  const days = await readPeriod(tx, query)
  const groups = await readGroups(tx, {
    ...{ groupBy: 'product', filters: query, days },
    only: ['sum', 'bonus', 'quantity', 'cost'],
  })
  const products = await namedProducts(tx, groups, query)
  const measured = (by: Metric) =>
    products.map(({ group, ...product }) => ({ ...product, metric: group ? measureOf(group, by) : 0 }))
  const { rows, total } = classify(measured(metric), { a, b })
  const byProfit = matrix ? classesOf(classify(measured('Profit'), { a, b }).rows) : null
  const weeks = query.xyz || query.classes ? await weeksOf(tx, query, days) : null
  const shareOf = (part: number) => percentToNumber(divided(part, 10_000, total) as Percent)
  const named = rows.map((row, i): AbcRow => {
    const even = weeks && evenness(weeks.get(row.id) ?? [])
    return {
      rank: i + 1,
      ...{ productId: row.id, name: row.name, code: row.code, class: row.class },
      ...{ metric: toNumber(row.metric, metric), share: shareOf(Math.max(row.metric, 0)) },
      cumulativeShare: shareOf(row.upTo),
      ...(byProfit && { profitClass: byProfit.get(row.id) ?? 'C' }),
      ...(weeks && { xyz: even?.xyz ?? null, variation: even?.variation ?? null }),
      behind: behindRow('product', row.id, query, days),
    }
  })
  const sumsOf = (own: readonly { metric: number }[]) => ({
    metric: toNumber(
      own.reduce((all, row) => all + row.metric, 0),
      metric,
    ),
    share: shareOf(own.reduce((all, row) => all + Math.max(row.metric, 0), 0)),
  })
  const cellsOf = (
    letters: readonly string[],
    letterOf: (row: AbcRow) => string | null | undefined,
  ): AbcCells =>
    ABC_CLASSES.flatMap((one) =>
      letters.map((other) => {
        const own = rows.filter((row, i) => row.class === one && letterOf(must(named[i])) === other)
        return { classes: one + other, count: own.length, ...sumsOf(own) }
      }),
    )
  return {
    ...days,
    rows: query.classes ? named.filter((row) => `${row.class}${row.xyz}` === query.classes) : named,
    summary: ABC_CLASSES.map((letter) => {
      const own = rows.filter((row) => row.class === letter)
      const countShare = percentToNumber(divided(own.length, 10_000, rows.length) as Percent)
      return { class: letter, count: own.length, countShare, ...sumsOf(own) }
    }),
    ...(byProfit && { matrix: cellsOf(ABC_CLASSES, ({ profitClass }) => profitClass) }),
    ...(weeks && { xyzMatrix: cellsOf(XYZ_CLASSES, ({ xyz }) => xyz) }),
    ...(actor.permissions.has('costs.view') && { costPending: await areCostsPending(tx, days.to) }),
  }
}

function measureOf({ sold, returned }: Group, metric: Metric): number {
  const revenue = revenueOf(sold) - revenueOf(returned)
  if (metric === 'Quantity') return sold.quantity - returned.quantity
  return metric === 'Revenue' ? revenue : profitOf(revenue, sold.cost - returned.cost)
}

function toNumber(steps: number, metric: Metric): number {
  if (metric === 'Quantity') return quantityToNumber(steps as Quantity)
  return metric === 'Revenue'
    ? amountToNumber(steps as Amount)
    : costToNumber(steps as ReturnType<typeof profitOf>)
}

const classesOf = (rows: readonly (Measured & { class: AbcClass })[]): Map<string, AbcClass> =>
  new Map(rows.map((row) => [row.id, row.class]))

interface NamedProduct {
  id: string
  name: string
  code: string
  /** undefined: nothing of it was sold. */
  group: Group | undefined
}

/** Those of the groups; with the unsold ones all that are not archived and fit the filters. */
async function namedProducts(tx: Tx, groups: readonly Group[], query: AbcAsked): Promise<NamedProduct[]> {
  const byId = new Map(groups.map((group) => [group.key ?? '', group]))
  const names = await namesOf(tx, 'product', [...byId.keys()])
  const sold = [...byId].map(([id, group]): NamedProduct => {
    const { name, code } = names.get(id) ?? { name: null, code: null }
    return { id, name: name ?? '', code: code ?? '', group }
  })
  if (!query.includeUnsold) return sold
  const { productGroupIds, supplierId } = query
  const { rows } = await tx.execute<{ id: string; name: string; code: string }>(sql`
    SELECT id, name, code FROM products
    WHERE organization_id = ${tx.organizationId} AND NOT is_archived
      ${productGroupIds ? sql`AND product_group_id IN (${groupsUnder(tx, productGroupIds)})` : sql``}
      ${supplierId ? sql`AND supplier_id = ${supplierId}` : sql``}`)
  const unsold = rows.filter(({ id }) => !byId.has(id))
  return [...sold, ...unsold.map((product): NamedProduct => ({ ...product, group: undefined }))]
}

const WEEK_MS = 7 * 86_400_000

/**
 * What was sold of each product in each whole week of the days, from Monday on; without the weeks before its goods first came
 * in.
 */
async function weeksOf(tx: Tx, query: AbcAsked, { from, to }: Days): Promise<Map<string, number[]>> {
  const shift = (new Date(from).getUTCDay() + 6) % 7
  const first = Date.parse(from) + ((7 - shift) % 7) * 86_400_000
  const mondays: string[] = []
  for (let monday = first; monday + WEEK_MS - 86_400_000 <= Date.parse(to); monday += WEEK_MS)
    mondays.push(new Date(monday).toISOString().slice(0, 10))
  const groups = await readGroups(tx, {
    ...{ groupBy: 'productWeek', filters: query, days: { from, to }, only: ['quantity'] },
  })
  const quantities = new Map(
    groups.map(({ key, sold, returned }) => [key, sold.quantity - returned.quantity]),
  )
  const ids = [...new Set(groups.map(({ key }) => (key ?? '').slice(0, 36)))]
  const { rows } = await tx.execute<{ id: string; monday: string }>(sql`
    SELECT product.id, to_char(date_trunc('week', ${localTime(tx, sql`receipt.moment`)}), 'YYYY-MM-DD') AS monday
    FROM unnest(${sql.param(ids)}::uuid[]) AS product (id)
    CROSS JOIN LATERAL (
      SELECT min(m.moment) AS moment FROM stock_movements AS m
      WHERE m.organization_id = ${tx.organizationId} AND m.product_id = product.id AND m.quantity > 0
    ) AS receipt`)
  const since = new Map(rows.map(({ id, monday }) => [id, monday]))
  return new Map(
    ids.map((id) => [
      id,
      mondays
        .filter((monday) => monday >= (since.get(id) ?? ''))
        .map((monday) => quantities.get(`${id} ${monday}`) ?? 0),
    ]),
  )
}

export function presentAbcReport(
  { rows, ...report }: WholeAbcReport,
  { page, pageSize }: AbcReportQuery,
): AbcReport {
  return {
    ...report,
    page,
    pageSize,
    total: rows.length,
    items: rows.slice((page - 1) * pageSize, page * pageSize),
  }
}
