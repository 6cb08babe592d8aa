import { sql } from 'drizzle-orm'
import type { HubContext } from '#hub/context.ts'
import type { Tx } from '#hub/db/transact.ts'
import { startPeriodic } from '#hub/jobs/periodic.ts'
import { quantity } from '#shared/money/decimal.ts'

const EVERY_MS = 5000
/** The lock on the number of the feed is held while so many rows are given one. */
const AT_ONCE = 5000
/** What a message to a till can carry (shared/money/wire.ts). */
const LARGEST_QUANTITY = quantity(1e10)

/**
 * Tells tills every few seconds what is in stock (hub/db/tables/till-stock.ts), all that has changed of a store at once.
 * Any number of hub processes may do it.
 */
export function startStockPublisher(hub: HubContext): () => Promise<void> {
  return startPeriodic(hub, 'stock publisher', EVERY_MS, () => publishStock(hub))
}

async function publishStock({ db, stopping }: HubContext): Promise<void> {
  const { rows } = await db.platform((tx) =>
    tx.execute<{ organizationId: string; storeId: string }>(sql`
      SELECT organization_id AS "organizationId", store_id AS "storeId" FROM platform_till_stock_to_publish()`),
  )
  for (const { organizationId, storeId } of rows) {
    let isMore = true
    while (isMore && !stopping.aborted) {
      isMore = await db.transact(organizationId, (tx) => publishBatch(tx, storeId))
    }
  }
}

/** Answers whether there is more to do at once; not when another process is at this store. */
async function publishBatch(tx: Tx, storeId: string): Promise<boolean> {
  // One at a time: of two who read a balance, the one who read it first must not write it last.
  const { rows } = await tx.execute<{ isNew: boolean; isComplete: boolean }>(sql`
    SELECT noticed_by IS NULL AS "isNew", is_complete AS "isComplete" FROM till_stock_stores
    WHERE organization_id = ${tx.organizationId} AND store_id = ${storeId} FOR UPDATE SKIP LOCKED`)
  const [store] = rows
  if (!store) return false
  if (!store.isComplete) await takeUp(tx, storeId)
  return (await tell(tx, storeId)) === AT_ONCE || store.isNew
}

/**
 * Notes every balance of a store that is new here. A transaction that changed one may have begun before the store was
 * there to be seen, and noted nothing: it is waited until all of those are over. Their numbers are below that of the
 * first transaction here, which saw the store.
 */
async function takeUp(tx: Tx, storeId: string): Promise<void> {
  await tx.execute(sql`
    WITH ready AS (
      UPDATE till_stock_stores
      SET noticed_by = coalesce(noticed_by, pg_current_xact_id()::text::bigint),
        is_complete = coalesce(noticed_by < pg_snapshot_xmin(pg_current_snapshot())::text::bigint, false)
      WHERE organization_id = ${tx.organizationId} AND store_id = ${storeId}
      RETURNING is_complete
    )
    INSERT INTO till_stock_changes (organization_id, store_id, product_id)
    SELECT organization_id, store_id, product_id FROM stock_balances
    WHERE organization_id = ${tx.organizationId} AND store_id = ${storeId} AND quantity <> 0
      AND (SELECT is_complete FROM ready)`)
}

/**
 * In one statement: a balance that is read with an older state than the note of its change would be told for good. A note
 * that cannot be seen yet is left, and so is the balance it is of.
 */
async function tell(tx: Tx, storeId: string): Promise<number> {
  const place = sql`organization_id = ${tx.organizationId} AND store_id = ${storeId}`
  const { rows } = await tx.execute<{ taken: number }>(sql`
    WITH taken AS (
      DELETE FROM till_stock_changes WHERE ${place} AND id IN (
        SELECT id FROM till_stock_changes WHERE ${place} ORDER BY id LIMIT ${AT_ONCE})
      RETURNING product_id
    ), present AS (
      SELECT product_id, least(greatest(quantity, ${-LARGEST_QUANTITY}), ${LARGEST_QUANTITY}) AS quantity
      FROM stock_balances WHERE ${place} AND product_id IN (SELECT product_id FROM taken)
    ), gone AS (
      DELETE FROM till_stock WHERE ${place}
        AND product_id IN (SELECT product_id FROM present WHERE quantity = 0)
    ), told AS (
      INSERT INTO till_stock AS told (organization_id, store_id, product_id, quantity)
      SELECT ${tx.organizationId}::uuid, ${storeId}::uuid, product_id, quantity FROM present WHERE quantity <> 0
      ON CONFLICT (organization_id, store_id, product_id) DO UPDATE SET quantity = excluded.quantity
        WHERE told.quantity <> excluded.quantity
    )
    SELECT count(*)::int AS taken FROM taken`)
  return rows[0]?.taken ?? 0
}
