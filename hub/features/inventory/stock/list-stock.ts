import { type SQL, sql } from 'drizzle-orm'
import { alongIndex } from '#hub/db/along-index.ts'
import type { Tx } from '#hub/db/transact.ts'
import { COUNTED } from '#shared/contracts/products.ts'
import type { StockListQuery } from '#shared/contracts/stock.ts'
import { type CompletePlace, completePlaces } from './complete-places.ts'
import { PLACE_COLUMNS, readPlaces } from './places.ts'
import { fromStock, type StockSelection, selectStock } from './select-stock.ts'

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
  const counted = await count(tx, selection, query.exactTotal ? null : COUNTED + 1)
  const sort = readSort(query.sort ?? 'productName')
  const isByProduct = selection.isByProduct || sort.some(({ column }) => column in PRODUCT_COLUMNS)
  const named = isByProduct ? sql`${PLACE_COLUMNS}, p.name, p.code` : PLACE_COLUMNS
  const found = sql`SELECT ${named} FROM ${fromStock(selection, isByProduct)} WHERE ${selection.where}`
  const page = sql`${orderBy(sort)} LIMIT ${query.pageSize} OFFSET ${(query.page - 1) * query.pageSize}`
  const isFew = counted <= FEW
  if (!isFew && sort[0] && sort[0].column in PRODUCT_COLUMNS) await alongIndex(tx)
  const places = await readPlaces(
    tx,
    isFew
      ? sql`WITH stock AS MATERIALIZED (${found}) SELECT ${PLACE_COLUMNS} FROM stock ${page}`
      : sql`${found} ${page}`,
  )
  return {
    rows: await completePlaces(tx, places, query.withReserved),
    total: query.exactTotal ? counted : Math.min(counted, COUNTED),
    isTotalExact: query.exactTotal || (counted <= COUNTED && !selection.isCut),
  }
}

async function count(tx: Tx, selection: StockSelection, most: number | null): Promise<number> {
  const { rows } = await tx.execute<{ count: number }>(sql`
    SELECT count(*)::int AS count FROM (
      SELECT FROM ${fromStock(selection)} WHERE ${selection.where} LIMIT ${most}
    ) AS counted`)
  return rows[0]?.count ?? 0
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

function readSort(sort: string): SortField[] {
  return sort
    .split(',')
    .map((field) => ({ column: field.replace(/^-/, ''), isDescending: field.startsWith('-') }))
}

/** Ends with the product, in the direction of the field before it: so run the indexes of products. */
function orderBy(sort: SortField[]): SQL {
  const direction = (isDescending: boolean): SQL => (isDescending ? sql` DESC` : sql``)
  const last = direction(sort.at(-1)?.isDescending ?? false)
  const terms = sort.map(({ column, isDescending }) => sql`${SORT_COLUMNS[column]}${direction(isDescending)}`)
  return sql`ORDER BY ${sql.join([...terms, sql`product_id${last}`, sql`store_id`], sql`, `)}`
}
