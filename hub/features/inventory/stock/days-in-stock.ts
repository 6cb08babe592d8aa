import { sql } from 'drizzle-orm'
import type { Tx } from '#hub/db/transact.ts'
import type { StockPlace } from './places.ts'
import { whenOf } from './stock-as-of.ts'

/** Quantity in a place, in thousandths, and its age as the sum of quantity × days. */
export type Age = Record<'quantity' | 'days', number>

/**
 * Returns the ages of the goods in places, keyed by `store product`. Goods leave first in, first out, so the
 * remaining ones arrived last. Purchases (supplies), transfers, returns and surpluses all count as arrivals
 * (docs/domain.md#days-in-stock). Omits places without stock.
 */
export async function findAges(
  tx: Tx,
  places: readonly StockPlace[],
  asOf: string | undefined,
): Promise<Map<string, Age>> {
  const then = asOf === undefined ? undefined : whenOf(asOf)
  const isKnown = then ? sql`AND movement.moment ${then.isPast} ${then.end}` : sql``
  const { rows } = await tx.execute<Record<'store' | 'product', string> & Age>(sql`
    SELECT place.store_id AS store, place.product_id AS product, sum(kept.quantity)::float8 AS quantity,
      (sum(kept.quantity * greatest(0, extract(epoch FROM looked.at - kept.moment))) / 86400)::float8 AS days
    FROM unnest(
      ${sql.param(places.map(({ storeId }) => storeId))}::uuid[],
      ${sql.param(places.map(({ productId }) => productId))}::uuid[],
      ${sql.param(places.map(({ quantity }) => quantity))}::bigint[]
    ) AS place (store_id, product_id, quantity)
    CROSS JOIN (SELECT ${then ? sql`least(now(), ${then.end})` : sql`now()`} AS at) AS looked
    CROSS JOIN LATERAL (
      SELECT receipt.moment, least(receipt.quantity, place.quantity - receipt.later) AS quantity
      FROM (
        SELECT movement.moment, movement.quantity,
          sum(movement.quantity) OVER (ORDER BY movement.moment DESC, movement.seq DESC) - movement.quantity AS later
        FROM stock_movements AS movement
        WHERE movement.organization_id = ${tx.organizationId} AND movement.product_id = place.product_id
          AND movement.store_id = place.store_id AND movement.quantity > 0 ${isKnown}
      ) AS receipt
      WHERE receipt.later < place.quantity
    ) AS kept
    GROUP BY place.store_id, place.product_id`)
  return new Map(rows.map(({ store, product, ...age }) => [`${store} ${product}`, age]))
}

/**
 * Returns the average days in stock of the given places, rounded once to one decimal place, or null without
 * stock.
 */
export function daysInStock(ages: readonly (Age | undefined)[]): number | null {
  const quantity = ages.reduce((sum, age) => sum + (age?.quantity ?? 0), 0)
  const days = ages.reduce((sum, age) => sum + (age?.days ?? 0), 0)
  return quantity === 0 ? null : Math.round((days / quantity) * 10) / 10
}
