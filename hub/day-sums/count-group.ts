import { sql } from 'drizzle-orm'
import { prepareForGrouping } from '#hub/db/plan-settings.ts'
import { PERIOD_UNITS } from '#hub/db/tables/day-sums.ts'
import type { Tx } from '#hub/db/transact.ts'
import { columnsOf, GROUP_DAYS } from './day-tables.ts'
import { rowsOfGroups } from './group-rows.ts'
import { lockDaySums } from './lock-day-sums.ts'
import { GROUP_PERIODS } from './periods.ts'

/**
 * Recounts all documents of a marked product group and removes its marks (docs/domain.md#sums-of-days).
 * Marked days are counted too, and again when they are summed up.
 */
export async function countGroup(tx: Tx, groupId: string): Promise<void> {
  await lockDaySums(tx)
  const isOfGroup = sql`organization_id = ${tx.organizationId} AND product_group_id = ${groupId}`
  const { rowCount } = await tx.execute(sql`DELETE FROM stale_groups WHERE ${isOfGroup}`)
  if (!rowCount) return
  await prepareForGrouping(tx)
  // Counting all sales of a group in a large organization takes longer than the statement time-out.
  await tx.execute(sql`SET LOCAL statement_timeout = '15min'`)
  await tx.execute(sql`DELETE FROM group_days WHERE ${isOfGroup}`)
  await tx.execute(sql`
    INSERT INTO group_days (organization_id, ${columnsOf(GROUP_DAYS)})
    SELECT ${tx.organizationId}::uuid, fresh.*
    FROM (${rowsOfGroups(tx, (group) => sql`${group} = ${groupId}`)}) AS fresh`)
  for (const unit of PERIOD_UNITS) {
    const { table, from, dayOf } = GROUP_PERIODS.of[unit]
    await tx.execute(sql`DELETE FROM ${table} WHERE ${isOfGroup}`)
    await tx.execute(sql`
      INSERT INTO ${table} (organization_id, first_day, ${GROUP_PERIODS.columns})
      SELECT organization_id, date_trunc(${unit}, ${dayOf}::timestamp)::date AS first_day, ${GROUP_PERIODS.key}, sum(documents)
      FROM ${from} WHERE ${isOfGroup} GROUP BY 1, 2, ${GROUP_PERIODS.key}`)
  }
}
