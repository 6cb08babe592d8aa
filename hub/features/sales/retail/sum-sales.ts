import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Actor } from '#hub/auth/actor.ts'
import { matches } from '#hub/db/records.ts'
import { retailSales } from '#hub/db/tables/sales.ts'
import type { Tx } from '#hub/db/transact.ts'
import { localDay, withinDays } from '#hub/documents/days.ts'
import { type Period, periodBefore, readPeriod } from '#hub/documents/period.ts'
import { areCostsPending } from '#hub/ledger/recalculations.ts'
import type { RetailStats, RetailStatsQuery } from '#shared/contracts/sales/retail-stats.ts'
import {
  type Amount,
  amountToNumber,
  type Cost,
  costToNumber,
  multiplyDivide,
} from '#shared/money/decimal.ts'

/** Posted sales and returns of the days asked for, together and day by day. Throws what readPeriod throws. */
export async function sumSales(tx: Tx, query: RetailStatsQuery, actor: Actor): Promise<RetailStats> {
  const period = await readPeriod(tx, query)
  const seesCosts = actor.permissions.has('costs.view')
  const sales = selectSales(tx, query, period)
  const days = await sumDays(tx, sales, period, seesCosts)
  const whole = days.reduce<Sums>(add, NOTHING)
  const before = periodBefore(period)
  const daysBefore = await sumDays(tx, selectSales(tx, query, before), before, seesCosts)
  return {
    ...period,
    ...presentSums(whole, seesCosts),
    ...(seesCosts && { costPending: await areCostsPending(tx, period.to) }),
    previousPeriod: { ...before, ...presentSums(daysBefore.reduce<Sums>(add, NOTHING), seesCosts) },
    payments: (await sumPayments(tx, sales)).map(({ type, sum }) => ({
      type,
      // Change is given in cash.
      sum: amountToNumber((type === 'Cash' ? sum - whole.change : sum) as Amount),
    })),
    series: days.map((day) => ({ date: day.date, ...presentSums(day, seesCosts) })),
  }
}

/** Whole steps; returns count against sales, but in `returns`. */
interface Sums {
  sales: number
  salesBack: number
  gross: number
  discount: number
  rounding: number
  returns: number
  vat: number
  change: number
  cost: number
}
type DaySums = Sums & { date: string }

const NOTHING: Sums = {
  sales: 0,
  salesBack: 0,
  gross: 0,
  discount: 0,
  rounding: 0,
  returns: 0,
  vat: 0,
  change: 0,
  cost: 0,
}

function selectSales(tx: Tx, { storeId, retailPointId }: RetailStatsQuery, period: Period): SQL {
  return sql`
    SELECT id, is_return, ${localDay(retailSales.date)} AS day, sum, discount_sum, rounding_sum, vat_sum, change_sum,
      CASE WHEN is_return THEN -1 ELSE 1 END AS sign
    FROM ${retailSales}
    WHERE ${and(
      eq(retailSales.organizationId, tx.organizationId),
      eq(retailSales.status, 'Posted'),
      matches(retailSales.storeId, storeId),
      matches(retailSales.retailPointId, retailPointId),
      ...withinDays(retailSales.date, period),
    )}`
}

async function sumDays(tx: Tx, sales: SQL, { from, to }: Period, withCosts: boolean): Promise<DaySums[]> {
  const costs = withCosts
    ? sql`
      SELECT sale.day, sum(sale.sign * round(line.quantity::numeric * line.unit_cost / 1000)) AS cost
      FROM sale JOIN retail_sale_lines AS line
        ON line.organization_id = ${tx.organizationId} AND line.sale_id = sale.id
      GROUP BY sale.day`
    : sql`SELECT NULL::date AS day, 0 AS cost`
  const { rows } = await tx.execute<Record<keyof Sums | 'date', string>>(sql`
    WITH sale AS MATERIALIZED (${sales}), cost_of_day AS (${costs}), of_day AS (
      SELECT day,
        count(*) FILTER (WHERE NOT is_return) AS sales,
        count(*) FILTER (WHERE is_return) AS sales_back,
        sum(sum + discount_sum - rounding_sum) FILTER (WHERE NOT is_return) AS gross,
        sum(discount_sum) FILTER (WHERE NOT is_return) AS discount,
        sum(rounding_sum) FILTER (WHERE NOT is_return) AS rounding,
        sum(sum) FILTER (WHERE is_return) AS returns,
        sum(sign * vat_sum) AS vat,
        sum(sign * change_sum) AS change
      FROM sale GROUP BY day
    )
    SELECT to_char(day, 'YYYY-MM-DD') AS date, sales, sales_back AS "salesBack", gross, discount, rounding, returns, vat, change, cost
    FROM (SELECT ${from}::date + number AS day FROM generate_series(0, ${to}::date - ${from}::date) AS number) AS calendar
    LEFT JOIN of_day USING (day) LEFT JOIN cost_of_day USING (day)
    ORDER BY day`)
  return rows.map(
    ({ date, sales: count, salesBack, gross, discount, rounding, returns, vat, change, cost }) => ({
      date,
      sales: Number(count),
      salesBack: Number(salesBack),
      gross: Number(gross),
      discount: Number(discount),
      rounding: Number(rounding),
      returns: Number(returns),
      vat: Number(vat),
      change: Number(change),
      cost: Number(cost),
    }),
  )
}

async function sumPayments(tx: Tx, sales: SQL): Promise<{ type: string; sum: number }[]> {
  const { rows } = await tx.execute<{ type: string; sum: string }>(sql`
    WITH sale AS MATERIALIZED (${sales})
    SELECT payment.type, sum(sale.sign * payment.amount) AS sum
    FROM sale JOIN retail_sale_payments AS payment
      ON payment.organization_id = ${tx.organizationId} AND payment.sale_id = sale.id
    GROUP BY payment.type ORDER BY payment.type`)
  return rows.map(({ type, sum }) => ({ type, sum: Number(sum) }))
}

function add(one: Sums, other: Sums): Sums {
  return {
    sales: one.sales + other.sales,
    salesBack: one.salesBack + other.salesBack,
    gross: one.gross + other.gross,
    discount: one.discount + other.discount,
    rounding: one.rounding + other.rounding,
    returns: one.returns + other.returns,
    vat: one.vat + other.vat,
    change: one.change + other.change,
    cost: one.cost + other.cost,
  }
}

function presentSums(sums: Sums, seesCosts: boolean) {
  const { sales, salesBack, gross, discount, rounding, returns, vat, cost } = sums
  const sold = gross - discount + rounding
  const net = sold - returns
  return {
    receipts: sales,
    returns: salesBack,
    grossSum: amountToNumber(gross as Amount),
    discount: amountToNumber(discount as Amount),
    roundingSum: amountToNumber(rounding as Amount),
    returnsSum: amountToNumber(returns as Amount),
    revenue: amountToNumber(net as Amount),
    vatSum: amountToNumber(vat as Amount),
    averageReceipt: amountToNumber((sales === 0 ? 0 : multiplyDivide(sold, 1, sales)) as Amount),
    ...(seesCosts && {
      costSum: costToNumber(cost as Cost),
      // Hundredths and ten-thousandths.
      profit: costToNumber((net * 100 - cost) as Cost),
    }),
  }
}
