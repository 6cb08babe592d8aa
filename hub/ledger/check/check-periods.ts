import { type SQL, sql } from 'drizzle-orm'
import { ALL_PERIODS, type Periods, PRODUCT_PERIODS, periodSums } from '#hub/day-sums/periods.ts'
import { streamRows } from '#hub/db/stream-rows.ts'
import type { PeriodUnit } from '#hub/db/tables/day-sums.ts'
import type { Tx } from '#hub/db/transact.ts'
import { shownSums } from './check-days.ts'
import type { Finding } from './finding.ts'

type Pair = { product: string | null } & Record<'stored' | 'due', Record<string, string> | null>

/**
 * Yields months whose roll-ups differ from those of their days, and quarters and years whose roll-ups differ
 * from those of their months (docs/domain.md#sums-of-days). Skips periods not summed yet.
 */
export async function* checkPeriods(tx: Tx, signal?: AbortSignal): AsyncGenerator<Finding> {
  const { rows } = await tx.execute<{ unit: PeriodUnit; day: string; last: string }>(sql`
    SELECT unit, first_day::text AS day, last_day::text AS last FROM product_periods
    WHERE organization_id = ${tx.organizationId} AND is_summed ORDER BY unit, first_day`)
  for (const { unit, day, last } of rows)
    for (const periods of ALL_PERIODS) {
      signal?.throwIfAborted()
      const within = sql`BETWEEN ${day}::date AND ${last}::date`
      const statement = mismatches(tx, periods, { unit, day, within })
      for await (const { product, stored, due } of streamRows<Pair>(tx, statement))
        yield {
          kind: 'WrongPeriod',
          documentType: null,
          documentId: null,
          lineNo: null,
          storeId: null,
          productId: product,
          day,
          stored: shownSums(stored),
          due: shownSums(due),
        }
    }
}

function mismatches(
  tx: Tx,
  periods: Periods,
  { unit, day, within }: { unit: PeriodUnit; day: string; within: SQL },
): SQL {
  const { of, key, columns, holds } = periods
  const sums = (alias: string) => sql.raw(periods.sums.map((name) => `${alias}.${name}::numeric`).join(', '))
  const asJson = (alias: string) => {
    const members = periods.sums.map((name) => `'${name}', ${alias}.${name}::text`).join(', ')
    return sql.raw(`CASE WHEN ${alias}.documents IS NOT NULL THEN jsonb_build_object(${members}) END`)
  }
  return sql`
    WITH part AS (${periodSums(tx, periods, unit, within)}),
    due AS (SELECT * FROM part ${holds ? sql`WHERE ${holds(tx, sql`part`)}` : sql``}),
    stored AS (
      SELECT ${columns} FROM ${of[unit].table} AS kept
      WHERE kept.organization_id = ${tx.organizationId} AND kept.first_day = ${day}::date
        ${holds ? sql`AND ${holds(tx, sql`kept`)}` : sql``}
    )
    SELECT ${periods === PRODUCT_PERIODS ? sql`product_id` : sql`NULL::uuid`} AS product,
      ${asJson('stored')} AS stored, ${asJson('due')} AS due
    FROM due FULL JOIN stored USING (${key})
    WHERE (${sums('due')}) IS DISTINCT FROM (${sums('stored')})
    ORDER BY product`
}
