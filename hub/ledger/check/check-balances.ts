import { sql } from 'drizzle-orm'
import { streamRows } from '#hub/db/stream-rows.ts'
import type { Tx } from '#hub/db/transact.ts'
import { compare, type Finding } from './finding.ts'

/** Row of the check. Bigints are text and times are in ms. */
type Row = Record<'store' | 'product', string> &
  Record<'quantity' | 'average' | 'moment' | 'due_quantity' | 'due_average' | 'due_moment', string | null>

/**
 * Yields each balance that differs from the result of the last movement in its place. A place whose movements
 * were all removed keeps an empty balance with -infinity as the time of the last movement.
 */
export async function* checkBalances(tx: Tx, productIds: readonly string[]): AsyncGenerator<Finding> {
  const rows = streamRows<Row>(
    tx,
    sql`
      SELECT s.id AS store, p.id AS product,
        b.quantity, b.average_cost AS average, extract(epoch FROM b.last_movement_at) * 1000 AS moment,
        coalesce(last.balance_after, 0) AS due_quantity, coalesce(last.average_after, 0) AS due_average,
        extract(epoch FROM coalesce(last.moment, '-infinity')) * 1000 AS due_moment
      FROM unnest(${sql.param([...productIds])}::uuid[]) AS p (id)
      JOIN stores AS s ON s.organization_id = ${tx.organizationId}
      LEFT JOIN stock_balances AS b
        ON b.organization_id = ${tx.organizationId} AND b.store_id = s.id AND b.product_id = p.id
      LEFT JOIN LATERAL (
        SELECT m.balance_after, m.average_after, m.moment FROM stock_movements AS m
        WHERE m.organization_id = ${tx.organizationId} AND m.product_id = p.id AND m.store_id = s.id
        ORDER BY m.moment DESC, m.seq DESC LIMIT 1
      ) AS last ON true
      WHERE CASE WHEN b.store_id IS NULL THEN last.moment IS NOT NULL ELSE
        (b.quantity, b.average_cost, b.last_movement_at) IS DISTINCT FROM
          (coalesce(last.balance_after, 0), coalesce(last.average_after, 0), coalesce(last.moment, '-infinity')) END`,
  )
  for await (const { store, product, ...row } of rows) {
    const stored = { balance: row.quantity, averageCost: row.average, moment: row.moment }
    const due = { balance: row.due_quantity, averageCost: row.due_average, moment: row.due_moment }
    const differing = compare(inNumbers(stored), inNumbers(due))
    if (!differing) continue
    yield {
      kind: 'WrongBalance',
      documentType: null,
      documentId: null,
      lineNo: null,
      productId: product,
      storeId: store,
      ...differing,
    }
  }
}

function inNumbers<Name extends string>(texts: Record<Name, string | null>): Record<Name, number | null> {
  const entries = Object.entries<string | null>(texts)
  return Object.fromEntries(
    entries.map(([name, text]) => [name, text === null ? null : Number(text)]),
  ) as Record<Name, number | null>
}
