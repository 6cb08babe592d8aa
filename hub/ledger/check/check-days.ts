import { sql } from 'drizzle-orm'
import { columnsOf, DAY_TABLES, type DayTable, isKept } from '#hub/day-sums/day-tables.ts'
import { localTime, wholeDays } from '#hub/day-sums/sold.ts'
import { streamRows } from '#hub/db/stream-rows.ts'
import type { Tx } from '#hub/db/transact.ts'
import { type Finding, figures } from './finding.ts'

type Months = { from: string; to: string }
/** Stored and expected sums as text. Null when the row does not exist. */
type Pair = { day: string; store: string; product: string | null } & Record<
  'stored' | 'due',
  Record<string, string> | null
>

/**
 * Yields days, other than dirty ones, whose roll-ups differ from their documents and movements
 * (docs/domain.md#sums-of-days), month by month.
 */
export async function* checkDays(tx: Tx, signal?: AbortSignal): AsyncGenerator<Finding> {
  for (const month of await listMonths(tx))
    for (const table of DAY_TABLES) {
      signal?.throwIfAborted()
      for await (const pair of streamRows<Pair>(tx, mismatches(tx, table, month))) yield findingOf(pair)
    }
}

function findingOf({ day, store, product, stored, due }: Pair): Finding {
  const where = { documentType: null, documentId: null, lineNo: null, productId: product, storeId: store }
  return { kind: 'WrongDay', ...where, day, stored: shownSums(stored), due: shownSums(due) }
}

/** Returns the sums that help a user to find the difference. All others derive from the same lines. */
export function shownSums(sums: Record<string, string> | null) {
  if (!sums) return null
  const quantity = sums.quantity ?? sums.closing_quantity
  const costSum = sums.cost ?? sums.closing_cost
  return figures({
    ...(sums.sum !== undefined && { sum: Number(sums.sum) }),
    ...(quantity !== undefined && { quantity: Number(quantity) }),
    ...(costSum !== undefined && { costSum: Number(costSum) }),
  })
}

/** Returns the months that have sales, movements or roll-ups. */
async function listMonths(tx: Tx): Promise<Months[]> {
  const own = sql`organization_id = ${tx.organizationId}`
  const stored = DAY_TABLES.map(
    ({ name }) => sql`SELECT min(day) AS first, max(day) AS last FROM ${sql.identifier(name)} WHERE ${own}`,
  )
  const { rows } = await tx.execute<Months>(sql`
    WITH bounds AS (
      SELECT min(first) AS first, max(last) AS last FROM (
        ${sql.join(stored, sql` UNION ALL `)}
        UNION ALL SELECT ${localTime(tx, sql`min(date)`)}::date, ${localTime(tx, sql`max(date)`)}::date FROM retail_sales WHERE ${own}
        UNION ALL SELECT ${localTime(tx, sql`min(date)`)}::date, ${localTime(tx, sql`max(date)`)}::date FROM documents WHERE ${own}
        UNION ALL SELECT ${localTime(tx, sql`min(moment)`)}::date, ${localTime(tx, sql`max(moment)`)}::date
          FROM stock_movements WHERE ${own}
      ) AS either
    )
    SELECT month::date::text AS from, (month + interval '1 month - 1 day')::date::text AS to
    FROM bounds, generate_series(date_trunc('month', first::timestamp), last::timestamp, interval '1 month') AS month`)
  return rows
}

function mismatches(tx: Tx, table: DayTable, { from, to }: Months) {
  const sums = (alias: string) => sql.raw(table.sums.map((name) => `${alias}.${name}::numeric`).join(', '))
  const asJson = (alias: string) => {
    const members = table.sums.map((name) => `'${name}', ${alias}.${name}::text`).join(', ')
    return sql.raw(`CASE WHEN ${alias}.${table.sums[0]} IS NOT NULL THEN jsonb_build_object(${members}) END`)
  }
  const key = sql.raw(table.key.join(', '))
  const product = sql.raw(table.key.includes('product_id') ? 'product_id::text' : 'NULL')
  return sql`
    WITH fresh AS (${table.fresh(tx, wholeDays(tx, { from, to }))}),
    due AS (SELECT * FROM fresh WHERE ${isKept(tx, table, sql`fresh`)}),
    stored AS (
      SELECT ${columnsOf(table)} FROM ${sql.identifier(table.name)} AS kept
      WHERE kept.organization_id = ${tx.organizationId} AND kept.day BETWEEN ${from}::date AND ${to}::date
        AND ${isKept(tx, table, sql`kept`)}
    )
    SELECT day::text AS day, store_id AS store, ${product} AS product, ${asJson('stored')} AS stored, ${asJson('due')} AS due
    FROM due FULL JOIN stored USING (${key})
    WHERE (${sums('due')}) IS DISTINCT FROM (${sums('stored')})
    ORDER BY day, store, product`
}
