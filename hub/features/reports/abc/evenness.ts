import { type SQL, sql } from 'drizzle-orm'
import { type Days, localTime } from '#hub/day-sums/sold.ts'
import type { Tx } from '#hub/db/transact.ts'
import type { SoldFilters } from '#shared/contracts/reports/sold.ts'
import { groupsOf } from '../sold/read-groups.ts'

/**
 * Returns SQL for the evenness of product sales over the whole weeks of the period, from Monday, excluding
 * weeks before the product was first received. Rows have `id`, `xyz` and `variation`, the standard deviation
 * of weekly quantities in percent of their mean. Up to 10 is X, up to 25 is Y, and everything else is Z,
 * including products whose sales were all returned. Both columns are null with fewer than two weeks
 * (docs/domain.md#abc). Call `prepareForGrouping` first.
 */
export function evennessOf(tx: Tx, filters: SoldFilters, days: Days): SQL {
  const weekOf = (day: SQL) => sql`date_trunc('week', (${day})::timestamp)::date`
  const first = weekOf(sql`${days.from}::date + 6`)
  const last = sql`(${weekOf(sql`${days.to}::date + 1`)} - 7)`
  return sql`
    WITH sold AS MATERIALIZED (
      SELECT key::uuid AS id, monday, (sold_quantity - returned_quantity)::numeric AS quantity
      FROM (${groupsOf(tx, { groupBy: 'productWeek', filters, days, only: ['quantity'] })}) AS week
    ),
    span AS (
      SELECT product.id, greatest(${first}, received.monday) AS first
      FROM (SELECT DISTINCT id FROM sold) AS product
      CROSS JOIN LATERAL (
        SELECT ${weekOf(localTime(tx, sql`min(m.moment)`))} AS monday FROM stock_movements AS m
        WHERE m.organization_id = ${tx.organizationId} AND m.product_id = product.id AND m.quantity > 0
      ) AS received
    ),
    summed AS (
      SELECT span.id, (${last} - span.first) / 7 + 1 AS weeks,
        coalesce(sum(sold.quantity), 0) AS sum, coalesce(sum(sold.quantity * sold.quantity), 0) AS squares
      FROM span LEFT JOIN sold ON sold.id = span.id AND sold.monday BETWEEN span.first AND ${last}
      GROUP BY span.id, span.first
    ),
    varied AS (
      SELECT id, weeks, CASE WHEN weeks > 1 AND sum > 0 THEN round(sqrt(weeks * squares - sum * sum) * 100 / sum, 2) END AS variation
      FROM summed
    )
    SELECT id, variation,
      CASE WHEN weeks > 1 THEN CASE WHEN variation <= 10 THEN 'X' WHEN variation <= 25 THEN 'Y' ELSE 'Z' END END AS xyz
    FROM varied`
}
