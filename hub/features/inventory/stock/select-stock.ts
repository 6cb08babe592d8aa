import { type SQL, sql } from 'drizzle-orm'
import type { Tx } from '#hub/db/transact.ts'
import { isBelowInAll, isBelowInStore } from '#hub/features/catalog/products/prices/below-minimum.ts'
import { selectProducts } from '#hub/features/catalog/products/select-products.ts'
import type { StockFilters, StockListQuery, StockMode } from '#shared/contracts/inventory/stock.ts'
import { invalidField } from '#shared/problems/problem.ts'
import { PLACE_COLUMNS } from './places.ts'
import { stockAsOf } from './stock-as-of.ts'
import { unmovedPlaces } from './unmoved-places.ts'

/** SQL for the stock filters. */
export interface StockSelection {
  source: SQL
  /** Condition on `stock` that starts with the organization. */
  where: SQL
  /** Condition on `products p` that starts with the organization, or null for all products. */
  products: SQL | null
  /** True when the search has more matches than the condition includes. */
  isCut: boolean
}

/** Throws `invalid_request` when reserved quantities are requested for a past day. */
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

/** Returns the selection. A search is limited to `most` products, or unlimited with null. */
export async function selectStock(
  tx: Tx,
  filters: StockFilters,
  most: number | null,
): Promise<StockSelection> {
  const { search, productGroupId, storeId, productId, stockMode, asOf } = filters
  const products =
    search || productGroupId ? await selectProducts(tx, { search, productGroupId }, most) : null
  const balances = stockAsOf(tx, asOf)
  // Each place is read once, so memoization would only cost time.
  if (asOf) await tx.execute(sql`SET LOCAL enable_memoize = off`)
  const conditions = [
    sql`stock.organization_id = ${tx.organizationId}`,
    ...(storeId ? [sql`stock.store_id = ${storeId}`] : []),
    ...(productId ? [sql`stock.product_id = ${productId}`] : []),
    ...inMode(tx, balances, stockMode),
  ]
  // Excludes empty balances left behind by documents that were posted and unposted.
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

/** Returns the selection as `stock`, for use after FROM. */
export function fromStock(tx: Tx, selection: StockSelection): SQL {
  return selection.products
    ? fromProducts(tx, selection)
    : sql`${selection.source} AS stock WHERE ${selection.where}`
}

/**
 * Returns the selection with the product of each place as `p`, driven by products. OFFSET 0 enforces this:
 * without statistics the planner would compare all products with all balances.
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
