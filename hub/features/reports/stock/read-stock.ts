import { type SQL, sql } from 'drizzle-orm'
import type { Days } from '#hub/day-sums/sold.ts'
import { prepareForGrouping } from '#hub/db/plan-settings.ts'
import type { Tx } from '#hub/db/transact.ts'
import type { StockReportQuery } from '#shared/contracts/reports/stock.ts'
import { must } from '#shared/std/must.ts'
import { PROFIT } from '../profit/profit-report.ts'
import { netOfProducts } from '../sold/read-groups.ts'
import type { Paging } from '../sold/report.ts'
import { countOf, datesOf, dayBefore, draftedOf, inStores, ofProducts, placesIn } from './read-places.ts'

export type StockReportRequest = Omit<StockReportQuery, 'page' | 'pageSize'>

/** Figures that are summed in totals, in their smallest units, with their column names. */
const SUMMED = {
  openingQuantity: 'opening_quantity',
  openingCost: 'opening_cost',
  inQuantity: 'in_quantity',
  inCost: 'in_cost',
  outQuantity: 'out_quantity',
  outCost: 'out_cost',
  // `costDays` is the sum of the closing costs of all days.
  closingQuantity: 'closing_quantity',
  closingCost: 'closing_cost',
  costDays: 'cost_days',
  // Cost and profit of goods sold in the period.
  soldCost: 'sold_cost',
  profit: 'profit',
} as const
export type StockSums = Record<keyof typeof SUMMED, number>

/** A product in a store. Dates are ISO days up to the end of the report, or null for never. */
export interface Place {
  storeId: string
  productId: string
  closingQuantity: number
  firstReceipt: string | null
  lastOut: string | null
}

/** Stock of a product in one store, or in all requested stores together. Figures are in their smallest units. */
export interface Stocked extends StockSums, Pick<Place, 'firstReceipt' | 'lastOut'> {
  productId: string
  /** Store of the row, or null for all requested stores together. */
  storeId: string | null
  name: string
  code: string
  cost: number
  salePrice: number
  minStock: number | null
  reserve: number
  inTransit: number
  /** Quantity sold in the sales window. */
  sold: number
  places: Place[]
}

export interface StockedRows {
  /** Number of rows on all pages. */
  count: number
  totals: StockSums
  /** Rows of the page. */
  rows: Stocked[]
}

/**
 * Returns the sorted rows of the report and the totals of all pages. PostgreSQL computes them, because there
 * can be very many rows and only a page is returned. With `page` null, returns all rows.
 */
export async function readStock(
  tx: Tx,
  query: StockReportRequest,
  days: Days,
  page: Paging | null,
): Promise<StockedRows> {
  const { perStore } = query
  // Equality conditions, so that PostgreSQL can use hash joins.
  const sameRow = (one: SQL, other: SQL) =>
    sql`${one}.product_id = ${other}.product_id ${perStore ? sql`AND ${one}.store_id = ${other}.store_id` : sql``}`
  const quantity = sql`f.quantity`
  const order = orderBy(query, days)
  const window = windowOf(query, days)
  const isWindow = window.from === days.from
  // Computed for all rows only when they are sorted by it, because that takes long.
  const isSoldOfPage = !isWindow && page !== null && !isBySpeed(query)
  await prepareForGrouping(tx)
  const { rows: answers } = await tx.execute<{
    totals: StockSums & { count: number }
    rows: Omit<Stocked, 'places'>[]
    places: Place[]
  }>(sql`
    WITH ${placesIn(tx, query, days)},
    summed AS (${summedOf(tx, query, days)}),
    stocked AS (
      SELECT summed.*, p.name,
        ${perStore ? sql`coalesce(own.min_stock, p.min_stock)` : sql`p.min_stock`} AS min_stock,
        coalesce(in_period.cost, 0) AS sold_cost, coalesce(in_period.profit, 0) AS profit,
        ${isSoldOfPage ? sql`0` : sql`coalesce(${isWindow ? sql`in_period` : sql`in_window`}.quantity, 0)`} AS sold
      FROM summed
      JOIN products AS p
        ON p.organization_id = ${tx.organizationId} AND p.id = summed.product_id ${ofProducts(tx, query)}
      ${
        perStore
          ? sql`LEFT JOIN product_min_stocks AS own ON own.organization_id = ${tx.organizationId} AND ${sameRow(sql`own`, sql`summed`)}`
          : sql``
      }
      LEFT JOIN (${soldOf(tx, query, days, { cost: sql`f.cost`, profit: PROFIT, quantity })}) AS in_period
        ON ${sameRow(sql`in_period`, sql`summed`)}
      ${
        isWindow || isSoldOfPage
          ? sql``
          : sql`LEFT JOIN (${soldOf(tx, query, window, { quantity })}) AS in_window ON ${sameRow(sql`in_window`, sql`summed`)}`
      }
    ),
    chosen AS MATERIALIZED (SELECT * FROM stocked WHERE ${fits(query, days)}),
    shown AS MATERIALIZED (
      SELECT *, row_number() OVER (ORDER BY ${order}) AS rank FROM (
        SELECT * FROM chosen
        ${page ? sql`ORDER BY ${order} LIMIT ${page.pageSize} OFFSET ${(page.page - 1) * page.pageSize}` : sql``}
      ) AS row
    ),
    shown_place AS (
      SELECT place.store_id AS "storeId", place.product_id AS "productId", place.closing_quantity AS "closingQuantity",
        dates.first_receipt AS "firstReceipt", dates.last_out AS "lastOut"
      FROM shown JOIN place ON ${sameRow(sql`place`, sql`shown`)}
      CROSS JOIN LATERAL (SELECT ${datesOf(tx, sql`place`, days)}) AS dates
    )
    SELECT
      (SELECT row_to_json(total) FROM (
        SELECT count(*), ${columns((column, name) => sql`total(${column}) AS ${name}`)} FROM chosen) AS total) AS totals,
      (SELECT coalesce(json_agg(row ORDER BY rank), '[]') FROM (
        SELECT rank, product_id AS "productId", store_id AS "storeId", name, code, cost, sale_price AS "salePrice",
          min_stock AS "minStock", reserve, coming AS "inTransit", sold, ${columns((column, name) => sql`${column} AS ${name}`)}
        FROM shown JOIN (
          SELECT p.id AS product_id, p.code, p.cost, coalesce(price.value, 0) AS sale_price FROM products AS p
          LEFT JOIN product_prices AS price
            ON price.organization_id = p.organization_id AND price.product_id = p.id AND price.price_type_id = (
              SELECT id FROM price_types WHERE organization_id = ${tx.organizationId} AND is_default)
          WHERE p.organization_id = ${tx.organizationId}) AS card USING (product_id)) AS row) AS rows,
      (SELECT coalesce(json_agg(shown_place), '[]') FROM shown_place) AS places`)
  const {
    totals: { count, ...totals },
    rows,
    places,
  } = must(answers[0])
  const placesOf = Map.groupBy(places, (place) => keyOf(query, place))
  const soldOfRows = isSoldOfPage ? await readSold(tx, query, window, rows) : undefined
  return {
    count,
    totals,
    rows: rows.map((row) => {
      const own = placesOf.get(keyOf(query, row)) ?? []
      const first = own.flatMap(({ firstReceipt }) => firstReceipt ?? []).toSorted()
      const last = own.flatMap(({ lastOut }) => lastOut ?? []).toSorted()
      return {
        ...row,
        sold: soldOfRows ? (soldOfRows.get(keyOf(query, row)) ?? 0) : row.sold,
        places: own,
        firstReceipt: first[0] ?? null,
        lastOut: last.at(-1) ?? null,
      }
    }),
  }
}

/** Returns a list of SQL columns, one for each entry of `SUMMED`. */
const columns = (of: (column: SQL, name: SQL) => SQL): SQL =>
  sql.join(
    Object.entries(SUMMED).map(([name, column]) => of(sql.raw(column), sql`${sql.identifier(name)}`)),
    sql`, `,
  )

/** Columns of `SUMMED` that `place` provides. */
const MOVED = [
  ...(['opening_quantity', 'opening_cost', 'in_quantity', 'in_cost', 'out_quantity', 'out_cost'] as const),
  ...(['closing_quantity', 'closing_cost', 'cost_days'] as const),
]

/**
 * Returns SQL for the rows before they are joined with products: places with movements, and draft quantities
 * of goods still sold. A report on all stores adds every product still sold and every product with a minimum
 * stock.
 */
function summedOf(tx: Tx, query: StockReportRequest, days: Days): SQL {
  const { perStore, storeIds } = query
  const storeOf = (alias: SQL) => (perStore ? sql`${alias}.store_id` : sql`NULL::uuid AS store_id`)
  const dates = needsDates(query)
    ? datesOf(tx, sql`place`, days)
    : sql`NULL::date AS first_receipt, NULL::date AS last_out`
  const nothing = sql.raw(MOVED.map((name) => `0 AS ${name}`).join(', '))
  const product = (of: SQL) => sql`products AS p ON p.organization_id = ${tx.organizationId} AND p.id = ${of}`
  const isListed = sql`p.kind = 'Good' AND NOT p.is_archived`
  const unmoved = sql`
    UNION ALL
    SELECT p.id, NULL::uuid, ${nothing}, 0, 0, NULL, NULL FROM products AS p
    WHERE p.organization_id = ${tx.organizationId} AND (${isListed} OR p.min_stock IS NOT NULL)`
  return sql`
    SELECT product_id, store_id, ${sql.raw([...MOVED, 'reserve', 'coming'].map((name) => `total(${name}) AS ${name}`).join(', '))},
      min(first_receipt) AS first_receipt, max(last_out) AS last_out
    FROM (
      SELECT place.product_id, ${storeOf(sql`place`)}, ${sql.raw(MOVED.join(', '))}, 0 AS reserve, 0 AS coming, ${dates} FROM place
      UNION ALL
      SELECT d.product_id, ${storeOf(sql`d`)}, ${nothing}, d.reserve, d.coming, NULL, NULL
      FROM (${draftedOf(tx)}) AS d JOIN ${product(sql`d.product_id`)}
      WHERE ${isListed} ${inStores(sql`d`, query)}
      ${perStore || storeIds ? sql`` : unmoved}
    ) AS part GROUP BY product_id, store_id`
}

/** Returns SQL for the net sales of each row, limited to `productIds` if given. */
function soldOf(
  tx: Tx,
  query: StockReportRequest,
  days: Days,
  sums: Readonly<Record<string, SQL>>,
  productIds?: readonly string[],
): SQL {
  const { perStore, storeIds, productGroupIds, supplierId } = query
  const requested = {
    filters: { storeIds, productGroupIds, supplierId },
    days,
    ...(productIds && { productIds }),
  }
  return sql`
    SELECT sold.*, sold.id AS product_id FROM (${netOfProducts(tx, requested, sums, perStore ? 'place' : 'product')}) AS sold`
}

/** Returns the quantities sold in the sales window for the rows of a page, by row key. */
async function readSold(
  tx: Tx,
  query: StockReportRequest,
  window: Days,
  rows: readonly Pick<Stocked, 'productId'>[],
): Promise<Map<string, number>> {
  const productIds = [...new Set(rows.map(({ productId }) => productId))]
  const { rows: sold } = await tx.execute<Pick<Stocked, 'productId' | 'storeId'> & { quantity: string }>(sql`
    SELECT product_id AS "productId", ${query.perStore ? sql`store_id` : sql`NULL`} AS "storeId", quantity
    FROM (${soldOf(tx, query, window, { quantity: sql`f.quantity` }, productIds)}) AS sold`)
  return new Map(sold.map((row) => [keyOf(query, row), Number(row.quantity)]))
}

/** Returns the key of the row that a product and store belong to. */
const keyOf = (
  { perStore }: Pick<StockReportRequest, 'perStore'>,
  { productId, storeId }: Pick<Stocked, 'productId' | 'storeId'>,
): string => (perStore ? `${productId} ${storeId}` : productId)

/** Returns the sales window: the last `salesDays` days of the report. */
const windowOf = ({ salesDays }: StockReportRequest, { to }: Days): Days => ({
  from: dayBefore(to, salesDays - 1),
  to,
})

/** Returns SQL for the filters on a row. */
function fits({ stockMode, isDead, deadAfterDays }: StockReportRequest, { to }: Days): SQL {
  const since = sql`${dayBefore(to, deadAfterDays)}::date`
  const dead = sql`closing_quantity > 0 AND (last_out IS NULL OR last_out <= ${since})
    AND (first_receipt IS NULL OR first_receipt <= ${since})`
  const requested = isDead === undefined ? sql`true` : isDead ? sql`(${dead})` : sql`NOT (${dead})`
  return sql`${MODES[stockMode]} AND ${requested}`
}
const MODES: Record<StockReportRequest['stockMode'], SQL> = {
  all: sql`true`,
  positiveOnly: sql`closing_quantity > 0`,
  negativeOnly: sql`closing_quantity < 0`,
  empty: sql`closing_quantity = 0`,
  nonEmpty: sql`closing_quantity <> 0`,
  underMinimum: sql`closing_quantity < min_stock`,
}

/** True when the dates of all places are needed, which takes as long as the rest of the query. */
const needsDates = (query: StockReportRequest): boolean => query.isDead !== undefined || isBySpeed(query)

/** True when rows are sorted by sales speed. */
const isBySpeed = ({ sort }: StockReportRequest): boolean => /averageDailySales|daysOfStock/.test(sort ?? '')

/** Returns SQL for the ORDER BY clause. Sorts by name by default, and nulls last. */
function orderBy({ sort, salesDays }: StockReportRequest, days: Days): SQL {
  const start = sql`${dayBefore(days.to, salesDays - 1)}::date`
  const soldDays = sql`(${days.to}::date - greatest(${start}, first_receipt) + 1)`
  const count = countOf(days.from, days.to)
  const byStock = (value: SQL) =>
    sql`round(${value}::numeric * ${count * 10_000}::integer / nullif(cost_days, 0))`
  const sorts: Record<string, SQL> = {
    name: sql`name`,
    openingQuantity: sql`opening_quantity`,
    closingQuantity: sql`closing_quantity`,
    inQuantity: sql`in_quantity`,
    outQuantity: sql`out_quantity`,
    quantity: sql`closing_quantity - reserve`,
    averageDailySales: sql`round(sold::numeric / ${soldDays})`,
    daysOfStock: sql`CASE WHEN closing_quantity <= 0 THEN 0 WHEN sold > 0
      THEN round(greatest(closing_quantity - reserve, 0)::numeric * ${soldDays} * 10 / sold) END`,
    openingSum: sql`opening_cost`,
    inSum: sql`in_cost`,
    outSum: sql`out_cost`,
    closingSum: sql`closing_cost`,
    averageStock: sql`round(cost_days::numeric / ${count}::integer)`,
    turnoverRatio: byStock(sql`sold_cost`),
    turnoverDays: sql`CASE WHEN cost_days <> 0 THEN round(cost_days::numeric * 10 / nullif(sold_cost, 0)) END`,
    gmroi: byStock(sql`profit`),
  }
  const wanted = (sort?.split(',') ?? []).map((field) => {
    const down = field.startsWith('-')
    const column = must(sorts[down ? field.slice(1) : field], `sort of stock by ${field}`)
    return sql`${column} ${down ? sql`DESC` : sql`ASC`} NULLS LAST`
  })
  return sql.join([...wanted, sql`name`, sql`product_id`, sql`store_id`], sql`, `)
}
