import type { Actor } from '#hub/auth/actor.ts'
import type { Days } from '#hub/day-sums/sold.ts'
import type { Tx } from '#hub/db/transact.ts'
import { readPeriod } from '#hub/documents/period.ts'
import { daysInStock, findAges } from '#hub/features/inventory/stock/days-in-stock.ts'
import type { StockPlace } from '#hub/features/inventory/stock/places.ts'
import { areCostsPending } from '#hub/ledger/recalculations.ts'
import {
  STOCK_COST_FIGURES,
  type StockReport,
  type StockReportQuery,
  type StockReportRow,
  type StockReportTotals,
} from '#shared/contracts/reports/stock.ts'
import {
  type Amount,
  amountToNumber,
  type Cost,
  costToNumber,
  type Quantity,
  quantityToNumber,
} from '#shared/money/decimal.ts'
import { Problem } from '#shared/problems/problem.ts'
import { divided } from '../divide.ts'
import { namesOf } from '../sold/names.ts'
import type { Paging } from '../sold/report.ts'
import { countOf, dayBefore } from './read-places.ts'
import { type Place, readStock, type Stocked, type StockReportRequest, type StockSums } from './read-stock.ts'

export interface WholeStockReport {
  days: Days
  /** Rows of the page. */
  rows: Figured[]
  /** Number of rows on all pages. */
  count: number
  totals: StockReportTotals
  costPending: boolean
}
type Figured = Omit<StockReportRow, 'storeName' | 'daysInStock'> & { places: readonly Place[] }

/**
 * Returns the opening and closing stock, the movements and the sales speed of a period
 * (docs/domain.md#report-on-stock). With `page` null, returns all rows. Throws `forbidden` when a user
 * without access to costs sorts by them.
 */
export async function readStockReport(
  tx: Tx,
  query: StockReportRequest,
  { actor, page }: { actor: Actor; page: Paging | null },
): Promise<WholeStockReport> {
  const seesCosts = actor.permissions.has('costs.view')
  const isCost = (field: string) => (STOCK_COST_FIGURES as readonly string[]).includes(field)
  if (!seesCosts && query.sort?.split(',').some((field) => isCost(field.replace(/^-/, ''))))
    throw new Problem('forbidden', { detail: 'You may not see costs, so you cannot sort by them' })
  const days = await readPeriod(tx, query)
  const { rows, count, totals } = await readStock(tx, query, days, page)
  return {
    days,
    count,
    rows: rows.map((one) => figuresOf(one, query, days, seesCosts)),
    totals: totalsOf(totals, days, seesCosts),
    costPending: await areCostsPending(tx, days.to),
  }
}

/**
 * Returns the average daily sales in thousandths of a piece over the sales window, excluding days before the
 * first receipt of goods.
 */
export function dailySales(
  { sold, firstReceipt }: Pick<Stocked, 'sold' | 'firstReceipt'>,
  { salesDays }: Pick<StockReportRequest, 'salesDays'>,
  to: string,
): number {
  const start = dayBefore(to, salesDays - 1)
  const from = firstReceipt && firstReceipt > start ? firstReceipt : start
  return divided(sold, 1, countOf(from, to))
}

/**
 * Returns the days that the stock will last, to one decimal place. Null when the product does not sell, 0
 * without stock.
 */
export function daysOfStock(
  {
    closingQuantity,
    reserve,
    sold,
    firstReceipt,
  }: Pick<Stocked, 'closingQuantity' | 'reserve' | 'sold' | 'firstReceipt'>,
  requested: Pick<StockReportRequest, 'salesDays'>,
  to: string,
): number | null {
  if (closingQuantity <= 0) return 0
  if (sold <= 0) return null
  const start = dayBefore(to, requested.salesDays - 1)
  const from = firstReceipt && firstReceipt > start ? firstReceipt : start
  const available = Math.max(closingQuantity - reserve, 0)
  return divided(available, countOf(from, to) * 10, sold) / 10
}

/**
 * True for stock that first arrived at least `deadAfterDays` days before the end of the period, when nothing
 * has left since then.
 */
function isDeadStock(
  { closingQuantity, lastOut, firstReceipt }: Stocked,
  { deadAfterDays }: StockReportRequest,
  { to }: Days,
): boolean {
  const since = dayBefore(to, deadAfterDays)
  const isOld = (day: string | null) => day === null || day <= since
  return closingQuantity > 0 && isOld(lastOut) && isOld(firstReceipt)
}

const pieces = (steps: number): number => quantityToNumber(steps as Quantity)
const costly = (steps: number): number => costToNumber(steps as Cost)

type Turning = Pick<
  StockSums,
  'openingCost' | 'inCost' | 'outCost' | 'closingCost' | 'costDays' | 'soldCost' | 'profit'
>

/** Returns the figures derived from costs. Ratios have 4 decimal places, days have 1. */
function turnoverOf(one: Turning, days: Days) {
  const { openingCost, inCost, outCost, closingCost, costDays, soldCost, profit } = one
  const count = countOf(days.from, days.to)
  const byStock = (value: number) =>
    costDays === 0 ? null : divided(value, count * 10_000, costDays) / 10_000
  return {
    openingSum: costly(openingCost),
    inSum: costly(inCost),
    outSum: costly(outCost),
    closingSum: costly(closingCost),
    revaluation: costly(closingCost - openingCost - inCost + outCost),
    averageStock: costly(divided(costDays, 1, count)),
    turnoverRatio: byStock(soldCost),
    turnoverDays: costDays === 0 || soldCost === 0 ? null : divided(costDays, 10, soldCost) / 10,
    gmroi: byStock(profit),
  }
}

const quantitiesOf = (
  one: Pick<Stocked, 'openingQuantity' | 'inQuantity' | 'outQuantity' | 'closingQuantity'>,
) => ({
  openingQuantity: pieces(one.openingQuantity),
  inQuantity: pieces(one.inQuantity),
  outQuantity: pieces(one.outQuantity),
  closingQuantity: pieces(one.closingQuantity),
})

function figuresOf(one: Stocked, query: StockReportRequest, days: Days, seesCosts: boolean): Figured {
  const { productId, name, code, storeId, closingQuantity, closingCost, reserve, inTransit, minStock } = one
  return {
    productId,
    name,
    code,
    storeId,
    places: one.places,
    ...quantitiesOf(one),
    ...(seesCosts && {
      ...turnoverOf(one, days),
      price: costly(closingQuantity > 0 ? divided(closingCost, 1000, closingQuantity) : one.cost),
    }),
    reserve: pieces(reserve),
    inTransit: pieces(inTransit),
    quantity: pieces(closingQuantity - reserve),
    salePrice: amountToNumber(one.salePrice as Amount),
    minStock: minStock === null ? null : pieces(minStock),
    averageDailySales: pieces(dailySales(one, query, days.to)),
    daysOfStock: daysOfStock(one, query, days.to),
    isDead: isDeadStock(one, query, days),
    behind: { ...days, productId, ...(storeId && { storeId }) },
  }
}

const totalsOf = (totals: StockSums, days: Days, seesCosts: boolean): StockReportTotals => ({
  ...quantitiesOf(totals),
  ...(seesCosts && turnoverOf(totals, days)),
})

/** Adds data that only displayed rows need: store names and the age of the stock. */
export async function complete(tx: Tx, rows: readonly Figured[], { to }: Days): Promise<StockReportRow[]> {
  const names = await namesOf(tx, 'store', [...new Set(rows.map(({ storeId }) => storeId))])
  const places = rows.flatMap((row) => row.places).filter(({ closingQuantity }) => closingQuantity > 0)
  const ages = await findAges(
    tx,
    places.map(({ storeId, productId, closingQuantity }) => ({
      storeId,
      productId,
      quantity: closingQuantity as Quantity,
    })) as StockPlace[],
    to,
  )
  return rows.map(({ places: own, ...row }) => ({
    ...row,
    storeName: names.get(row.storeId ?? '')?.name ?? null,
    daysInStock: daysInStock(own.map(({ storeId, productId }) => ages.get(`${storeId} ${productId}`))),
  }))
}

export async function pageOfStockReport(
  tx: Tx,
  { days, rows, count, totals, costPending }: WholeStockReport,
  { page, pageSize }: StockReportQuery,
  actor: Actor,
): Promise<StockReport> {
  return {
    ...days,
    page,
    pageSize,
    total: count,
    totals,
    items: await complete(tx, rows, days),
    ...(actor.permissions.has('costs.view') && { costPending }),
  }
}
