import type { Actor } from '#hub/auth/actor.ts'
import type { Days } from '#hub/day-sums/sold.ts'
import { toSumUp } from '#hub/db/to-sum-up.ts'
import type { Tx } from '#hub/db/transact.ts'
import { readPeriod } from '#hub/documents/period.ts'
import { findDaysInStock } from '#hub/features/inventory/stock/days-in-stock.ts'
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
import { profitOf, revenueOf } from '../profit/profit-report.ts'
import { namesOf } from '../sold/names.ts'
import { readGroups } from '../sold/read-groups.ts'
import {
  dayBefore,
  type KnownProduct,
  type Place,
  readDrafts,
  readOwnMinimums,
  readPlaces,
  readProducts,
} from './read-places.ts'

export type StockReportAsked = Omit<StockReportQuery, 'page' | 'pageSize'>

/** A product, in one store or in all of those asked for. Whole steps. */
interface Stocked extends Omit<Place, 'storeId'> {
  product: KnownProduct
  storeId: string | null
  places: Place[]
  reserve: number
  inTransit: number
  minStock: number | null
  /** In the days of sales. */
  sold: number
  /** In the period: costs, ten-thousandths. */
  soldCost: number
  profit: number
}

export interface WholeStockReport {
  days: Days
  rows: Figured[]
  totals: StockReportTotals
  costPending: boolean
}
type Figured = Omit<StockReportRow, 'storeName' | 'daysInStock'> & { places: readonly Place[] }

const DAY_MS = 86_400_000

/**
 * What there was of goods at both ends of the days, what moved, and how fast it sells (docs/domain.md#report-on-stock). Throws
 * forbidden when who may not see costs sorts by them.
 */
export async function readStockReport(
  tx: Tx,
  query: StockReportAsked,
  actor: Actor,
): Promise<WholeStockReport> {
  const seesCosts = actor.permissions.has('costs.view')
  const isCost = (field: string) => (STOCK_COST_FIGURES as readonly string[]).includes(field)
  if (!seesCosts && query.sort?.split(',').some((field) => isCost(field.replace(/^-/, ''))))
    throw new Problem('forbidden', { detail: 'You may not see costs, so not sort by them' })
  const days = await readPeriod(tx, query)
  const stocked = (await readStocked(tx, query, days)).filter((one) => fits(one, query))
  const rows = stocked.map((one) => figuresOf(one, query, days, seesCosts))
  const { isDead } = query
  return {
    days,
    rows: sorted(isDead === undefined ? rows : rows.filter((row) => row.isDead === isDead), query.sort),
    totals: totalsOf(
      isDead === undefined ? stocked : stocked.filter((one) => isDeadStock(one, query, days) === isDead),
      days,
      seesCosts,
    ),
    costPending: await areCostsPending(tx, days.to),
  }
}

async function readStocked(tx: Tx, query: StockReportAsked, days: Days): Promise<Stocked[]> {
  const { perStore, salesDays, storeIds } = query
  await toSumUp(tx)
  const products = await readProducts(tx, query)
  const places = await readPlaces(tx, query, days)
  const drafts = await readDrafts(tx)
  const own = perStore ? await readOwnMinimums(tx) : new Map<string, number>()
  const filters = { storeIds, productGroupIds: query.productGroupIds, supplierId: query.supplierId }
  const inPeriod = await readGroups(tx, { groupBy: 'place', filters, days, only: ['sum', 'bonus', 'cost'] })
  const window = { from: dayBefore(days.to, salesDays - 1), to: days.to }
  const inWindow = await readGroups(tx, { groupBy: 'place', filters, days: window, only: ['quantity'] })
  const rows = new Map<string, Stocked>()
  const rowOf = (storeId: string, productId: string): Stocked | undefined => {
    const product = products.get(productId)
    if (!product) return undefined
    const key = perStore ? `${storeId} ${productId}` : productId
    const row = rows.get(key) ?? {
      ...{ ...NOTHING, product, productId, storeId: perStore ? storeId : null, places: [] },
      minStock: own.get(key) ?? product.minStock,
    }
    rows.set(key, row)
    return row
  }
  for (const place of places) {
    const row = rowOf(place.storeId, place.productId)
    if (row) add(row, place)
  }
  const isAsked = (storeId: string) => !storeIds || storeIds.includes(storeId)
  for (const [key, { reserve, inTransit }] of drafts) {
    const [storeId = '', productId = ''] = key.split(' ')
    const row = isAsked(storeId) && products.get(productId)?.isListed ? rowOf(storeId, productId) : undefined
    if (row) Object.assign(row, { reserve: row.reserve + reserve, inTransit: row.inTransit + inTransit })
  }
  for (const { key, sold, returned } of inWindow) {
    const [storeId = '', productId = ''] = (key ?? '').split(' ')
    const row = rows.get(perStore ? `${storeId} ${productId}` : productId)
    if (row) row.sold += sold.quantity - returned.quantity
  }
  for (const { key, sold, returned } of inPeriod) {
    const [storeId = '', productId = ''] = (key ?? '').split(' ')
    const row = rows.get(perStore ? `${storeId} ${productId}` : productId)
    const cost = sold.cost - returned.cost
    if (!row) continue
    row.soldCost += cost
    row.profit += profitOf(revenueOf(sold) - revenueOf(returned), cost)
  }
  if (!perStore && !storeIds)
    for (const [productId, product] of products)
      if (product.isListed || product.minStock !== null) rowOf('', productId)
  return [...rows.values()]
}

const NOTHING = {
  ...{ openingQuantity: 0, openingCost: 0, inQuantity: 0, inCost: 0, outQuantity: 0, outCost: 0 },
  ...{ closingQuantity: 0, closingCost: 0, costDays: 0, firstReceipt: null, lastOut: null },
  ...{ reserve: 0, inTransit: 0, sold: 0, soldCost: 0, profit: 0 },
}
const SUMMED = [
  ...(['openingQuantity', 'openingCost', 'inQuantity', 'inCost', 'outQuantity', 'outCost'] as const),
  ...(['closingQuantity', 'closingCost', 'costDays'] as const),
] as const

function add(row: Stocked, place: Place): void {
  for (const name of SUMMED) row[name] += place[name]
  row.places.push(place)
  if (place.firstReceipt && (!row.firstReceipt || place.firstReceipt < row.firstReceipt))
    row.firstReceipt = place.firstReceipt
  if (place.lastOut && (!row.lastOut || place.lastOut > row.lastOut)) row.lastOut = place.lastOut
}

function fits({ closingQuantity, minStock }: Stocked, { stockMode }: StockReportAsked): boolean {
  switch (stockMode) {
    case 'all':
      return true
    case 'positiveOnly':
      return closingQuantity > 0
    case 'negativeOnly':
      return closingQuantity < 0
    case 'empty':
      return closingQuantity === 0
    case 'nonEmpty':
      return closingQuantity !== 0
    case 'underMinimum':
      return minStock !== null && closingQuantity < minStock
  }
}

const countOf = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / DAY_MS + 1

/** Pieces a day, thousandths: of the days of sales, without those before the first goods came in. */
export function dailySales(
  { sold, firstReceipt }: Pick<Stocked, 'sold' | 'firstReceipt'>,
  { salesDays }: Pick<StockReportAsked, 'salesDays'>,
  to: string,
): number {
  const start = dayBefore(to, salesDays - 1)
  const from = firstReceipt && firstReceipt > start ? firstReceipt : start
  return divided(sold, 1, countOf(from, to))
}

/** To one place; null when it does not sell, 0 when there is none. */
export function daysOfStock(
  {
    closingQuantity,
    reserve,
    sold,
    firstReceipt,
  }: Pick<Stocked, 'closingQuantity' | 'reserve' | 'sold' | 'firstReceipt'>,
  asked: Pick<StockReportAsked, 'salesDays'>,
  to: string,
): number | null {
  if (closingQuantity <= 0) return 0
  if (sold <= 0) return null
  const start = dayBefore(to, asked.salesDays - 1)
  const from = firstReceipt && firstReceipt > start ? firstReceipt : start
  const available = Math.max(closingQuantity - reserve, 0)
  return divided(available, countOf(from, to) * 10, sold) / 10
}

/** Nothing has gone out for so many days, although it was there to go. */
function isDeadStock(
  { closingQuantity, lastOut, firstReceipt }: Stocked,
  { deadAfterDays }: StockReportAsked,
  { to }: Days,
): boolean {
  const since = dayBefore(to, deadAfterDays)
  const isOld = (day: string | null) => day === null || day <= since
  return closingQuantity > 0 && isOld(lastOut) && isOld(firstReceipt)
}

const pieces = (steps: number): number => quantityToNumber(steps as Quantity)
const costly = (steps: number): number => costToNumber(steps as Cost)

type Turning = Pick<
  Stocked,
  'openingCost' | 'inCost' | 'outCost' | 'closingCost' | 'costDays' | 'soldCost' | 'profit'
>

/** What is worked out of costs. `ratio` to 4 places, days to 1. */
function turnoverOf(one: Turning, days: Days) {
  const { openingCost, inCost, outCost, closingCost, costDays, soldCost, profit } = one
  const count = countOf(days.from, days.to)
  const byStock = (value: number) =>
    costDays === 0 ? null : divided(value, count * 10_000, costDays) / 10_000
  return {
    ...{ openingSum: costly(openingCost), inSum: costly(inCost), outSum: costly(outCost) },
    ...{ closingSum: costly(closingCost), revaluation: costly(closingCost - openingCost - inCost + outCost) },
    averageStock: costly(divided(costDays, 1, count)),
    turnoverRatio: byStock(soldCost),
    turnoverDays: costDays === 0 || soldCost === 0 ? null : divided(costDays, 10, soldCost) / 10,
    gmroi: byStock(profit),
  }
}

const quantitiesOf = (
  one: Pick<Stocked, 'openingQuantity' | 'inQuantity' | 'outQuantity' | 'closingQuantity'>,
) => ({
  ...{ openingQuantity: pieces(one.openingQuantity), inQuantity: pieces(one.inQuantity) },
  ...{ outQuantity: pieces(one.outQuantity), closingQuantity: pieces(one.closingQuantity) },
})

function figuresOf(one: Stocked, query: StockReportAsked, days: Days, seesCosts: boolean): Figured {
  const { product, storeId, closingQuantity, closingCost, reserve, inTransit, minStock } = one
  return {
    ...{ productId: product.id, name: product.name, code: product.code, storeId, places: one.places },
    ...quantitiesOf(one),
    ...(seesCosts && {
      ...turnoverOf(one, days),
      price: costly(closingQuantity > 0 ? divided(closingCost, 1000, closingQuantity) : product.cost),
    }),
    ...{
      reserve: pieces(reserve),
      inTransit: pieces(inTransit),
      quantity: pieces(closingQuantity - reserve),
    },
    salePrice: amountToNumber(product.salePrice as Amount),
    minStock: minStock === null ? null : pieces(minStock),
    averageDailySales: pieces(dailySales(one, query, days.to)),
    daysOfStock: daysOfStock(one, query, days.to),
    isDead: isDeadStock(one, query, days),
    behind: { ...days, productId: product.id, ...(storeId && { storeId }) },
  }
}

function totalsOf(stocked: readonly Stocked[], days: Days, seesCosts: boolean): StockReportTotals {
  const names = [...SUMMED, 'soldCost', 'profit'] as const
  const total = Object.fromEntries(
    names.map((name) => [name, stocked.reduce((sum, one) => sum + one[name], 0)]),
  ) as Record<(typeof names)[number], number>
  return { ...quantitiesOf(total), ...(seesCosts && turnoverOf(total, days)) }
}

/** By name where nothing else is asked for; what there is not comes last. */
function sorted(rows: readonly Figured[], sort: string | undefined): Figured[] {
  const fields = [...(sort?.split(',') ?? []), 'name', 'productId', 'storeId']
  return rows.toSorted((one, other) => {
    for (const field of fields) {
      const name = field.replace(/^-/, '') as keyof Figured
      const [a, b] = [one[name] ?? null, other[name] ?? null]
      if (a === b) continue
      if (a === null || b === null) return a === null ? 1 : -1
      return (a < b ? -1 : 1) * (field.startsWith('-') ? -1 : 1)
    }
    return 0
  })
}

/** The rows with what is only told of those that are shown: the names of stores, and the age of what is there. */
export async function complete(tx: Tx, rows: readonly Figured[], { to }: Days): Promise<StockReportRow[]> {
  const names = await namesOf(tx, 'store', [...new Set(rows.map(({ storeId }) => storeId))])
  const places = rows.flatMap((row) => row.places).filter(({ closingQuantity }) => closingQuantity > 0)
  const ages = await findDaysInStock(
    tx,
    places.map(({ storeId, productId, closingQuantity }) => ({
      ...{ storeId, productId, quantity: closingQuantity as Quantity },
    })) as StockPlace[],
    to,
  )
  return rows.map(({ places: own, ...row }) => ({
    ...row,
    storeName: names.get(row.storeId ?? '')?.name ?? null,
    daysInStock: ageOf(own, ages),
  }))
}

function ageOf(places: readonly Place[], ages: ReadonlyMap<string, number>): number | null {
  const there = places.filter(({ closingQuantity }) => closingQuantity > 0)
  const quantity = there.reduce((sum, { closingQuantity }) => sum + closingQuantity, 0)
  if (quantity === 0) return null
  const weighed = there.reduce(
    (sum, { storeId, productId, closingQuantity }) =>
      sum + (ages.get(`${storeId} ${productId}`) ?? 0) * closingQuantity,
    0,
  )
  return Math.round((weighed / quantity) * 10) / 10
}

export async function pageOfStockReport(
  tx: Tx,
  { days, rows, totals, costPending }: WholeStockReport,
  { page, pageSize }: StockReportQuery,
  actor: Actor,
): Promise<StockReport> {
  return {
    ...{ ...days, page, pageSize, total: rows.length, totals },
    items: await complete(tx, rows.slice((page - 1) * pageSize, page * pageSize), days),
    ...(actor.permissions.has('costs.view') && { costPending }),
  }
}
