import { type SQL, sql } from 'drizzle-orm'
import { endOfDay } from '#hub/db/days.ts'
import type { Tx } from '#hub/db/transact.ts'

/**
 * Returns the stock of each product in each store, as a relation with the columns of stock_balances. As of a
 * moment, or of the end of a day, it is the balance after the last movement until then. A balance that has
 * not moved since is used as it is. For any other balance, the query takes the movement before the end, in
 * the order of product, store and moment, if there is one. In this form only one index fits, whatever the
 * statistics of the table.
 */
export function stockAsOf(tx: Tx, asOf: string | undefined): SQL {
  if (asOf === undefined) return sql`stock_balances`
  const { isPast, end } = whenOf(asOf)
  return sql`(
    SELECT present.organization_id, present.store_id, present.product_id,
      past.quantity, past.average_cost, past.last_movement_at
    FROM stock_balances AS present CROSS JOIN LATERAL (
      SELECT present.quantity, present.average_cost, present.last_movement_at
      WHERE present.last_movement_at ${isPast} ${end}
      UNION ALL
      SELECT last.balance_after, last.average_after, last.moment
      FROM (
        SELECT movement.* FROM stock_movements AS movement
        WHERE movement.organization_id = ${tx.organizationId}
          AND (movement.product_id, movement.store_id, movement.moment)
            ${isPast} (present.product_id, present.store_id, ${end})
          AND NOT present.last_movement_at ${isPast} ${end}
        ORDER BY movement.product_id DESC, movement.store_id DESC, movement.moment DESC, movement.seq DESC
        LIMIT 1
      ) AS last
      WHERE last.product_id = present.product_id AND last.store_id = present.store_id
    ) AS past)`
}

/** Returns a moment, or the end of a day, and the operator for earlier moments. */
export function whenOf(asOf: string): { isPast: SQL; end: SQL } {
  return isDay(asOf)
    ? { isPast: sql`<`, end: endOfDay(asOf) }
    : { isPast: sql`<=`, end: sql`${asOf}::timestamptz` }
}

const isDay = (asOf: string): boolean => asOf.length === '2027-03-01'.length
