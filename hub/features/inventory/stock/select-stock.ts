import { type SQL, sql } from 'drizzle-orm'
import type { Tx } from '#hub/db/transact.ts'
import { isBelowInAll, isBelowInStore } from '#hub/features/catalog/products/prices/below-minimum.ts'
import { selectProducts } from '#hub/features/catalog/products/select-products.ts'
import type { StockFilters, StockListQuery, StockMode } from '#shared/contracts/inventory/stock.ts'
import { invalidField } from '#shared/problems/problem.ts'
import { PLACE_COLUMNS } from './places.ts'
import { stockAsOf } from './stock-as-of.ts'
import { unmovedPlaces } from './unmoved-places.ts'

/** SQL of the filters. */
export interface StockSelection {
  source: SQL
  /** A condition on `stock`, the organization first. */
  where: SQL
  /** Condition on `products p`, the organization first; null: all products. */
  products: SQL | null
  /** True when the search finds more products than the condition includes. */
  isCut: boolean
}

/** Throws `invalid_request` when reserved quantities are requested as of a day. */
export function refuseReservedThen({
  asOf,
  withReserved,
}: Pick<StockListQuery, 'asOf' | 'withReserved'>): void {
  if (asOf !== undefined && withReserved)
    throw invalidField(
      ['query', 'withReserved'],
      'drafts exist only as of now: earlier reserved quantities are unknown',
    )
}

/** Returns the selection; a search finds up to `most` products (null: all). */
export async function selectStock(
  tx: Tx,
  filters: StockFilters,
  most: number | null,
): Promise<StockSelection> {
  const { search, productGroupId, storeId, productId, stockMode, asOf } = filters
  const products =
    search || productGroupId ? await selectProducts(tx, { search, productGroupId }, most) : null
  const balances = stockAsOf(tx, asOf)
  // No memoization: no place is read twice, so a cache would cost more than it saves.
  if (asOf) await tx.execute(sql`SET LOCAL enable_memoize = off`)
  const conditions = [
    sql`stock.organization_id = ${tx.organizationId}`,
    ...(storeId ? [sql`stock.store_id = ${storeId}`] : []),
    ...(productId ? [sql`stock.product_id = ${productId}`] : []),
    ...inMode(tx, balances, stockMode),
  ]
  // A document that was posted and unposted has left an empty balance behind.
  const moved = sql`SELECT ${PLACE_COLUMNS}, stock.organization_id FROM ${balances} AS stock
    WHERE isfinite(stock.last_movement_at)`
  return {
    source: ASKING_FOR_UNMOVED.has(stockMode)
      ? sql`(${moved} UNION ALL
          SELECT ${PLACE_COLUMNS}, stock.organization_id FROM ${unmovedPlaces(tx, balances, filters)} AS stock)`
      : sql`(${moved})`,
    where: sql.join(conditions, sql` AND `),
    products: products?.where ?? null,
    isCut: products?.isCut ?? false,
  }
}

/** Returns the selection as `stock`, to follow FROM. */
export function fromStock(tx: Tx, selection: StockSelection): SQL {
  return selection.products
    ? fromProducts(tx, selection)
    : sql`${selection.source} AS stock WHERE ${selection.where}`
}

/**
 * Returns the selection product by product, each as `p`. OFFSET 0 enforces this: without statistics the
 * planner would rather compare all products with all balances.
 */
export function fromProducts(tx: Tx, { source, where, products }: StockSelection): SQL {
  return sql`products AS p CROSS JOIN LATERAL (
      SELECT ${PLACE_COLUMNS} FROM ${source} AS stock WHERE stock.product_id = p.id AND ${where} OFFSET 0
    ) AS stock
    WHERE ${products ?? sql`p.organization_id = ${tx.organizationId}`}`
}

const ASKING_FOR_UNMOVED: ReadonlySet<StockMode> = new Set(['all', 'empty', 'underMinimum'])

function inMode(tx: Tx, balances: SQL, mode: StockMode): SQL[] {
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
      return [underMinimum(tx, balances)]
  }
}

function underMinimum(tx: Tx, balances: SQL): SQL {
  return sql`(
    EXISTS (
      SELECT FROM product_min_stocks AS own
      WHERE own.organization_id = ${tx.organizationId} AND own.product_id = stock.product_id
        AND own.store_id = stock.store_id AND ${isBelowInStore(sql`own`, sql`stock.quantity`)})
    OR stock.product_id IN (
      SELECT watched.id FROM products AS watched
      WHERE watched.organization_id = ${tx.organizationId} AND ${isBelowInAll(tx, sql`watched`, balances)}))`
}
