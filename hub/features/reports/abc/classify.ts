import { type SQL, sql } from 'drizzle-orm'

/** SQL of the place of a row, from 1 on: the largest first, equal ones by name, then id. */
export const rankBy = (metric: SQL): SQL => sql`row_number() OVER (ORDER BY ${metric} DESC, name, id)`

/** SQL of what is above 0 in a row and those before it. `metric`: whole steps. */
export const upTo = (metric: SQL, rank: SQL): SQL =>
  sql`total(greatest(${metric}, 0)) OVER (ORDER BY ${rank} ROWS UNBOUNDED PRECEDING)`

/**
 * SQL of the class of a row. It is A when what comes before it is less than `a` percent of what is above 0 in all, else B when
 * it is less than `b` percent, else C: the largest is A even alone, and no large row skips a class. What is 0 or less stands
 * behind the whole, so it is C (docs/domain.md#abc).
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
