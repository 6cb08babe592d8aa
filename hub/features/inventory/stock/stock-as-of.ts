import { type SQL, sql } from 'drizzle-orm'
import { endOfDay } from '#hub/db/days.ts'
import type { Tx } from '#hub/db/transact.ts'

/**
 * Returns the stock of each product in each store, as a relation with the columns of stock_balances. With
 * `asOf`, a balance is that after the last movement up to that time or the end of that day. A balance that
 * has not moved since is used unchanged. For other balances the query looks up the last earlier movement by
 * product, store and moment. It is written so that only one index fits, whatever the table statistics.
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

/** Returns the time, or the end of the day, with the operator that selects earlier movements. */
export function whenOf(asOf: string): { isPast: SQL; end: SQL } {
  return isDay(asOf)
    ? { isPast: sql`<`, end: endOfDay(asOf) }
    : { isPast: sql`<=`, end: sql`${asOf}::timestamptz` }
}

const isDay = (asOf: string): boolean => asOf.length === '2027-03-01'.length
