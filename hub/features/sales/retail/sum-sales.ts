import { and, eq, sql } from 'drizzle-orm'
import type { Actor } from '#hub/auth/actor.ts'
import { withinDays } from '#hub/db/days.ts'
import { matches } from '#hub/db/records.ts'
import { retailSales } from '#hub/db/tables/sales.ts'
import type { Tx } from '#hub/db/transact.ts'
import { type Period, periodBefore, readPeriod } from '#hub/documents/period.ts'
import { nothingSold, readGroups } from '#hub/features/reports/sold/read-groups.ts'
import { areCostsPending } from '#hub/ledger/recalculations.ts'
import type { SoldFilters } from '#shared/contracts/reports/sold.ts'
import type { RetailStats, RetailStatsQuery } from '#shared/contracts/sales/retail-stats.ts'
import {
  type Amount,
  amountToNumber,
  type Cost,
  costToNumber,
  multiplyDivide,
} from '#shared/money/decimal.ts'

/**
 * Returns totals of posted sales and returns for a period, for each of its days, and for the preceding
 * period. Throws the errors of `readPeriod`.
 */
export async function sumSales(tx: Tx, query: RetailStatsQuery, actor: Actor): Promise<RetailStats> {
  const period = await readPeriod(tx, query)
  const seesCosts = actor.permissions.has('costs.view')
  const days = await sumDays(tx, query, period)
  const before = periodBefore(period)
  const daysBefore = await sumDays(tx, query, before)
  return {
    ...period,
    ...presentSums(days.reduce<Sums>(add, NOTHING), seesCosts),
    ...(seesCosts && { costPending: await areCostsPending(tx, period.to) }),
    previousPeriod: { ...before, ...presentSums(daysBefore.reduce<Sums>(add, NOTHING), seesCosts) },
    payments: await sumPayments(tx, query, period),
    series: days.map((day) => ({ date: day.date, ...presentSums(day, seesCosts) })),
  }
}

/** Sums in their smallest units. Returns reduce all sums except `returns`. */
interface Sums {
  sales: number
  salesBack: number
  gross: number
  discount: number
  rounding: number
  returns: number
  vat: number
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
  cost: 0,
}

/** Returns the sums of every day in the period, read from the daily roll-ups (hub/day-sums). */
async function sumDays(
  tx: Tx,
  { storeId, retailPointId }: RetailStatsQuery,
  days: Period,
): Promise<DaySums[]> {
  const filters: SoldFilters = {
    documentType: 'Retail',
    ...(storeId && { storeIds: [storeId] }),
    ...(retailPointId && { retailPointIds: [retailPointId] }),
  }
  const only = ['documents', 'sum', 'discount', 'rounding', 'vat', 'cost'] as const
  const groups = await readGroups(tx, { groupBy: 'day', filters, days, only })
  const byDay = new Map(groups.map((group) => [group.key, group]))
  return datesOf(days).map((date) => {
    const { sold, returned } = byDay.get(date) ?? { sold: nothingSold(), returned: nothingSold() }
    return {
      date,
      sales: sold.documents,
      salesBack: returned.documents,
      gross: sold.sum + sold.discount - sold.rounding,
      discount: sold.discount,
      rounding: sold.rounding,
      returns: returned.sum,
      vat: sold.vat - returned.vat,
      cost: sold.cost - returned.cost,
    }
  })
}

function datesOf({ from, to }: Period): string[] {
  const [first, last] = [Date.parse(from), Date.parse(to)]
  return Array.from({ length: (last - first) / DAY_MS + 1 }, (_, i) =>
    new Date(first + i * DAY_MS).toISOString().slice(0, 10),
  )
}
const DAY_MS = 86_400_000

/**
 * Sums all payments, including those for gift vouchers, because the daily roll-ups contain only payments for
 * goods. Change is deducted from cash.
 */
async function sumPayments(
  tx: Tx,
  { storeId, retailPointId }: RetailStatsQuery,
  period: Period,
): Promise<RetailStats['payments']> {
  const { rows } = await tx.execute<{ type: string; sum: string }>(sql`
    WITH sale AS MATERIALIZED (
      SELECT id, change_sum, CASE WHEN is_return THEN -1 ELSE 1 END AS sign FROM ${retailSales}
      WHERE ${and(
        eq(retailSales.organizationId, tx.organizationId),
        eq(retailSales.status, 'Posted'),
        matches(retailSales.storeId, storeId),
        matches(retailSales.retailPointId, retailPointId),
        ...withinDays(retailSales.date, period),
      )}
    )
    SELECT payment.type, sum(sale.sign * payment.amount)
      - CASE WHEN payment.type = 'Cash' THEN (SELECT sum(sign * change_sum) FROM sale) ELSE 0 END AS sum
    FROM sale JOIN retail_sale_payments AS payment
      ON payment.organization_id = ${tx.organizationId} AND payment.sale_id = sale.id
    GROUP BY payment.type ORDER BY payment.type`)
  return rows.map(({ type, sum }) => ({ type, sum: amountToNumber(Number(sum) as Amount) }))
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
      // Revenue is in hundredths, cost in ten-thousandths.
      profit: costToNumber((net * 100 - cost) as Cost),
    }),
  }
}
