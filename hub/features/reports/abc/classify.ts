import { type SQL, sql } from 'drizzle-orm'

/**
 * Returns SQL for the rank of a row, starting from 1. The largest metric is first, and ties are ordered by
 * name and id.
 */
export const rankBy = (metric: SQL): SQL => sql`row_number() OVER (ORDER BY ${metric} DESC, name, id)`

/** Returns SQL for the running sum of positive values of `metric`, which is a whole number. */
export const upTo = (metric: SQL, rank: SQL): SQL =>
  sql`total(greatest(${metric}, 0)) OVER (ORDER BY ${rank} ROWS UNBOUNDED PRECEDING)`

/**
 * Returns SQL for the class of a row: A when the preceding rows make up less than `a` percent of the sum of
 * positive values, B for less than `b` percent, otherwise C. The largest row is therefore always A, and a
 * large row cannot skip a class. Rows with a value of 0 or less are C (docs/domain.md#abc).
 */
export function classOf(
  { metric, rank }: { metric: SQL; rank: SQL },
  { a, b }: { a: number; b: number },
): SQL {
  const before = sql`(${upTo(metric, rank)} - greatest(${metric}, 0)) * 100`
  const whole = sql`total(greatest(${metric}, 0)) OVER ()`
  return sql`CASE
    WHEN ${before} < ${a}::integer * ${whole} THEN 'A'
    WHEN ${before} < ${b}::integer * ${whole} THEN 'B'
    ELSE 'C' END`
}
