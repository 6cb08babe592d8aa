import { sql } from 'drizzle-orm'
import type { Days } from '#hub/day-sums/sold.ts'
import { endOfDay, startOfDay } from '#hub/db/days.ts'
import type { Tx } from '#hub/db/transact.ts'
import type { SoldFilters } from '#shared/contracts/reports/sold.ts'
import type { Cost } from '#shared/money/decimal.ts'

/**
 * Returns the cost of earlier sales (docs/domain.md#profit): the actual cost of goods received in the period
 * minus the cost booked when the same quantity was sold before its receipt. Returns null when filters
 * restrict the sales, because received goods cannot be attributed to them.
 */
export async function costOfEarlierSales(
  tx: Tx,
  { from, to }: Days,
  filters: SoldFilters,
): Promise<Cost | null> {
  const { storeIds, ...others } = filters
  const isOfSome = Object.values(others).some((value) =>
    Array.isArray(value) ? value.length > 0 : value !== undefined,
  )
  if (isOfSome) return null
  const isInStore = storeIds?.length ? sql`AND came.store_id = ANY(${sql.param(storeIds)}::uuid[])` : sql``
  const { rows } = await tx.execute<{ cost: string }>(sql`
    SELECT coalesce(sum(round(
      least(came.quantity, came.quantity - came.balance_after)::numeric
        * (came.unit_cost - coalesce(nullif(before.average_after, 0), came.fallback_cost)) / 1000)), 0) AS cost
    FROM stock_movements AS came
    LEFT JOIN LATERAL (
      SELECT average_after FROM stock_movements
      WHERE organization_id = ${tx.organizationId} AND product_id = came.product_id AND store_id = came.store_id
        AND (moment, seq) < (came.moment, came.seq)
      ORDER BY moment DESC, seq DESC LIMIT 1
    ) AS before ON true
    WHERE came.organization_id = ${tx.organizationId}
      AND came.moment >= ${startOfDay(from)} AND came.moment < ${endOfDay(to)}
      AND came.quantity > 0 AND came.balance_after < came.quantity ${isInStore}`)
  return Number(rows[0]?.cost ?? 0) as Cost
}
