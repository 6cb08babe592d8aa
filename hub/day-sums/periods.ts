import { type SQL, sql } from 'drizzle-orm'
import { PERIOD_UNITS, type PeriodUnit } from '#hub/db/tables/day-sums.ts'
import type { Tx } from '#hub/db/transact.ts'
import { type DayTable, GROUP_DAYS, PRODUCT_DAYS } from './day-tables.ts'
import { lockDaySums } from './lock-day-sums.ts'
import type { Days } from './sold.ts'
import { isClean, sumsOf } from './sold.ts'

/** Sums by month, quarter and year, in separate tables, and the smaller sums from which they are calculated. */
export interface Periods {
  of: Readonly<Record<PeriodUnit, { table: SQL; from: SQL; dayOf: SQL }>>
  /** Key columns of the sums. */
  key: SQL
  sums: readonly string[]
  /** Key columns and sum columns. */
  columns: SQL
  holds?: DayTable['holds']
}

function periodsOf(name: string, id: string, { sums, holds }: Pick<DayTable, 'sums' | 'holds'>): Periods {
  const key = ['kind', 'is_return', id]
  const tableOf = (unit: 'day' | PeriodUnit) => sql.raw(`${name}_${unit}s`)
  const ofMonths = { from: tableOf('month'), dayOf: sql.raw('first_day') }
  return {
    of: {
      month: { table: tableOf('month'), from: tableOf('day'), dayOf: sql.raw('day') },
      quarter: { table: tableOf('quarter'), ...ofMonths },
      year: { table: tableOf('year'), ...ofMonths },
    },
    key: sql.raw(key.join(', ')),
    columns: sql.raw([...key, ...sums].join(', ')),
    sums,
    holds,
  }
}
export const PRODUCT_PERIODS = periodsOf('product', 'product_id', PRODUCT_DAYS)
export const GROUP_PERIODS = periodsOf('group', 'product_group_id', GROUP_DAYS)
export const ALL_PERIODS: readonly Periods[] = [PRODUCT_PERIODS, GROUP_PERIODS]

const LENGTHS: Readonly<Record<PeriodUnit, string>> = {
  month: '1 month',
  quarter: '3 months',
  year: '1 year',
}

/** Returns SQL for the expected sums of a period. `isIn` is the condition on its days or smaller periods. */
export const periodSums = (tx: Tx, { of, key, sums }: Periods, unit: PeriodUnit, isIn: SQL): SQL => sql`
  SELECT ${key}, ${sumsOf(sums)} FROM ${of[unit].from} AS part
  WHERE part.organization_id = ${tx.organizationId} AND part.${of[unit].dayOf} ${isIn} GROUP BY ${key}`

/**
 * Marks the months, quarters and years of the days as not summed up, and locks them until the transaction
 * ends. Call it in the same transaction, before the sums of days change.
 */
export async function invalidatePeriods(tx: Tx, days: readonly string[]): Promise<void> {
  await tx.execute(sql`
    INSERT INTO product_periods (organization_id, unit, first_day, last_day, is_summed)
    SELECT DISTINCT ${tx.organizationId}::uuid, unit.name, date_trunc(unit.name, day)::date,
      (date_trunc(unit.name, day) + unit.length)::date - 1, false
    FROM unnest(${sql.param([...days])}::timestamp[]) AS day,
      unnest(${sql.param([...PERIOD_UNITS])}::text[], ${sql.param(PERIOD_UNITS.map((unit) => LENGTHS[unit]))}::interval[])
        AS unit (name, length)
    ORDER BY 2, 3
    ON CONFLICT (organization_id, unit, first_day) DO UPDATE SET is_summed = false`)
}

/**
 * Sums up a month from its days, or a quarter or year from its months. Does nothing while one of these is not
 * summed up, or when a concurrent process has already summed up the period. Locks the period and its months
 * in the same order as invalidatePeriods, so that no smaller sums change in the meantime.
 */
export async function sumPeriodUp(
  tx: Tx,
  { unit, firstDay }: { unit: PeriodUnit; firstDay: string },
): Promise<void> {
  await lockDaySums(tx)
  const own = sql`organization_id = ${tx.organizationId} AND unit = ${unit} AND first_day = ${firstDay}::date`
  const within = sql`
    BETWEEN ${firstDay}::date AND (${firstDay}::date + ${LENGTHS[unit]}::interval)::date - 1`
  const months = sql`organization_id = ${tx.organizationId} AND unit = 'month' AND first_day ${within}`
  await tx.execute(sql`
    SELECT FROM product_periods WHERE ${own} OR ${months} ORDER BY unit, first_day FOR UPDATE`)
  const unsummed = await tx.execute(sql`SELECT FROM product_periods WHERE ${own} AND NOT is_summed`)
  if (unsummed.rows.length === 0) return
  if (unit !== 'month') {
    // Checked after the period is locked, so that a month added in the meantime is seen.
    const { rows } = await tx.execute(
      sql`SELECT FROM product_periods WHERE ${months} AND NOT is_summed LIMIT 1`,
    )
    if (rows.length > 0) return
  }
  for (const periods of ALL_PERIODS) {
    const { table } = periods.of[unit]
    await tx.execute(sql`
      DELETE FROM ${table} WHERE organization_id = ${tx.organizationId} AND first_day = ${firstDay}::date`)
    await tx.execute(sql`
      INSERT INTO ${table} (organization_id, first_day, ${periods.columns})
      SELECT ${tx.organizationId}::uuid, ${firstDay}::date, due.*
      FROM (${periodSums(tx, periods, unit, within)}) AS due`)
  }
  await tx.execute(sql`UPDATE product_periods SET is_summed = true WHERE ${own}`)
}

/**
 * Returns two relations for a WITH clause. `whole` has the years, other quarters and other months within the
 * days that are summed up and contain no marked day. `summed` has their sums and those of the remaining
 * unmarked days.
 *
 * A user limited to some stores has no access to the period tables (hub/db/sql/stores.sql), so all sums come
 * from days.
 */
export function summedIn(tx: Tx, { of, columns }: Periods, { from, to }: Days): SQL {
  const ofPeriods = (unit: PeriodUnit) => sql`
    SELECT ${columns} FROM ${of[unit].table}
    WHERE organization_id = ${tx.organizationId}
      AND first_day = ANY(ARRAY(SELECT first_day FROM whole WHERE unit = ${unit}))`
  return sql`
    summed_period AS MATERIALIZED (
      SELECT p.unit, p.first_day, p.last_day FROM product_periods AS p
      WHERE p.organization_id = ${tx.organizationId} AND p.is_summed
        AND p.first_day >= ${from}::date AND p.last_day <= ${to}::date
        AND NOT EXISTS (
          SELECT FROM dirty_days AS dirty
          WHERE dirty.organization_id = ${tx.organizationId} AND dirty.day BETWEEN p.first_day AND p.last_day)
    ),
    whole AS MATERIALIZED (
      SELECT * FROM summed_period AS p
      WHERE NOT EXISTS (
        SELECT FROM summed_period AS longer
        WHERE longer.unit > p.unit AND p.first_day BETWEEN longer.first_day AND longer.last_day)
    ),
    summed AS NOT MATERIALIZED (
      ${sql.join(PERIOD_UNITS.map(ofPeriods), sql` UNION ALL `)}
      UNION ALL
      SELECT ${columns} FROM ${of.month.from} AS kept
      WHERE kept.organization_id = ${tx.organizationId} AND ${isClean(tx, sql`kept`)}
        AND kept.day = ANY(ARRAY(
          SELECT day::date FROM generate_series(${from}::timestamp, ${to}::timestamp, interval '1 day') AS day
          WHERE NOT EXISTS (SELECT FROM whole WHERE day BETWEEN whole.first_day AND whole.last_day)))
    )`
}
