import { type SQL, sql } from 'drizzle-orm'
import type { Tx } from '#hub/db/transact.ts'
import type { IdSet } from '../id-set.ts'

/**
 * Returns the products whose stock is below their minimum, in all stores together or in a store with its own
 * minimum. A product that was never in stock counts as zero (docs/domain.md#list-of-stock).
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
 * Returns a condition on a product row: the stock is below the minimum for all stores together. `balances`
 * can be those of a past day.
 */
export function isBelowInAll(tx: Tx, product: SQL, balances = sql`stock_balances`): SQL {
  return sql`(${product}.min_stock IS NOT NULL AND ${product}.min_stock > coalesce((
    SELECT sum(s.quantity) FROM ${balances} AS s
    WHERE s.organization_id = ${tx.organizationId} AND s.product_id = ${product}.id), 0))`
}

/** Returns a condition on a row of product_min_stocks. `quantity` is the stock in its store. */
export const isBelowInStore = (own: SQL, quantity: SQL): SQL => sql`${own}.min_stock > ${quantity}`
