import { type SQL, sql } from 'drizzle-orm'
import type { HubCore } from '#hub/core.ts'
import type { TillStockState } from '#hub/db/tables/till-stock.ts'
import type { Tx } from '#hub/db/transact.ts'
import { startPeriodic } from '#hub/jobs/periodic.ts'
import { quantity } from '#shared/money/decimal.ts'

const EVERY_MS = 5000
/** Maximum number of rows numbered in one batch, because the lock on the feed number is held meanwhile. */
const AT_ONCE = 5000
/** Largest quantity that the wire format can represent (shared/money/wire.ts). */
const LARGEST_QUANTITY = quantity(1e10)

type Place = { organizationId: string; storeId: string }

/**
 * Starts publishing stock to tills every few seconds (hub/db/tables/till-stock.ts), a store's changes in one
 * commit. Several hub processes can run it concurrently.
 */
export function startStockPublisher(hub: HubCore): () => Promise<void> {
  return startPeriodic(hub, 'stock publisher', EVERY_MS, () => publishStock(hub))
}

async function publishStock(hub: HubCore): Promise<void> {
  const { rows } = await hub.db.platform((tx) =>
    tx.execute<Place>(sql`
      SELECT organization_id AS "organizationId", store_id AS "storeId" FROM platform_till_stock_to_publish()`),
  )
  for (const place of rows) {
    // A failure in one store does not stop the others.
    await publishStore(hub, place).catch((error: unknown) => {
      hub.log.warn({ err: error, ...place }, 'stock could not be published to tills, will retry')
    })
  }
}

async function publishStore({ db, stopping }: HubCore, { organizationId, storeId }: Place): Promise<void> {
  let isMore = true
  while (isMore && !stopping.aborted) {
    isMore = await db.transact(organizationId, (tx) => publishBatch(tx, storeId))
  }
}

/**
 * Publishes a batch. Returns true when more changes are due, and false when another process is publishing for
 * this store.
 */
async function publishBatch(tx: Tx, storeId: string): Promise<boolean> {
  // One publisher at a time, so that a balance read earlier cannot overwrite one read later.
  const { rows } = await tx.execute<{ state: TillStockState }>(sql`
    SELECT state FROM till_stock_stores
    WHERE organization_id = ${tx.organizationId} AND store_id = ${storeId} FOR UPDATE SKIP LOCKED`)
  switch (rows[0]?.state) {
    case undefined:
      return false
    case 'New':
      await setState(tx, storeId, 'Noticed', sql`noticed_by = pg_current_xact_id()::text::bigint`)
      return true
    case 'Noticed':
      return noteAll(tx, storeId)
    case 'Noted': {
      const isMore = (await tell(tx, storeId)) === AT_ONCE
      if (!isMore) await setState(tx, storeId, 'Told')
      return isMore
    }
    case 'Told':
      return (await tell(tx, storeId)) === AT_ONCE
  }
}

async function setState(tx: Tx, storeId: string, state: TillStockState, also?: SQL): Promise<void> {
  await tx.execute(sql`
    UPDATE till_stock_stores SET state = ${state} ${also && sql`, ${also}`}
    WHERE organization_id = ${tx.organizationId} AND store_id = ${storeId}`)
}

/**
 * Queues every balance of a new store. A transaction that began before the store was visible may have changed
 * a balance without queueing it. Queueing therefore starts only after all these transactions have ended,
 * which are those numbered below the first transaction that saw the store. Returns true when done.
 */
async function noteAll(tx: Tx, storeId: string): Promise<boolean> {
  const place = sql`organization_id = ${tx.organizationId} AND store_id = ${storeId}`
  const { rows } = await tx.execute<{ isReady: boolean }>(sql`
    SELECT NOT platform_is_under_way_up_to(noticed_by) AS "isReady"
    FROM till_stock_stores WHERE ${place}`)
  if (!rows[0]?.isReady) return false
  await tx.execute(sql`
    INSERT INTO till_stock_changes (organization_id, store_id, product_id)
    SELECT organization_id, store_id, product_id FROM stock_balances WHERE ${place} AND quantity <> 0`)
  await setState(tx, storeId, 'Noted')
  return true
}

/**
 * Publishes balances in one statement, so that a balance is never older than the queued change that is
 * deleted with it. An older balance would stay wrong. A change that is not visible yet is left for the next
 * run.
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
