import { type SQL, sql } from 'drizzle-orm'
import type { Tx } from '#hub/db/transact.ts'
import type { StockFilters } from '#shared/contracts/inventory/stock.ts'

/**
 * Returns places where a product has never moved, as a relation with the columns of stock_balances, with
 * quantity 0 and -infinity as the time of the last movement. With `storeId`, the place is that store.
 * Otherwise the places are the stores with a separate minimum stock for the product, or the default store for
 * a product that has no such stores and has never moved anywhere. Includes goods that are not archived, and
 * in mode `underMinimum` all products (docs/domain.md#list-of-stock).
 */
export function unmovedPlaces(
  tx: Tx,
  balances: SQL,
  { storeId, stockMode }: Pick<StockFilters, 'storeId' | 'stockMode'>,
): SQL {
  const never = (product: SQL, store: SQL | undefined) => sql`NOT EXISTS (
    SELECT FROM ${balances} AS moved
    WHERE moved.organization_id = ${tx.organizationId} AND moved.product_id = ${product}
      AND isfinite(moved.last_movement_at) ${store ? sql`AND moved.store_id = ${store}` : sql``})`
  const isListed = (product: SQL) =>
    stockMode === 'underMinimum' ? sql`true` : sql`${product}.kind = 'Good' AND NOT ${product}.is_archived`
  // Ignores a store of another organization.
  const ownStore = sql`(SELECT id FROM stores WHERE organization_id = ${tx.organizationId}
    AND ${storeId ? sql`id = ${storeId}` : sql`is_default`})`
  const ofProducts = sql`
    SELECT idle.organization_id, ${ownStore} AS store_id, idle.id AS product_id
    FROM products AS idle
    WHERE idle.organization_id = ${tx.organizationId} AND ${isListed(sql`idle`)}
      AND ${never(sql`idle.id`, storeId ? ownStore : undefined)}`
  const withOwnMinimum = sql`
    SELECT own.organization_id, own.store_id, own.product_id
    FROM product_min_stocks AS own JOIN products AS idle
      ON idle.organization_id = own.organization_id AND idle.id = own.product_id
    WHERE own.organization_id = ${tx.organizationId} AND ${isListed(sql`idle`)}
      AND ${never(sql`own.product_id`, sql`own.store_id`)}`
  const isWithoutOwn = sql`NOT EXISTS (
    SELECT FROM product_min_stocks AS own
    WHERE own.organization_id = idle.organization_id AND own.product_id = idle.id)`
  return sql`(
    SELECT place.organization_id, place.store_id, place.product_id,
      0::bigint AS quantity, 0::bigint AS average_cost, '-infinity'::timestamptz AS last_movement_at
    FROM (${storeId ? ofProducts : sql`${ofProducts} AND ${isWithoutOwn} UNION ALL ${withOwnMinimum}`}) AS place)`
}
