import { type SQL, sql } from 'drizzle-orm'
import type { PeriodUnit } from '#hub/db/tables/day-sums.ts'
import type { Tx } from '#hub/db/transact.ts'
import { SOLD_SUMS } from './day-tables.ts'
import type { Days } from './sold.ts'
import { isClean, sumsOf } from './sold.ts'

/** Tables of sums by month or year, and the smaller sums that they add up. */
export const PERIODS: Record<PeriodUnit, { table: SQL; from: SQL; dayOf: SQL }> = {
  month: { table: sql.raw('product_months'), from: sql.raw('product_days'), dayOf: sql.raw('day') },
  year: { table: sql.raw('product_years'), from: sql.raw('product_months'), dayOf: sql.raw('first_day') },
}
const KEY = sql.raw('kind, is_return, product_id')
/** What sums of months and years are told apart by, and the sums. */
export const PERIOD_COLUMNS = sql.raw(['kind', 'is_return', 'product_id', ...SOLD_SUMS].join(', '))

/** The rows that the sums of a period of the unit should be; `day` is in it. */
export const periodSums = (tx: Tx, unit: PeriodUnit, isIn: SQL): SQL => sql`
  SELECT ${KEY}, ${sumsOf(SOLD_SUMS)} FROM ${PERIODS[unit].from} AS part
  WHERE part.organization_id = ${tx.organizationId} AND part.${PERIODS[unit].dayOf} ${isIn} GROUP BY ${KEY}`

/**
 * To be called before sums of days change, in the same transaction: their months and years count as summed no more. Holds
 * them until the transaction ends.
 */
export async function unsumPeriods(tx: Tx, days: readonly string[]): Promise<void> {
  await tx.execute(sql`
    INSERT INTO product_periods (organization_id, unit, first_day, last_day, is_summed)
    SELECT DISTINCT ${tx.organizationId}::uuid, unit.name, date_trunc(unit.name, day)::date,
      (date_trunc(unit.name, day) + ('1 ' || unit.name)::interval)::date - 1, false
    FROM unnest(${sql.param([...days])}::timestamp[]) AS day, unnest('{month,year}'::text[]) AS unit (name)
    ORDER BY 2, 3
    ON CONFLICT (organization_id, unit, first_day) DO UPDATE SET is_summed = false`)
}

/**
 * Sums up a month from its days, or a year from its months: a year not while one of its months is to be summed up. Holds the
 * period and its months, in the order in which unsumPeriods does, so no sums below change meanwhile. Does nothing where
 * somebody else has summed it up.
 */
export async function sumPeriodUp(
  tx: Tx,
  { unit, firstDay }: { unit: PeriodUnit; firstDay: string },
): Promise<void> {
  const own = sql`organization_id = ${tx.organizationId} AND unit = ${unit} AND first_day = ${firstDay}::date`
  const within = sql`
    BETWEEN ${firstDay}::date AND (${firstDay}::date + ${`1 ${unit}`}::interval)::date - 1`
  const months = sql`organization_id = ${tx.organizationId} AND unit = 'month' AND first_day ${within}`
  await tx.execute(sql`
    SELECT FROM product_periods WHERE ${own} OR ${months} ORDER BY unit, first_day FOR UPDATE`)
  const unsummed = await tx.execute(sql`SELECT FROM product_periods WHERE ${own} AND NOT is_summed`)
  if (unsummed.rows.length === 0) return
  if (unit === 'year') {
    // Asked once the year is held: a month that came meanwhile is seen.
    const { rows } = await tx.execute(
      sql`SELECT FROM product_periods WHERE ${months} AND NOT is_summed LIMIT 1`,
    )
    if (rows.length > 0) return
  }
  const { table } = PERIODS[unit]
  await tx.execute(sql`
    DELETE FROM ${table} WHERE organization_id = ${tx.organizationId} AND first_day = ${firstDay}::date`)
  await tx.execute(sql`
    INSERT INTO ${table} (organization_id, first_day, ${PERIOD_COLUMNS})
    SELECT ${tx.organizationId}::uuid, ${firstDay}::date, due.* FROM (${periodSums(tx, unit, within)}) AS due`)
  await tx.execute(sql`UPDATE product_periods SET is_summed = true WHERE ${own}`)
}

/**
 * Relations to stand after WITH: `whole`, the years and other months in the days that are summed up and have no marked day,
 * and `summed`, the sums of products in them and in the days beside them that are not marked.
 *
 * Who works with some stores only sees no such month (hub/db/sql/stores.sql), so all comes from days.
 */
export function summedIn(tx: Tx, { from, to }: Days): SQL {
  const ofPeriods = (unit: PeriodUnit) => sql`
    SELECT ${PERIOD_COLUMNS} FROM ${PERIODS[unit].table}
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
      WHERE p.unit = 'year' OR NOT EXISTS (
        SELECT FROM summed_period AS y WHERE y.unit = 'year' AND p.first_day BETWEEN y.first_day AND y.last_day)
    ),
    summed AS NOT MATERIALIZED (
      ${ofPeriods('year')}
      UNION ALL ${ofPeriods('month')}
      UNION ALL
      SELECT ${PERIOD_COLUMNS} FROM product_days AS kept
      WHERE kept.organization_id = ${tx.organizationId} AND ${isClean(tx, sql`kept`)}
        AND kept.day = ANY(ARRAY(
          SELECT day::date FROM generate_series(${from}::timestamp, ${to}::timestamp, interval '1 day') AS day
          WHERE NOT EXISTS (SELECT FROM whole WHERE day BETWEEN whole.first_day AND whole.last_day)))
    )`
}
