import { type SQL, sql } from 'drizzle-orm'
import { direction, readSort, type SortField } from '#hub/db/sort.ts'
import type { Tx } from '#hub/db/transact.ts'
import type { StockListQuery } from '#shared/contracts/inventory/stock.ts'
import { invalidField } from '#shared/problems/problem.ts'
import type { StockPlace } from './places.ts'
import type { StockSelection } from './select-stock.ts'

/** Sort order of places. Ties are ordered by product id and store id, in the direction of the last field. */
export type Order = readonly [SortField, ...SortField[]]

/** Sortable columns of the product. `COLUMNS` adds those of the place. */
const PRODUCT_COLUMNS: Record<string, SQL> = { productName: sql`name`, code: sql`code` }
const COLUMNS: Record<string, SQL> = {
  ...PRODUCT_COLUMNS,
  quantity: sql`quantity`,
  lastMovementAt: sql`last_movement_at`,
}

export const isOfProduct = ({ field }: SortField): boolean => field in PRODUCT_COLUMNS

export function orderOf({ sort = 'productName' }: StockListQuery): Order {
  return readSort(sort)
}

/** Returns the terms of the ORDER BY clause. */
export function termsOf(order: Order): SQL {
  const terms = order.map(({ field, isDescending }) => sql`${COLUMNS[field]}${direction(isDescending)}`)
  const last = direction(order.at(-1)?.isDescending ?? false)
  return sql.join([...terms, sql`product_id${last}`, sql`store_id${last}`], sql`, `)
}

/** Conditions that select the places after a given place. */
export interface Start {
  places: SQL
  /** Condition on the product `p`, supported by an index. Used when places are sorted by a product column. */
  products: SQL
}

/**
 * Returns the conditions for the places after the given place. Throws `invalid_request` when that place no
 * longer exists, and for sort orders that cannot be continued.
 */
export async function startAfter(
  tx: Tx,
  selection: StockSelection,
  order: Order,
  { storeId, productId }: Pick<StockPlace, 'storeId' | 'productId'>,
): Promise<Start> {
  const [{ field, isDescending }] = order
  if (order.length > 1) throw invalidField(['query', 'after'], 'needs a sort of one field')
  const column = COLUMNS[field]
  const { rows } = await tx.execute<{ value: string }>(
    isOfProduct(order[0])
      ? sql`SELECT ${column} AS value FROM products WHERE organization_id = ${tx.organizationId} AND id = ${productId}`
      : sql`SELECT ${column}::text AS value FROM ${selection.source} AS stock
          WHERE stock.organization_id = ${tx.organizationId} AND stock.product_id = ${productId}
            AND stock.store_id = ${storeId}`,
  )
  const [place] = rows
  if (!place) throw invalidField(['query', 'after'], 'names no existing place')
  const [beyond, notBefore] = isDescending ? [sql`<`, sql`<=`] : [sql`>`, sql`>=`]
  return {
    places: sql`(${column}, product_id, store_id) ${beyond} (${place.value}, ${productId}::uuid, ${storeId}::uuid)`,
    products: sql`(p.${column}, p.id) ${notBefore} (${place.value}, ${productId}::uuid)`,
  }
}
