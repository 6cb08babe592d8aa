import { sql } from 'drizzle-orm'
import { readInIndexOrder } from '#hub/db/plan-settings.ts'
import type { Tx } from '#hub/db/transact.ts'
import { COUNTED_STOCK, type StockListQuery } from '#shared/contracts/inventory/stock.ts'
import { invalidField } from '#shared/problems/problem.ts'
import { type CompletePlace, completePlaces } from './complete-places.ts'
import { isOfProduct, type Order, orderOf, type Start, startAfter, termsOf } from './order-of-places.ts'
import { PLACE_COLUMNS, readPlaces, type StockPlace } from './places.ts'
import {
  fromProducts,
  fromStock,
  refuseReservedThen,
  type StockSelection,
  selectStock,
} from './select-stock.ts'

export interface StockList {
  rows: CompletePlace[]
  total: number
  isTotalExact: boolean
  /** Start of the next page, or null on the last page. */
  next: string | null
}

/** Maximum number of products that a search lists. Beyond that, the user must narrow the search. */
const SEARCHED = 2000
/** Maximum number of places to sort. With more places, a page is found by walking the products in order. */
const FEW = 3000

/**
 * Returns a page of stock. Throws `invalid_request` when the list cannot be continued after `after`, and for
 * mutually exclusive parameters.
 */
export async function listStock(tx: Tx, query: StockListQuery): Promise<StockList> {
  refuseReservedThen(query)
  if (query.after && query.page > 1) throw invalidField(['query', 'page'], 'cannot be combined with after')
  const selection = await selectStock(tx, query, query.exactTotal ? null : SEARCHED)
  const counted = await count(tx, selection, query.exactTotal ? null : COUNTED_STOCK + 1)
  const order = orderOf(query)
  const start = query.after && (await startAfter(tx, selection, order, query.after))
  const page: Page = { order, start, limit: query.pageSize + 1, offset: (query.page - 1) * query.pageSize }
  const found = counted <= FEW ? await sortPlaces(tx, selection, page, true) : await walk(tx, selection, page)
  const places = found.slice(0, query.pageSize)
  const last = found.length > places.length ? places.at(-1) : undefined
  return {
    rows: await completePlaces(tx, places, query),
    total: query.exactTotal ? counted : Math.min(counted, COUNTED_STOCK),
    isTotalExact: query.exactTotal || (counted <= COUNTED_STOCK && !selection.isCut),
    next: last ? `${last.storeId}:${last.productId}` : null,
  }
}

async function count(tx: Tx, selection: StockSelection, most: number | null): Promise<number> {
  const { rows } = await tx.execute<{ count: number }>(sql`
    SELECT count(*)::int AS count FROM (SELECT FROM ${fromStock(tx, selection)} LIMIT ${most}) AS counted`)
  return rows[0]?.count ?? 0
}

interface Page {
  order: Order
  start: Start | undefined
  limit: number
  offset: number
}

/** Returns a sorted page. When there are few places, they are selected before their names are joined. */
function sortPlaces(
  tx: Tx,
  selection: StockSelection,
  { order, start, limit, offset }: Page,
  areFew: boolean,
): Promise<StockPlace[]> {
  const found = sql`SELECT ${PLACE_COLUMNS} FROM ${fromStock(tx, selection)}`
  const names = sql`CROSS JOIN LATERAL (
    SELECT p.name, p.code FROM products AS p
    WHERE p.organization_id = ${tx.organizationId} AND p.id = stock.product_id OFFSET 0) AS p`
  return readPlaces(
    tx,
    sql`
    WITH stock AS ${sql.raw(areFew ? 'MATERIALIZED' : 'NOT MATERIALIZED')} (${found})
    SELECT ${PLACE_COLUMNS} FROM stock ${order.some(isOfProduct) ? names : sql``}
    ${start ? sql`WHERE ${start.places}` : sql``}
    ORDER BY ${termsOf(order)} LIMIT ${limit} OFFSET ${offset}`,
  )
}

async function walk(tx: Tx, selection: StockSelection, page: Page): Promise<StockPlace[]> {
  const { order, start, limit, offset } = page
  if (!isOfProduct(order[0])) return sortPlaces(tx, selection, page, false)
  await readInIndexOrder(tx)
  return readPlaces(
    tx,
    sql`
    SELECT ${PLACE_COLUMNS} FROM ${fromProducts(tx, selection)}
    ${start ? sql`AND ${start.products} AND ${start.places}` : sql``}
    ORDER BY ${termsOf(order)} LIMIT ${limit} OFFSET ${offset}`,
  )
}
