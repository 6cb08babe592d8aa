import { type SQL, sql } from 'drizzle-orm'
import { beginningOf } from '#hub/day-sums/sold.ts'
import type { Tx } from '#hub/db/transact.ts'
import type { BackDated } from './find-back-dated.ts'
import { timeText } from './time-text.ts'

/**
 * Maximum number of movements recalculated at once after a change. With more, the product is marked, and a
 * job recalculates the rest in batches of this size (docs/domain.md#order-of-the-ledger).
 *
 * Invariants of a marked product: movements before its mark are correct. Later movements have correct
 * quantities, but their costs and balances can be stale. Each stored balance has a correct quantity, but its
 * average cost can be stale. A change before the mark moves the mark to an earlier time. Only the job moves
 * it to a later time.
 */
export const REPLAYED_AT_ONCE = 5000

/** Returns the marks of the marked products among `productIds`, in ms. */
export async function findMarks(tx: Tx, productIds: Iterable<string>): Promise<Map<string, number>> {
  const { rows } = await tx.execute<{ product: string; moment: Date }>(sql`
    SELECT product_id AS product, from_moment AS moment FROM cost_recalculations
    WHERE organization_id = ${tx.organizationId} AND product_id = ANY(${sql.param([...productIds])}::uuid[])`)
  return new Map(rows.map(({ product, moment }) => [product, new Date(moment).getTime()]))
}

/** True when costs up to the end of a day, such as 2027-03-01, are being recalculated. */
export async function areCostsPending(tx: Tx, day: string): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    SELECT FROM cost_recalculations
    WHERE organization_id = ${tx.organizationId} AND from_moment < ${beginningOf(tx, sql`${day}::date + 1`)} LIMIT 1`)
  return rows.length > 0
}

/** Marks products, or moves their marks to an earlier time. The products must be locked (`lockBalances`). */
export async function mark(tx: Tx, marks: ReadonlyMap<string, number>): Promise<void> {
  await tx.execute(sql`
    INSERT INTO cost_recalculations AS mark (organization_id, product_id, from_moment)
    SELECT ${tx.organizationId}::uuid, product_id, moment
    FROM unnest(
      ${sql.param([...marks.keys()])}::uuid[], ${sql.param([...marks.values()].map(timeText))}::timestamptz[]
    ) AS wanted (product_id, moment)
    ORDER BY product_id
    ON CONFLICT (organization_id, product_id)
      DO UPDATE SET from_moment = least(mark.from_moment, excluded.from_moment)`)
}

/** Saves the progress of the recalculation. Infinity removes the mark. */
export async function pushMark(tx: Tx, productId: string, moment: number): Promise<void> {
  await tx.execute(
    moment === Infinity
      ? sql`DELETE FROM cost_recalculations
          WHERE organization_id = ${tx.organizationId} AND product_id = ${productId}`
      : sql`UPDATE cost_recalculations SET from_moment = ${timeText(moment)}::timestamptz
          WHERE organization_id = ${tx.organizationId} AND product_id = ${productId}`,
  )
}

/** Returns the products that have more movements after the change than can be recalculated at once. */
export async function findLong(tx: Tx, backDated: BackDated): Promise<Set<string>> {
  const most = replayedAtOnce(tx)
  const { rows } = await tx.execute<{ product: string }>(sql`
    SELECT wanted.product_id AS product
    FROM unnest(
      ${sql.param([...backDated.keys()])}::uuid[], ${sql.param([...backDated.values()].map(timeText))}::timestamptz[]
    ) AS wanted (product_id, moment)
    WHERE (SELECT count(*) FROM (${laterMoments(tx, sql`wanted.product_id`, sql`wanted.moment`, most + 1)}) AS later)
      > ${most}`)
  return new Set(rows.map(({ product }) => product))
}

/** Returns the time (ms) before which the next batch of the job ends, or Infinity for the last batch. */
export async function endOfPortion(tx: Tx, productId: string, from: number): Promise<number> {
  const most = replayedAtOnce(tx)
  const start = sql`${timeText(from)}::timestamptz`
  const { rows } = await tx.execute<{ moment: Date }>(sql`
    SELECT moment FROM (${laterMoments(tx, sql`${productId}::uuid`, start, most + 1)}) AS later
    OFFSET ${most}`)
  if (!rows[0]) return Infinity
  // Movements with the same time stay together, however many there are.
  return Math.max(new Date(rows[0].moment).getTime(), from + 1)
}

/**
 * Returns SQL for the times of the first movements of a product from `start`, in order. Reads no more of each
 * store than needed.
 */
function laterMoments(tx: Tx, productId: SQL, start: SQL, most: number) {
  return sql`
    SELECT m.moment FROM stock_balances AS b
    CROSS JOIN LATERAL (
      SELECT movement.moment FROM stock_movements AS movement
      WHERE movement.organization_id = ${tx.organizationId} AND movement.product_id = b.product_id
        AND movement.store_id = b.store_id AND movement.moment >= ${start}
      ORDER BY movement.moment LIMIT ${most}
    ) AS m
    WHERE b.organization_id = ${tx.organizationId} AND b.product_id = ${productId}
    ORDER BY m.moment LIMIT ${most}`
}

const replayedAtOnce = ({ limits }: Tx): number => limits?.replayedAtOnce ?? REPLAYED_AT_ONCE
