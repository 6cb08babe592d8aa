import { type SQL, sql } from 'drizzle-orm'
import type { Tx } from '#hub/db/transact.ts'
import { selectProducts } from '#hub/features/catalog/products/select-products.ts'
import type { StockFilters, StockListQuery, StockMode } from '#shared/contracts/inventory/stock.ts'
import { invalidField } from '#shared/problems/problem.ts'
import { PLACE_COLUMNS } from './places.ts'
import { stockAsOf } from './stock-as-of.ts'

/** What the filters mean. */
export interface StockSelection {
  source: SQL
  /** A condition on `stock`, the organization first. */
  where: SQL
  /** One on `products p`, the organization first; null: of all products. */
  products: SQL | null
  /** There are more products that the search finds than the condition lets in. */
  isCut: boolean
}

/** Throws invalid_request when reserves are asked for as of a day. */
export function refuseReservedThen({
  asOf,
  withReserved,
}: Pick<StockListQuery, 'asOf' | 'withReserved'>): void {
  if (asOf !== undefined && withReserved)
    throw invalidField(['query', 'withReserved'], 'drafts are of now: nobody knows what they reserved then')
}

/** Only products that have ever moved. A search finds up to `most` products (null: all). */
export async function selectStock(
  tx: Tx,
  { search, productGroupId, storeId, productId, stockMode, asOf }: StockFilters,
  most: number | null,
): Promise<StockSelection> {
  const products =
    search || productGroupId ? await selectProducts(tx, { search, productGroupId }, most) : null
  const source = stockAsOf(tx, asOf)
  // No memoization: no place is read twice, so a cache would cost more than it saves.
  if (asOf) await tx.execute(sql`SET LOCAL enable_memoize = off`)
  const conditions = [
    sql`stock.organization_id = ${tx.organizationId}`,
    // What was posted once and taken out again has left an empty balance behind.
    sql`isfinite(stock.last_movement_at)`,
    ...(storeId ? [sql`stock.store_id = ${storeId}`] : []),
    ...(productId ? [sql`stock.product_id = ${productId}`] : []),
    ...inMode(tx, source, stockMode),
  ]
  return {
    source,
    where: sql.join(conditions, sql` AND `),
    products: products?.where ?? null,
    isCut: products?.isCut ?? false,
  }
}

/** What is selected, as `stock`: to go on with after FROM. */
export function fromStock(tx: Tx, selection: StockSelection): SQL {
  return selection.products
    ? fromProducts(tx, selection)
    : sql`${selection.source} AS stock WHERE ${selection.where}`
}

/**
 * The same, product by product, each as `p`. OFFSET 0 keeps the planner to that: without statistics it would rather
 * compare all products with all balances.
 */
export function fromProducts(tx: Tx, { source, where, products }: StockSelection): SQL {
  return sql`products AS p CROSS JOIN LATERAL (
      SELECT ${PLACE_COLUMNS} FROM ${source} AS stock WHERE stock.product_id = p.id AND ${where} OFFSET 0
    ) AS stock
    WHERE ${products ?? sql`p.organization_id = ${tx.organizationId}`}`
}

function inMode(tx: Tx, source: SQL, mode: StockMode): SQL[] {
  switch (mode) {
    case 'all':
      return []
    case 'positiveOnly':
      return [sql`stock.quantity > 0`]
    case 'negativeOnly':
      return [sql`stock.quantity < 0`]
    case 'empty':
      return [sql`stock.quantity = 0`]
    case 'nonEmpty':
      return [sql`stock.quantity <> 0`]
    case 'underMinimum':
      return [underMinimum(tx, source)]
  }
}

/** Of the store, where it has a minimum of its own for the product; or of all stores together. */
function underMinimum(tx: Tx, source: SQL): SQL {
  return sql`(
    EXISTS (
      SELECT FROM product_min_stocks AS own
      WHERE own.organization_id = ${tx.organizationId} AND own.product_id = stock.product_id
        AND own.store_id = stock.store_id AND own.min_stock > stock.quantity)
    OR stock.product_id IN (
      SELECT watched.id FROM products AS watched
      WHERE watched.organization_id = ${tx.organizationId} AND watched.min_stock IS NOT NULL
        AND watched.min_stock > coalesce((
          SELECT sum(everywhere.quantity) FROM ${source} AS everywhere
          WHERE everywhere.organization_id = ${tx.organizationId}
            AND everywhere.product_id = watched.id), 0)))`
}
