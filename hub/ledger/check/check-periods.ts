import { sql } from 'drizzle-orm'
import { SOLD_SUMS } from '#hub/day-sums/day-tables.ts'
import { PERIOD_COLUMNS, PERIODS, periodSums } from '#hub/day-sums/periods.ts'
import { streamRows } from '#hub/db/stream-rows.ts'
import type { PeriodUnit } from '#hub/db/tables/day-sums.ts'
import type { Tx } from '#hub/db/transact.ts'
import { shownSums } from './check-days.ts'
import type { Finding } from './finding.ts'

type Pair = { product: string } & Record<'stored' | 'due', Record<string, string> | null>

/**
 * Whether the sums of products in months that count as summed up are those of their days, and of years those of their months
 * (docs/domain.md#sums-of-days).
 */
export async function* checkPeriods(tx: Tx, signal?: AbortSignal): AsyncGenerator<Finding> {
  const { rows } = await tx.execute<{ unit: PeriodUnit; day: string; last: string }>(sql`
    SELECT unit, first_day::text AS day, last_day::text AS last FROM product_periods
    WHERE organization_id = ${tx.organizationId} AND is_summed ORDER BY unit, first_day`)
  for (const { unit, day, last } of rows) {
    signal?.throwIfAborted()
    for await (const { product, stored, due } of streamRows<Pair>(tx, mismatches(tx, unit, day, last)))
      yield {
        ...{ kind: 'WrongPeriod', documentType: null, documentId: null, lineNo: null, storeId: null },
        ...{ productId: product, day, stored: shownSums(stored), due: shownSums(due) },
      }
  }
}

function mismatches(tx: Tx, unit: PeriodUnit, first: string, last: string) {
  const sums = (alias: string) => sql.raw(SOLD_SUMS.map((name) => `${alias}.${name}::numeric`).join(', '))
  const asJson = (alias: string) => {
    const members = SOLD_SUMS.map((name) => `'${name}', ${alias}.${name}::text`).join(', ')
    return sql.raw(`CASE WHEN ${alias}.sum IS NOT NULL THEN jsonb_build_object(${members}) END`)
  }
  return sql`
    WITH due AS (${periodSums(tx, unit, sql`BETWEEN ${first}::date AND ${last}::date`)}),
    stored AS (
      SELECT ${PERIOD_COLUMNS} FROM ${PERIODS[unit].table}
      WHERE organization_id = ${tx.organizationId} AND first_day = ${first}::date
    )
    SELECT product_id AS product, ${asJson('stored')} AS stored, ${asJson('due')} AS due
    FROM due FULL JOIN stored USING (kind, is_return, product_id)
    WHERE (${sums('due')}) IS DISTINCT FROM (${sums('stored')})
    ORDER BY product`
}
