import { type SQL, sql } from 'drizzle-orm'
import { alongIndex } from '#hub/db/along-index.ts'
import type { Tx } from '#hub/db/transact.ts'
import { COUNTED_STOCK, type StockListQuery } from '#shared/contracts/stock.ts'
import { type CompletePlace, completePlaces } from './complete-places.ts'
import { PLACE_COLUMNS, readPlaces, type StockPlace } from './places.ts'
import { fromProducts, fromStock, type StockSelection, selectStock } from './select-stock.ts'

export interface StockList {
  rows: CompletePlace[]
  total: number
  isTotalExact: boolean
}

/** A search that finds more products is to be told more of what is meant; those beyond are not listed. */
const SEARCHED = 2000
/** So many are sorted in no time. Where more are left, a page is found by walking along the products in order. */
const FEW = 3000

export async function listStock(tx: Tx, query: StockListQuery): Promise<StockList> {
  const selection = await selectStock(tx, query, query.exactTotal ? null : SEARCHED)
  const counted = await count(tx, selection, query.exactTotal ? null : COUNTED_STOCK + 1)
  const places =
    counted <= FEW ? await sortPlaces(tx, selection, query, true) : await walk(tx, selection, query)
  return {
    rows: await completePlaces(tx, places, query),
    total: query.exactTotal ? counted : Math.min(counted, COUNTED_STOCK),
    isTotalExact: query.exactTotal || (counted <= COUNTED_STOCK && !selection.isCut),
  }
}

async function count(tx: Tx, selection: StockSelection, most: number | null): Promise<number> {
  const { rows } = await tx.execute<{ count: number }>(sql`
    SELECT count(*)::int AS count FROM (SELECT FROM ${fromStock(tx, selection)} LIMIT ${most}) AS counted`)
  return rows[0]?.count ?? 0
}

/** Few of them are found first, and then told their names. */
function sortPlaces(
  tx: Tx,
  selection: StockSelection,
  query: StockListQuery,
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
    SELECT ${PLACE_COLUMNS} FROM stock ${sortOf(query).some(isOfProduct) ? names : sql``} ${pageOf(query)}`,
  )
}

async function walk(tx: Tx, selection: StockSelection, query: StockListQuery): Promise<StockPlace[]> {
  const [first] = sortOf(query)
  if (!first || !isOfProduct(first)) return sortPlaces(tx, selection, query, false)
  await alongIndex(tx)
  return readPlaces(tx, sql`SELECT ${PLACE_COLUMNS} FROM ${fromProducts(tx, selection)} ${pageOf(query)}`)
}

interface SortField {
  column: string
  isDescending: boolean
}

const PRODUCT_COLUMNS: Record<string, SQL> = { productName: sql`name`, code: sql`code` }
const SORT_COLUMNS: Record<string, SQL> = {
  ...PRODUCT_COLUMNS,
  quantity: sql`quantity`,
  lastMovementAt: sql`last_movement_at`,
}
const isOfProduct = ({ column }: SortField): boolean => column in PRODUCT_COLUMNS

function sortOf({ sort = 'productName' }: StockListQuery): SortField[] {
  return sort
    .split(',')
    .map((field) => ({ column: field.replace(/^-/, ''), isDescending: field.startsWith('-') }))
}

function pageOf(query: StockListQuery): SQL {
  const terms = sortOf(query).map(
    ({ column, isDescending }) => sql`${SORT_COLUMNS[column]}${isDescending ? sql` DESC` : sql``}`,
  )
  return sql`
    ORDER BY ${sql.join([...terms, sql`product_id`, sql`store_id`], sql`, `)}
    LIMIT ${query.pageSize} OFFSET ${(query.page - 1) * query.pageSize}`
}
