import { type SQL, sql } from 'drizzle-orm'

/** Returns the SQL of the rank of a row, from 1 on: the largest first, equal ones by name, then id. */
export const rankBy = (metric: SQL): SQL => sql`row_number() OVER (ORDER BY ${metric} DESC, name, id)`

/** Returns the SQL of the running sum of values above 0. `metric`: whole steps. */
export const upTo = (metric: SQL, rank: SQL): SQL =>
  sql`total(greatest(${metric}, 0)) OVER (ORDER BY ${rank} ROWS UNBOUNDED PRECEDING)`

/**
 * Returns the SQL of the class of a row. It is A when the rows before it make up less than `a` percent of the
 * sum of values above 0, else B for less than `b` percent, else C. So the largest is A even alone, and no
 * large row skips a class. A value of 0 or less comes after the whole sum, so it is C (docs/domain.md#abc).
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
