import { type SQL, sql } from 'drizzle-orm'
import type { Tx } from '#hub/db/transact.ts'
import { endOfDay } from '#hub/features/sales/days.ts'

/**
 * What there is of each product in each store, as a relation with the columns of stock_balances. As of a moment, or of
 * the end of a day: the balance after the last movement until then. A balance that has not moved since is that one
 * itself; of any other, the movement is found through an index.
 */
export function stockAsOf(tx: Tx, asOf: string | undefined): SQL {
  if (asOf === undefined) return sql`stock_balances`
  const isPast = (moment: SQL): SQL =>
    isDay(asOf) ? sql`${moment} < ${endOfDay(asOf)}` : sql`${moment} <= ${asOf}::timestamptz`
  return sql`(
    SELECT present.organization_id, present.store_id, present.product_id,
      past.quantity, past.average_cost, past.last_movement_at
    FROM stock_balances AS present CROSS JOIN LATERAL (
      SELECT present.quantity, present.average_cost, present.last_movement_at
      WHERE ${isPast(sql`present.last_movement_at`)}
      UNION ALL
      (SELECT movement.balance_after, movement.average_after, movement.moment
       FROM stock_movements AS movement
       WHERE movement.organization_id = ${tx.organizationId} AND movement.product_id = present.product_id
         AND movement.store_id = present.store_id AND ${isPast(sql`movement.moment`)}
         AND NOT ${isPast(sql`present.last_movement_at`)}
       ORDER BY movement.moment DESC, movement.seq DESC
       LIMIT 1)
    ) AS past)`
}

const isDay = (asOf: string): boolean => asOf.length === '2027-03-01'.length
