import { type SQL, sql } from 'drizzle-orm'
import type { Tx } from '#hub/db/transact.ts'
import { columnsOf, DAY_TABLES, type DayTable, SOLD_TABLES, STOCK_DAYS, soldRelations } from './day-tables.ts'
import { lockDaySums } from './lock-day-sums.ts'
import { invalidatePeriods } from './periods.ts'
import { someDays } from './sold.ts'

/**
 * Recalculates the sums of marked days and removes the marks (docs/domain.md#sums-of-days). A change
 * committed before the marks are deleted is included. A change committed later leaves a mark that stays.
 * Concurrent runs for one organization wait for each other.
 */
export async function sumDaysUp(tx: Tx, days: readonly string[]): Promise<void> {
  await lockDaySums(tx)
  const { rows } = await tx.execute<{ day: string; store: string }>(sql`
    WITH taken AS (
      DELETE FROM dirty_days
      WHERE organization_id = ${tx.organizationId} AND day = ANY(${sql.param([...days])}::date[])
      RETURNING day, store_id
    )
    SELECT DISTINCT day::text AS day, store_id AS store FROM taken`)
  if (rows.length === 0) return
  const pairs = sql`
    SELECT * FROM unnest(
      ${sql.param(rows.map(({ day }) => day))}::date[], ${sql.param(rows.map(({ store }) => store))}::uuid[]
    ) AS pair (day, store_id)`
  await invalidatePeriods(
    tx,
    rows.map(({ day }) => day),
  )
  for (const { name } of DAY_TABLES)
    await tx.execute(sql`
      DELETE FROM ${sql.identifier(name)} AS stored USING (${pairs}) AS pair
      WHERE stored.organization_id = ${tx.organizationId} AND stored.day = pair.day AND stored.store_id = pair.store_id`)
  const reach = someDays(tx, pairs)
  const insert = (table: DayTable, rows: SQL) => sql`
    INSERT INTO ${sql.identifier(table.name)} (organization_id, ${columnsOf(table)})
    SELECT ${tx.organizationId}::uuid, fresh.* FROM (${rows}) AS fresh`
  // Documents are read once for all tables of sales sums.
  const sold = SOLD_TABLES.map(
    (table) => sql`${sql.identifier(`into_${table.name}`)} AS (${insert(table, table.rows(tx))})`,
  )
  await tx.execute(sql`WITH ${soldRelations(tx, reach)}, ${sql.join(sold, sql`, `)} SELECT`)
  await tx.execute(insert(STOCK_DAYS, STOCK_DAYS.fresh(tx, reach)))
}
