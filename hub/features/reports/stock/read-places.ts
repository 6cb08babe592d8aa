import { type SQL, sql } from 'drizzle-orm'
import { columnsOf, STOCK_DAYS } from '#hub/day-sums/day-tables.ts'
import { type Days, dirtyOf, isClean, someDays } from '#hub/day-sums/sold.ts'
import type { Tx } from '#hub/db/transact.ts'
import { groupsUnder } from '#hub/documents/as-reported.ts'
import { endOfDay, localTime } from '#hub/documents/days.ts'
import { stockAsOf } from '#hub/features/inventory/stock/stock-as-of.ts'
import type { StockReportQuery } from '#shared/contracts/reports/stock.ts'

/** What there was of a product in a store, and what moved; whole steps. */
export interface Place {
  storeId: string
  productId: string
  openingQuantity: number
  openingCost: number
  inQuantity: number
  inCost: number
  outQuantity: number
  outCost: number
  closingQuantity: number
  closingCost: number
  /** Closing costs of all days, summed up. */
  costDays: number
  /** Days such as 2027-03-01, up to the last of the report; null: never. */
  firstReceipt: string | null
  lastOut: string | null
}
const NUMBERS = [
  ...(['openingQuantity', 'openingCost', 'inQuantity', 'inCost', 'outQuantity', 'outCost'] as const),
  ...(['closingQuantity', 'closingCost', 'costDays'] as const),
] as const

export type StockAsked = Pick<StockReportQuery, 'storeIds' | 'productGroupIds' | 'supplierId'>

const DAY_MS = 86_400_000

/** Before the first day that a column takes there is none. */
export const dayBefore = (day: string, count: number): string =>
  new Date(Math.max(Date.parse(day) - count * DAY_MS, Date.parse('0001-01-01'))).toISOString().slice(0, 10)

/**
 * All places where something has moved up to the last day. What was there at both ends is read from the ledger; what moved
 * between from the sums of days that are not marked, and from the movements of the others. A day without movements closes
 * as the one before.
 */
export async function readPlaces(tx: Tx, asked: StockAsked, { from, to }: Days): Promise<Place[]> {
  const before = dayBefore(from, 1)
  const columns = columnsOf(STOCK_DAYS)
  const worth = (alias: SQL) => sql`round(${alias}.quantity::numeric * ${alias}.average_cost / 1000)`
  const end = endOfDay(to)
  const ofPlace = (sign: SQL) => sql`
    FROM stock_movements AS m
    WHERE m.organization_id = ${tx.organizationId} AND m.product_id = closing.product_id
      AND m.store_id = closing.store_id AND m.quantity ${sign} 0 AND m.moment < ${end}`
  const dayOf = (moment: SQL) => sql`to_char(${localTime(moment)}, 'YYYY-MM-DD')`
  const { rows } = await tx.execute<Record<keyof Place, string | null>>(sql`
    WITH day AS (
      SELECT ${columns} FROM stock_days AS kept
      WHERE kept.organization_id = ${tx.organizationId} AND kept.day BETWEEN ${from}::date AND ${to}::date
        AND ${isClean(tx, sql`kept`)} ${inStores(sql`kept`, asked)}
      UNION ALL
      SELECT ${columns} FROM (${STOCK_DAYS.fresh(tx, someDays(tx, dirtyOf(tx, { from, to })))}) AS fresh
      WHERE true ${inStores(sql`fresh`, asked)}
    ), held AS (
      SELECT *, coalesce(lead(day) OVER of_place, ${to}::date + 1) - day AS days
      FROM day WINDOW of_place AS (PARTITION BY store_id, product_id ORDER BY day)
    ), moved AS (
      SELECT store_id, product_id, sum(in_quantity) AS in_quantity, sum(in_cost) AS in_cost,
        sum(out_quantity) AS out_quantity, sum(out_cost) AS out_cost, sum(closing_cost * days) AS cost_days,
        min(day) AS first_day
      FROM held GROUP BY store_id, product_id
    ), opening AS (
      SELECT store_id, product_id, quantity, ${worth(sql`opening`)} AS cost
      FROM ${stockAsOf(tx, before)} AS opening WHERE opening.organization_id = ${tx.organizationId}
        AND isfinite(opening.last_movement_at)
    ), closing AS (
      SELECT store_id, product_id, quantity, ${worth(sql`closing`)} AS cost
      FROM ${stockAsOf(tx, to)} AS closing WHERE closing.organization_id = ${tx.organizationId}
        AND isfinite(closing.last_movement_at) ${inStores(sql`closing`, asked)}
    )
    SELECT closing.store_id AS "storeId", closing.product_id AS "productId",
      coalesce(opening.quantity, 0) AS "openingQuantity", coalesce(opening.cost, 0) AS "openingCost",
      coalesce(moved.in_quantity, 0) AS "inQuantity", coalesce(moved.in_cost, 0) AS "inCost",
      coalesce(moved.out_quantity, 0) AS "outQuantity", coalesce(moved.out_cost, 0) AS "outCost",
      closing.quantity AS "closingQuantity", closing.cost AS "closingCost",
      coalesce(moved.cost_days, 0)
        + coalesce(opening.cost, 0) * (coalesce(moved.first_day, ${to}::date + 1) - ${from}::date) AS "costDays",
      (SELECT ${dayOf(sql`min(m.moment)`)} ${ofPlace(sql`>`)}) AS "firstReceipt",
      (SELECT ${dayOf(sql`max(m.moment)`)} ${ofPlace(sql`<`)}) AS "lastOut"
    FROM closing
    JOIN products AS p ON p.organization_id = ${tx.organizationId} AND p.id = closing.product_id ${ofProducts(tx, asked)}
    LEFT JOIN opening USING (store_id, product_id)
    LEFT JOIN moved USING (store_id, product_id)`)
  return rows.map((row) => ({
    ...(row as unknown as Place),
    ...(Object.fromEntries(NUMBERS.map((name) => [name, Number(row[name])])) as Record<
      (typeof NUMBERS)[number],
      number
    >),
  }))
}

const inStores = (alias: SQL, { storeIds }: StockAsked): SQL =>
  storeIds ? sql`AND ${alias}.store_id = ANY(${sql.param(storeIds)}::uuid[])` : sql``

/** Conditions on `products p`. */
export function ofProducts(tx: Tx, { productGroupIds, supplierId }: StockAsked): SQL {
  return sql`
    ${productGroupIds ? sql`AND p.product_group_id IN (${groupsUnder(tx, productGroupIds)})` : sql``}
    ${supplierId ? sql`AND p.supplier_id = ${supplierId}` : sql``}`
}

export interface KnownProduct {
  id: string
  name: string
  code: string
  cost: number
  minStock: number | null
  salePrice: number
  isListed: boolean
}

/** Of all products that the report may have, by id. `isListed`: goods that are still sold. */
export async function readProducts(tx: Tx, asked: StockAsked): Promise<Map<string, KnownProduct>> {
  const { rows } = await tx.execute<
    Record<Exclude<keyof KnownProduct, 'isListed' | 'minStock'>, string> & {
      minStock: string | null
      isListed: boolean
    }
  >(sql`
    SELECT p.id, p.name, p.code, p.cost, p.min_stock AS "minStock", coalesce(price.value, 0) AS "salePrice",
      p.kind = 'Good' AND NOT p.is_archived AS "isListed"
    FROM products AS p
    LEFT JOIN product_prices AS price
      ON price.organization_id = ${tx.organizationId} AND price.product_id = p.id AND price.price_type_id = (
        SELECT id FROM price_types WHERE organization_id = ${tx.organizationId} AND is_default)
    WHERE p.organization_id = ${tx.organizationId} ${ofProducts(tx, asked)}`)
  return new Map(
    rows.map((row) => [
      row.id,
      {
        ...{ id: row.id, name: row.name, code: row.code, isListed: row.isListed },
        ...{ cost: Number(row.cost), salePrice: Number(row.salePrice) },
        minStock: row.minStock === null ? null : Number(row.minStock),
      },
    ]),
  )
}

/** By `store product`, the minimums that stores have of their own. */
export async function readOwnMinimums(tx: Tx): Promise<Map<string, number>> {
  const { rows } = await tx.execute<{ place: string; minimum: string }>(sql`
    SELECT concat(store_id, ' ', product_id) AS place, min_stock AS minimum FROM product_min_stocks
    WHERE organization_id = ${tx.organizationId}`)
  return new Map(rows.map(({ place, minimum }) => [place, Number(minimum)]))
}

/** By `store product`: what drafts take out of stores, and what they bring. */
export async function readDrafts(tx: Tx): Promise<Map<string, { reserve: number; inTransit: number }>> {
  const { rows } = await tx.execute<{ place: string; reserve: string; coming: string }>(sql`
    SELECT concat(store_id, ' ', product_id) AS place, sum(reserve) AS reserve, sum(coming) AS coming
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
    WHERE store_id IS NOT NULL GROUP BY store_id, product_id`)
  return new Map(
    rows.map(({ place, reserve, coming }) => [
      place,
      { reserve: Number(reserve), inTransit: Number(coming) },
    ]),
  )
}
