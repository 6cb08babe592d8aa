import { type SQL, sql } from 'drizzle-orm'
import type { Tx } from '#hub/db/transact.ts'
import type { Quantity } from '#shared/money/decimal.ts'
import { timeText } from './time-text.ts'

/**
 * Part of a product's history, from `from` (inclusive) to `until` (exclusive), in ms. `from` must not be
 * later than the product's mark, so that all balances before it are correct.
 */
export interface Part {
  from: number
  until: number
}

/**
 * Returns the quantities at the end of the parts, by product and store. A quantity is the balance before the
 * part plus all movements in it, or the last count in it plus all later movements.
 */
export async function trueQuantities(
  tx: Tx,
  parts: ReadonlyMap<string, Part>,
): Promise<Map<string, Map<string, Quantity>>> {
  const quantities = new Map<string, Map<string, Quantity>>()
  if (parts.size === 0) return quantities
  const { rows } = await tx.execute<{ product: string; store: string; quantity: string }>(sql`
    SELECT b.product_id AS product, b.store_id AS store, ${QUANTITY} AS quantity FROM ${fromParts(tx, parts)}`)
  for (const { product, store, quantity } of rows) {
    const ofProduct = quantities.get(product) ?? new Map<string, Quantity>()
    quantities.set(product, ofProduct.set(store, Number(quantity) as Quantity))
  }
  return quantities
}

/**
 * Sets the balances of products, each marked at a time in ms. Balances get the correct quantity and keep the
 * stored average cost of the last movement until the job has run.
 */
export async function setTrueQuantities(tx: Tx, marks: ReadonlyMap<string, number>): Promise<void> {
  const parts = new Map([...marks].map(([productId, from]) => [productId, { from, until: Infinity }]))
  await tx.execute(sql`
    UPDATE stock_balances AS balance
    SET quantity = now.quantity, average_cost = now.average, last_movement_at = now.moment
    FROM (
      SELECT b.product_id, b.store_id, ${QUANTITY} AS quantity,
        coalesce(last.average_after, 0) AS average, coalesce(last.moment, '-infinity') AS moment
      FROM ${fromParts(tx, parts)}
      LEFT JOIN LATERAL (
        SELECT m.average_after, m.moment ${ofPlace(tx)} ORDER BY m.moment DESC, m.seq DESC LIMIT 1
      ) AS last ON true
    ) AS now
    WHERE balance.organization_id = ${tx.organizationId} AND balance.store_id = now.store_id
      AND balance.product_id = now.product_id`)
}

const QUANTITY = sql`coalesce(counted.quantity, base.quantity, 0) + coalesce(moved.quantity, 0)`

function fromParts(tx: Tx, parts: ReadonlyMap<string, Part>): SQL {
  const times = (moments: number[]) => sql`${sql.param(moments.map(timeText))}::timestamptz[]`
  const all = [...parts.values()]
  const isInPart = sql`m.moment >= part.start AND m.moment < part.finish`
  return sql`
    unnest(
      ${sql.param([...parts.keys()])}::uuid[], ${times(all.map(({ from }) => from))},
      ${times(all.map(({ until }) => until))}
    ) AS part (product_id, start, finish)
    JOIN stock_balances AS b ON b.organization_id = ${tx.organizationId} AND b.product_id = part.product_id
    LEFT JOIN LATERAL (
      SELECT m.balance_after AS quantity ${ofPlace(tx)} AND m.moment < part.start
      ORDER BY m.moment DESC, m.seq DESC LIMIT 1
    ) AS base ON true
    LEFT JOIN LATERAL (
      SELECT m.counted_quantity AS quantity, m.moment, m.seq ${ofPlace(tx)} AND ${isInPart} AND m.cost_rule = 'Count'
      ORDER BY m.moment DESC, m.seq DESC LIMIT 1
    ) AS counted ON true
    LEFT JOIN LATERAL (
      SELECT sum(m.quantity) AS quantity ${ofPlace(tx)} AND ${isInPart}
        AND (counted.seq IS NULL OR (m.moment, m.seq) > (counted.moment, counted.seq))
    ) AS moved ON true`
}

/** Returns the FROM and WHERE clauses for the movements of the product and store of `b`. */
function ofPlace(tx: Tx): SQL {
  return sql`
    FROM stock_movements AS m
    WHERE m.organization_id = ${tx.organizationId} AND m.product_id = b.product_id AND m.store_id = b.store_id`
}
