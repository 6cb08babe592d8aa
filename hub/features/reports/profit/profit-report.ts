import { type SQL, sql } from 'drizzle-orm'
import type { Actor } from '#hub/auth/actor.ts'
import type { Tx } from '#hub/db/transact.ts'
import { areCostsPending } from '#hub/ledger/recalculations.ts'
import {
  COST_FIGURES,
  type ProfitFigures,
  type ProfitReport,
  type ProfitReportQuery,
} from '#shared/contracts/reports/profit.ts'
import type { SoldFilters } from '#shared/contracts/reports/sold.ts'
import {
  type Amount,
  amountToNumber,
  type Cost,
  costToNumber,
  type Quantity,
  quantityToNumber,
} from '#shared/money/decimal.ts'
import { Problem } from '#shared/problems/problem.ts'
import { divided, ratio } from '../divide.ts'
import { readPeriods } from '../periods.ts'
import type { Sums } from '../sold/read-groups.ts'
import { type Paging, type Report, readReport, type Sides } from '../sold/report.ts'
import { costOfEarlierSales } from './earlier-sales.ts'

export interface WholeProfitReport extends Report<ProfitFigures> {
  costPending: boolean
  /** Null when the user has no access to costs or filters restrict the sales. */
  earlierSalesCost: Cost | null
}

const soldFiltersOf = ({
  storeIds,
  retailPointIds,
  productGroupIds,
  supplierId,
  counterpartyId,
  employeeId,
  documentType,
}: ProfitRequest): SoldFilters => ({
  storeIds,
  retailPointIds,
  productGroupIds,
  supplierId,
  counterpartyId,
  employeeId,
  documentType,
})

export type ProfitRequest = Omit<ProfitReportQuery, 'page' | 'pageSize'>

/**
 * Returns revenue, cost and profit by group (docs/domain.md#profit). With `page` null, returns all rows.
 * Throws the errors of `readPeriods`, and `forbidden` when a user without access to costs sorts by them.
 */
export async function readProfitReport(
  tx: Tx,
  query: ProfitRequest,
  { actor, page }: { actor: Actor; page: Paging | null },
): Promise<WholeProfitReport> {
  const { groupBy, sort, excludeVat } = query
  const seesCosts = actor.permissions.has('costs.view')
  if (!seesCosts && sort?.split(',').some((field) => isCost(field.replace(/^-/, ''))))
    throw new Problem('forbidden', { detail: 'You may not see costs, so you cannot sort by them' })
  const periods = await readPeriods(tx, query)
  const report = await readReport(tx, {
    groupBy,
    filters: query,
    countsDocuments: false,
    ...periods,
    sort,
    sorts: sortsOf(excludeVat),
    main: 'netRevenue',
    page,
    only: ['quantity', 'sum', 'discount', 'vat', 'bonus', 'cost'],
    figuresOf: (sides) => figuresOf(sides, { excludeVat, seesCosts }),
  })
  return {
    ...report,
    costPending: await areCostsPending(tx, periods.days.to),
    earlierSalesCost: seesCosts ? await costOfEarlierSales(tx, periods.days, soldFiltersOf(query)) : null,
  }
}

const isCost = (field: string): boolean => (COST_FIGURES as readonly string[]).includes(field)

/** Returns the revenue of sales or of returns in hundredths. Amounts paid with points are not revenue. */
export const revenueOf = ({ sum, bonus, vat }: Sums, excludeVat = false): number =>
  sum - bonus - (excludeVat ? vat : 0)

/** Returns revenue minus cost, converting revenue in hundredths to ten-thousandths. */
export const profitOf = (revenue: number, cost: number): Cost => (revenue * 100 - cost) as Cost

/** SQL equivalents of `revenueOf` and `profitOf` over the columns of `f`. */
export const REVENUE = sql`f.sum - f.bonus`
export const PROFIT = sql`(${REVENUE}) * 100 - f.cost`

/** Returns SQL for sorting by the figures below, using the columns of read-groups.ts. */
function sortsOf(excludeVat: boolean): Record<string, SQL> {
  const revenue = (side: string) =>
    sql.raw(`(${side}_sum - ${side}_bonus${excludeVat ? ` - ${side}_vat` : ''})::numeric`)
  const costEach = (side: string) =>
    sql.raw(`coalesce(round(${side}_cost::numeric * 1000 / nullif(${side}_quantity, 0)), 0)`)
  const netRevenue = sql`${revenue('sold')} - ${revenue('returned')}`
  const netCost = sql`sold_cost - returned_cost`
  const profit = sql`(${netRevenue}) * 100 - (${netCost})`
  const ratioTo = (by: SQL) => sql`coalesce(round((${profit}) / nullif(${by}, 0), 4), 0)`
  return {
    sellQuantity: sql`sold_quantity`,
    sellSum: revenue('sold'),
    sellCost: costEach('sold'),
    sellCostSum: sql`sold_cost`,
    returnQuantity: sql`returned_quantity`,
    returnSum: revenue('returned'),
    returnCost: costEach('returned'),
    returnCostSum: sql`returned_cost`,
    discountSum: sql`sold_discount - returned_discount`,
    netRevenue,
    netCost,
    profit,
    margin: ratioTo(netCost),
    salesMargin: ratioTo(sql`(${netRevenue}) * 100`),
  }
}

function figuresOf(
  { sold, returned }: Sides,
  { excludeVat, seesCosts }: { excludeVat: boolean; seesCosts: boolean },
): ProfitFigures {
  const [sellSum, returnSum] = [revenueOf(sold, excludeVat), revenueOf(returned, excludeVat)]
  const netRevenue = sellSum - returnSum
  const netCost = sold.cost - returned.cost
  const profit = profitOf(netRevenue, netCost)
  const costs = {
    sellCost: costEach(sold.cost, sold.quantity),
    sellCostSum: costToNumber(sold.cost as Cost),
    returnCost: costEach(returned.cost, returned.quantity),
    returnCostSum: costToNumber(returned.cost as Cost),
    netCost: costToNumber(netCost as Cost),
    profit: costToNumber(profit),
    margin: ratio(profit, netCost),
    salesMargin: ratio(profit, netRevenue * 100),
  }
  return {
    sellQuantity: quantityToNumber(sold.quantity as Quantity),
    sellSum: money(sellSum),
    sellPrice: priceEach(sellSum, sold.quantity),
    returnQuantity: quantityToNumber(returned.quantity as Quantity),
    returnPrice: priceEach(returnSum, returned.quantity),
    returnSum: money(returnSum),
    discountSum: money(sold.discount - returned.discount),
    bonusSum: money(sold.bonus - returned.bonus),
    netRevenue: money(netRevenue),
    ...(seesCosts && costs),
  }
}

const money = (steps: number): number => amountToNumber(steps as Amount)
/** Divides an amount or a cost by a quantity in thousandths. */
const each = (sum: number, quantity: number): number => divided(sum, 1000, quantity)
const priceEach = (sum: number, quantity: number): number => money(each(sum, quantity))
const costEach = (cost: number, quantity: number): number => costToNumber(each(cost, quantity) as Cost)

export function presentProfitReport(
  { days, rows, count, totals, second, costPending, earlierSalesCost }: WholeProfitReport,
  { groupBy, page, pageSize }: ProfitReportQuery,
  actor: Actor,
): ProfitReport {
  return {
    ...days,
    groupBy,
    page,
    pageSize,
    total: count,
    totals,
    compared: second,
    items: rows.map(({ figures, ...row }) => ({ ...row, ...figures })),
    ...(actor.permissions.has('costs.view') && {
      costPending,
      earlierSales: presentEarlierSales(earlierSalesCost),
    }),
  }
}

export const presentEarlierSales = (cost: Cost | null): ProfitReport['earlierSales'] =>
  cost === null ? null : { netCost: costToNumber(cost), profit: costToNumber((-cost || 0) as Cost) }
