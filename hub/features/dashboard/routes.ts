import { sql } from 'drizzle-orm'
import { prepareForGrouping } from '#hub/db/plan-settings.ts'
import type { Tx } from '#hub/db/transact.ts'
import { readPeriod } from '#hub/documents/period.ts'
import { ratio } from '#hub/features/reports/divide.ts'
import { profitOf, REVENUE, revenueOf } from '#hub/features/reports/profit/profit-report.ts'
import { namesSql } from '#hub/features/reports/sold/names.ts'
import { netOfProducts, nothingSold, readGroups } from '#hub/features/reports/sold/read-groups.ts'
import { area } from '#hub/http/area.ts'
import { getRoute } from '#hub/http/operations.ts'
import { areCostsPending } from '#hub/ledger/recalculations.ts'
import { LOW_STOCK, MARGIN, TOP_PRODUCTS } from '#shared/contracts/dashboard/dashboard.ts'
import {
  type Amount,
  amountToNumber,
  type Cost,
  costToNumber,
  type Quantity,
  quantityToNumber,
} from '#shared/money/decimal.ts'
import { feedbackRoutes } from './feedback/routes.ts'
import { listLowStock } from './low-stock/low-stock.ts'
import { recentSalesRoutes } from './recent-sales/routes.ts'
import { globalSearchRoutes } from './search/routes.ts'
import { whatsNewRoutes } from './whats-new/routes.ts'

const tag = 'Dashboard'

export const dashboardRoutes = area(
  getRoute({
    ...LOW_STOCK,
    may: 'inventory.view',
    stores: 'own',
    tag,
    summary: 'List products at or below their minimum stock',
    description: 'Products that last the fewest days come first.',
    read: async (tx, { query }) => ({ items: await listLowStock(tx, query.limit) }),
    present: (found) => found,
  }),
  getRoute({
    ...MARGIN,
    may: 'sales.view',
    stores: 'own',
    mayAlso: 'costs.view',
    tag,
    summary: 'Get the margin of sales of the last days',
    read: (tx, { query }) => readMargin(tx, query.days),
    present: (margin) => margin,
  }),
  getRoute({
    ...TOP_PRODUCTS,
    may: 'sales.view',
    stores: 'own',
    tag,
    summary: 'List the products with the largest revenue of posted receipts',
    read: (tx, { query }) => readTopProducts(tx, query),
    present: (top) => top,
  }),
  recentSalesRoutes,
  globalSearchRoutes,
  whatsNewRoutes,
  feedbackRoutes,
)

/** Returns the period of the last `count` days, including today. */
async function lastDays(tx: Tx, count: number) {
  const { to } = await readPeriod(tx, {})
  const from = new Date(Date.parse(to) - (count - 1) * 86_400_000).toISOString().slice(0, 10)
  return { from, to }
}

async function readMargin(tx: Tx, count: number) {
  const days = await lastDays(tx, count)
  const [all] = await readGroups(tx, { groupBy: 'none', filters: {}, days })
  const { sold, returned } = all ?? { sold: nothingSold(), returned: nothingSold() }
  const revenue = revenueOf(sold) - revenueOf(returned)
  const cost = sold.cost - returned.cost
  const margin = profitOf(revenue, cost)
  return {
    ...days,
    revenue: amountToNumber(revenue as Amount),
    costSum: costToNumber(cost as Cost),
    margin: costToNumber(margin),
    salesMargin: ratio(margin, revenue * 100),
    costPending: await areCostsPending(tx, days.to),
  }
}

async function readTopProducts(tx: Tx, { days: count, limit }: { days: number; limit: number }) {
  const days = await lastDays(tx, count)
  await prepareForGrouping(tx)
  const sold = netOfProducts(
    tx,
    { filters: { documentType: 'Retail' }, days },
    { revenue: REVENUE, quantity: sql`f.quantity` },
  )
  const { rows } = await tx.execute<Record<'id' | 'name' | 'code' | 'revenue' | 'quantity', string>>(sql`
    WITH sold AS MATERIALIZED (${sold}),
    -- All of the same revenue as the last that is listed. FETCH FIRST ... WITH TIES would sort all that were sold.
    first AS MATERIALIZED (
      SELECT * FROM sold WHERE revenue >= (
        SELECT min(revenue) FROM (SELECT revenue FROM sold ORDER BY revenue DESC LIMIT ${limit}) AS listed)
    )
    SELECT id, name, code, revenue, quantity FROM first JOIN (${namesSql(tx, 'product')}) AS named USING (id)
    ORDER BY revenue DESC, name, id LIMIT ${limit}`)
  return {
    ...days,
    items: rows.map(({ id, name, code, revenue, quantity }) => ({
      productId: id,
      name,
      code,
      quantity: quantityToNumber(Number(quantity) as Quantity),
      revenue: amountToNumber(Number(revenue) as Amount),
    })),
  }
}
