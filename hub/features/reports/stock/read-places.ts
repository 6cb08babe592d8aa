import { type SQL, sql } from 'drizzle-orm'
import { columnsOf, STOCK_DAYS } from '#hub/day-sums/day-tables.ts'
import { type Days, isClean, markedDaysOf, someDays } from '#hub/day-sums/sold.ts'
import { endOfDay, localTime } from '#hub/db/days.ts'
import type { Tx } from '#hub/db/transact.ts'
import { groupsUnder } from '#hub/documents/drill-down.ts'
import { stockAsOf } from '#hub/features/inventory/stock/stock-as-of.ts'
import type { StockReportQuery } from '#shared/contracts/reports/stock.ts'

export type PlacesRequest = Pick<StockReportQuery, 'storeIds' | 'productGroupIds' | 'supplierId'>

const DAY_MS = 86_400_000

/** Returns the day `count` days earlier, but not before 0001-01-01. */
export const dayBefore = (day: string, count: number): string =>
  new Date(Math.max(Date.parse(day) - count * DAY_MS, Date.parse('0001-01-01'))).toISOString().slice(0, 10)

/** Returns the number of days in the range, inclusive. */
export const countOf = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / DAY_MS + 1

/**
 * Returns SQL for the day of the first movement into a place, or of the last movement out of it, up to the
 * end of the report. Null when there is none.
 */
const movedOn = (tx: Tx, place: SQL, { to }: Days, way: 'in' | 'out'): SQL => sql`(
  SELECT ${localTime(way === 'in' ? sql`min(m.moment)` : sql`max(m.moment)`)}::date FROM stock_movements AS m
  WHERE m.organization_id = ${tx.organizationId} AND m.product_id = ${place}.product_id AND m.store_id = ${place}.store_id
    AND m.quantity ${way === 'in' ? sql`> 0` : sql`< 0`} AND m.moment < ${endOfDay(to)})`

/** Returns SQL for the date columns `first_receipt` and `last_out` of `place`. */
export const datesOf = (tx: Tx, place: SQL, days: Days): SQL => sql`
  ${movedOn(tx, place, days, 'in')} AS first_receipt, ${movedOn(tx, place, days, 'out')} AS last_out`

/**
 * Returns relations for use after WITH, the last of which is `place`. It has the stock and the movements of
 * each product and store with a movement up to the last day, in the smallest units. The stock at both ends
 * comes from the ledger. Movements come from roll-ups, or from the ledger for dirty days. A day without
 * movements has the closing stock of the previous day. `cost_days` is the sum of the daily closing costs.
 */
export function placesIn(tx: Tx, requested: PlacesRequest, { from, to }: Days): SQL {
  const before = dayBefore(from, 1)
  const columns = columnsOf(STOCK_DAYS)
  const worth = (alias: SQL) => sql`round(${alias}.quantity::numeric * ${alias}.average_cost / 1000)::bigint`
  const stock = (day: string, alias: SQL) => sql`
    SELECT store_id, product_id, quantity, ${worth(alias)} AS cost
    FROM ${stockAsOf(tx, day)} AS ${alias} WHERE ${alias}.organization_id = ${tx.organizationId}
      AND isfinite(${alias}.last_movement_at) ${inStores(alias, requested)}`
  return sql`
    day AS (
      SELECT ${columns} FROM stock_days AS kept
      WHERE kept.organization_id = ${tx.organizationId} AND kept.day BETWEEN ${from}::date AND ${to}::date
        AND ${isClean(tx, sql`kept`)} ${inStores(sql`kept`, requested)}
      UNION ALL
      SELECT ${columns} FROM (${STOCK_DAYS.fresh(tx, someDays(tx, markedDaysOf(tx, { from, to })))}) AS fresh
      WHERE true ${inStores(sql`fresh`, requested)}
    ), held AS (
      SELECT *, coalesce(lead(day) OVER of_place, ${to}::date + 1) - day AS days
      FROM day WINDOW of_place AS (PARTITION BY store_id, product_id ORDER BY day)
    ), moved AS MATERIALIZED (
      SELECT store_id, product_id, total(in_quantity) AS in_quantity, total(in_cost) AS in_cost,
        total(out_quantity) AS out_quantity, total(out_cost) AS out_cost, total(closing_cost * days) AS cost_days,
        min(day) AS first_day
      FROM held GROUP BY store_id, product_id
    ), opening AS MATERIALIZED (${stock(before, sql`opening`)}
    ), closing AS MATERIALIZED (${stock(to, sql`closing`)}
    ), place AS MATERIALIZED (
      SELECT store_id, product_id,
        coalesce(opening.quantity, 0) AS opening_quantity, coalesce(opening.cost, 0) AS opening_cost,
        coalesce(moved.in_quantity, 0) AS in_quantity, coalesce(moved.in_cost, 0) AS in_cost,
        coalesce(moved.out_quantity, 0) AS out_quantity, coalesce(moved.out_cost, 0) AS out_cost,
        closing.quantity AS closing_quantity, closing.cost AS closing_cost,
        coalesce(moved.cost_days, 0)
          + coalesce(opening.cost, 0) * (coalesce(moved.first_day, ${to}::date + 1) - ${from}::date) AS cost_days
      FROM closing LEFT JOIN opening USING (store_id, product_id) LEFT JOIN moved USING (store_id, product_id)
    )`
}

export const inStores = (alias: SQL, { storeIds }: PlacesRequest): SQL =>
  storeIds ? sql`AND ${alias}.store_id = ANY(${sql.param(storeIds)}::uuid[])` : sql``

/** Returns conditions on `products p`. */
export function ofProducts(tx: Tx, { productGroupIds, supplierId }: PlacesRequest): SQL {
  return sql`
    ${productGroupIds ? sql`AND p.product_group_id IN (${groupsUnder(tx, productGroupIds)})` : sql``}
    ${supplierId ? sql`AND p.supplier_id = ${supplierId}` : sql``}`
}

/**
 * Returns SQL for the quantities reserved and expected by drafts: rows of `store_id`, `product_id`, `reserve`
 * and `coming`.
 */
export const draftedOf = (tx: Tx): SQL => sql`
    SELECT store_id, product_id, total(reserve) AS reserve, total(coming) AS coming
    FROM (
      SELECT d.store_id, l.product_id, l.quantity AS reserve, 0 AS coming
      FROM documents AS d JOIN document_lines AS l
        ON l.organization_id = d.organization_id AND l.document_id = d.id
      WHERE d.organization_id = ${tx.organizationId} AND d.status = 'Draft' AND d.type = 'Demand'
      UNION ALL
      SELECT CASE d.type WHEN 'Transfer' THEN d.target_store_id ELSE d.store_id END, l.product_id, 0, l.quantity
      FROM documents AS d JOIN document_lines AS l
        ON l.organization_id = d.organization_id AND l.document_id = d.id
      WHERE d.organization_id = ${tx.organizationId} AND d.status = 'Draft' AND d.type IN ('Supply', 'Transfer')
      UNION ALL
      SELECT s.store_id, l.product_id, l.quantity, 0
      FROM retail_sales AS s JOIN retail_sale_lines AS l
        ON l.organization_id = s.organization_id AND l.sale_id = s.id
      WHERE s.organization_id = ${tx.organizationId} AND s.status = 'Draft' AND s.source = 'BackOffice'
        AND NOT s.is_return
    ) AS drafted
    WHERE store_id IS NOT NULL GROUP BY store_id, product_id`
