import { type SQL, sql } from 'drizzle-orm'
import type { Tx } from '#hub/db/transact.ts'
import type { IdSet } from '../id-set.ts'

/**
 * Returns the products whose price does not exceed their cost, by the default price type if it is in the
 * accounting currency (docs/domain.md#goods-receipts-and-their-products).
 */
export function belowCost(tx: Tx): IdSet {
  const ids = sql`SELECT price.product_id AS id FROM product_prices AS price
    JOIN products AS own ON own.organization_id = ${tx.organizationId} AND own.id = price.product_id
    WHERE price.organization_id = ${tx.organizationId} AND price.price_type_id = ${priceTypeInBooks(tx)}
      AND ${isAtCost(sql`price.value`, sql`own.cost`)}`
  return { ids, test: sql`EXISTS (${ids} AND price.product_id = p.id OFFSET 0)` }
}

/**
 * Returns an SQL condition that is true when the price does not exceed the cost. Prices are in hundredths,
 * costs in ten-thousandths. False for a product without a cost.
 */
export const isAtCost = (price: SQL, cost: SQL): SQL => sql`(${cost} > 0 AND ${price} * 100 <= ${cost})`

/** Returns the default price type, or null when it is not in the accounting currency. */
export const priceTypeInBooks = (tx: Tx): SQL => sql`(
  SELECT type.id FROM price_types AS type
  JOIN organizations AS books ON books.id = type.organization_id AND books.currency_id = type.currency_id
  WHERE type.organization_id = ${tx.organizationId} AND type.is_default)`
