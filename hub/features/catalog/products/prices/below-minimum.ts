import { type SQL, sql } from 'drizzle-orm'
import type { Tx } from '#hub/db/transact.ts'
import type { IdSet } from '../select-products.ts'

/**
 * Products of which there is less than their minimum in all stores together, or in one that has a minimum of its own.
 * What never was in stock counts as none.
 */
export function belowMinimum(tx: Tx): IdSet {
  const inAll = (
    product: SQL,
  ): SQL => sql`(${product}.min_stock IS NOT NULL AND ${product}.min_stock > coalesce((
    SELECT sum(s.quantity) FROM stock_balances s
    WHERE s.organization_id = ${tx.organizationId} AND s.product_id = ${product}.id), 0))`
  const inOne = sql`m.organization_id = ${tx.organizationId} AND m.min_stock > coalesce((
    SELECT s.quantity FROM stock_balances s
    WHERE s.organization_id = ${tx.organizationId} AND s.store_id = m.store_id
      AND s.product_id = m.product_id), 0)`
  return {
    ids: sql`
      SELECT watched.id FROM products watched
      WHERE watched.organization_id = ${tx.organizationId} AND ${inAll(sql`watched`)}
      UNION ALL
      SELECT m.product_id FROM product_min_stocks m
      JOIN products other ON other.organization_id = ${tx.organizationId} AND other.id = m.product_id
      WHERE ${inOne} AND NOT ${inAll(sql`other`)}
      GROUP BY m.product_id`,
    test: sql`(${inAll(sql`p`)} OR EXISTS (
      SELECT FROM product_min_stocks m WHERE m.product_id = p.id AND ${inOne} OFFSET 0))`,
  }
}
