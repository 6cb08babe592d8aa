import { type SQL, sql } from 'drizzle-orm'
import type { Tx } from '#hub/db/transact.ts'
import type { IdSet } from '../id-set.ts'

/**
 * Returns the products with less than their minimum in all stores together, or in a store with a minimum of
 * its own. A product that never was in stock counts as zero (docs/domain.md#list-of-stock).
 */
export function belowMinimum(tx: Tx): IdSet {
  const inOne = sql`m.organization_id = ${tx.organizationId} AND ${isBelowInStore(
    sql`m`,
    sql`coalesce((
      SELECT s.quantity FROM stock_balances s
      WHERE s.organization_id = ${tx.organizationId} AND s.store_id = m.store_id
        AND s.product_id = m.product_id), 0)`,
  )}`
  return {
    ids: sql`
      SELECT watched.id FROM products watched
      WHERE watched.organization_id = ${tx.organizationId} AND ${isBelowInAll(tx, sql`watched`)}
      UNION ALL
      SELECT m.product_id FROM product_min_stocks m
      JOIN products other ON other.organization_id = ${tx.organizationId} AND other.id = m.product_id
      WHERE ${inOne} AND NOT ${isBelowInAll(tx, sql`other`)}
      GROUP BY m.product_id`,
    test: sql`(${isBelowInAll(tx, sql`p`)} OR EXISTS (
      SELECT FROM product_min_stocks m WHERE m.product_id = p.id AND ${inOne} OFFSET 0))`,
  }
}

/**
 * Returns a condition on a row of products: below the minimum of all stores together. `balances` may be those
 * as of a day.
 */
export function isBelowInAll(tx: Tx, product: SQL, balances = sql`stock_balances`): SQL {
  return sql`(${product}.min_stock IS NOT NULL AND ${product}.min_stock > coalesce((
    SELECT sum(s.quantity) FROM ${balances} AS s
    WHERE s.organization_id = ${tx.organizationId} AND s.product_id = ${product}.id), 0))`
}

/** Returns a condition on a row of product_min_stocks, whose store has the quantity. */
export const isBelowInStore = (own: SQL, quantity: SQL): SQL => sql`${own}.min_stock > ${quantity}`
