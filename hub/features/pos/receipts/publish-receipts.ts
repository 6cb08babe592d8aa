import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import type { HubCore } from '#hub/core.ts'
import { tillReceipts } from '#hub/db/tables/till-receipts.ts'
import type { Tx } from '#hub/db/transact.ts'
import { startPeriodic } from '#hub/jobs/periodic.ts'
import { sleep } from '#shared/std/retry.ts'
import { composeReceipts } from './compose-receipts.ts'

const EVERY_MS = 5000
const HALF_MS = EVERY_MS / 2
/**
 * Maximum number of a store's receipts in one round, which limits them to 200 a second. This keeps all tills
 * of the store from downloading weeks of sales while they upload them.
 */
const AT_ONCE = 1000
/** Maximum number of a store's receipts to keep, newest first. A large store has 70,000 in two weeks. */
const MOST_RECEIPTS = 100_000
const EXPIRED_EVERY = sql`interval '6 hours'`

type Place = { organizationId: string; storeId: string }

/**
 * Starts publishing receipts to the tills of their store every few seconds (docs/sync.md#receipts). If each
 * sale published its own receipt, all sales of an organization would queue for the feed number. Several hub
 * processes can run it concurrently.
 */
export function startReceiptPublisher(hub: HubCore): () => Promise<void> {
  return startPeriodic(hub, 'receipt publisher', HALF_MS, async () => {
    // Runs between two rounds of the stock publisher, which takes numbers from the same feeds.
    await sleep(HALF_MS * hub.pace, hub.stopping)
    await publishReceipts(hub)
  })
}

async function publishReceipts(hub: HubCore): Promise<void> {
  const { rows } = await hub.db.platform((tx) =>
    tx.execute<Place>(sql`
      SELECT organization_id AS "organizationId", store_id AS "storeId"
      FROM platform_till_receipts_to_publish(now() - ${EXPIRED_EVERY})`),
  )
  for (const place of rows) {
    // A failure in one store does not stop the others.
    const published = hub.db.transact(place.organizationId, (tx) => publishBatch(tx, place.storeId))
    await published.catch((error: unknown) => {
      hub.log.warn({ err: error, ...place }, 'receipts could not be published to tills, will retry')
    })
  }
}

type StoreState = { since: Date; days: number; wantedDays: number; isDue: boolean }

/** Publishes a batch. Does nothing when another process is publishing for this store. */
async function publishBatch(tx: Tx, storeId: string): Promise<void> {
  await tx.execute(sql`
    INSERT INTO till_receipt_stores (organization_id, store_id) VALUES (${tx.organizationId}, ${storeId})
    ON CONFLICT DO NOTHING`)
  const { rows } = await tx.execute<StoreState>(sql`
    SELECT s.days, till_receipt_days(o.return_period_days) AS "wantedDays",
      s.expired_at < now() - ${EXPIRED_EVERY} AS "isDue"
    FROM till_receipt_stores s JOIN organization_settings o ON o.organization_id = s.organization_id
    WHERE s.organization_id = ${tx.organizationId} AND s.store_id = ${storeId} FOR UPDATE OF s SKIP LOCKED`)
  const state = rows[0]
  if (!state) return
  const isNew = state.days !== state.wantedDays
  if (isNew || state.isDue) await expire(tx, storeId, state.wantedDays)
  if (isNew) await noteKept(tx, storeId)
  const { saleIds, retailPointIds } = await takeNotes(tx, storeId)
  await noteSalesOfPoints(tx, storeId, retailPointIds)
  await publish(tx, storeId, saleIds)
}

/**
 * Deletes expired receipts. Tills delete theirs when they receive the new `since`, so these deletions need no
 * feed numbers.
 */
async function expire(tx: Tx, storeId: string, days: number): Promise<void> {
  const place = sql`organization_id = ${tx.organizationId} AND store_id = ${storeId}`
  await tx.execute(sql`
    UPDATE till_receipt_stores SET days = ${days}, expired_at = now(), since = greatest(
      now() - make_interval(days => ${days}),
      (SELECT sold_at FROM till_receipts WHERE ${place} ORDER BY sold_at DESC LIMIT 1 OFFSET ${MOST_RECEIPTS - 1}))
    WHERE ${place}`)
  await tx.execute(sql`
    DELETE FROM till_receipts
    WHERE ${place} AND sold_at < (SELECT since FROM till_receipt_stores WHERE ${place})`)
}

/** Queues all receipts within the retention period, for a new store or after the period was extended. */
async function noteKept(tx: Tx, storeId: string): Promise<void> {
  const place = sql`organization_id = ${tx.organizationId} AND store_id = ${storeId}`
  await tx.execute(sql`
    INSERT INTO till_receipt_changes (organization_id, store_id, sale_id)
    SELECT organization_id, store_id, id FROM retail_sales
    WHERE ${place} AND date >= (SELECT since FROM till_receipt_stores WHERE ${place})
      AND (receipt_number IS NOT NULL OR original_sale_id IS NOT NULL)`)
}

async function takeNotes(tx: Tx, storeId: string): Promise<{ saleIds: string[]; retailPointIds: string[] }> {
  const place = sql`organization_id = ${tx.organizationId} AND store_id = ${storeId}`
  const { rows } = await tx.execute<{ saleId: string | null; retailPointId: string | null }>(sql`
    DELETE FROM till_receipt_changes WHERE ${place} AND id IN (
      SELECT id FROM till_receipt_changes WHERE ${place} ORDER BY id LIMIT ${AT_ONCE})
    RETURNING sale_id AS "saleId", retail_point_id AS "retailPointId"`)
  const distinct = (ids: (string | null)[]): string[] => [...new Set(ids.filter((id) => id !== null))]
  return {
    saleIds: distinct(rows.map(({ saleId }) => saleId)),
    retailPointIds: distinct(rows.map(({ retailPointId }) => retailPointId)),
  }
}

/**
 * Queues the sales of retail points that joined or left the store, and the returns of these sales made at any
 * store.
 */
async function noteSalesOfPoints(tx: Tx, storeId: string, retailPointIds: readonly string[]): Promise<void> {
  if (retailPointIds.length === 0) return
  const isOfPoint = sql`
    sale.organization_id = ${tx.organizationId} AND sale.retail_point_id = ANY(${sql.param(retailPointIds)}::uuid[])
    AND sale.date >= (SELECT since FROM till_receipt_stores
      WHERE organization_id = ${tx.organizationId} AND store_id = ${storeId})`
  await tx.execute(sql`
    INSERT INTO till_receipt_changes (organization_id, store_id, sale_id)
    SELECT sale.organization_id, ${storeId}::uuid, sale.id FROM retail_sales sale
    WHERE ${isOfPoint} AND sale.store_id <> ${storeId}
    UNION
    SELECT back.organization_id, ${storeId}::uuid, back.id FROM retail_sales sale
    JOIN retail_sales back ON back.organization_id = sale.organization_id AND back.original_sale_id = sale.id
    WHERE ${isOfPoint} AND back.store_id <> ${storeId}`)
}

async function publish(tx: Tx, storeId: string, saleIds: readonly string[]): Promise<void> {
  if (saleIds.length === 0) return
  await notePlacesElsewhere(tx, storeId, saleIds)
  const receipts = await composeReceipts(tx, storeId, saleIds)
  const composed = new Set(receipts.map(({ id }) => id))
  const gone = saleIds.filter((id) => !composed.has(id))
  if (gone.length > 0) {
    await tx
      .update(tillReceipts)
      .set({ body: null, seq: null })
      .where(
        and(
          eq(tillReceipts.organizationId, tx.organizationId),
          eq(tillReceipts.storeId, storeId),
          inArray(tillReceipts.id, gone),
          isNotNull(tillReceipts.body),
        ),
      )
  }
  if (receipts.length === 0) return
  await tx
    .insert(tillReceipts)
    .values(receipts.map((receipt) => ({ organizationId: tx.organizationId, storeId, ...receipt })))
    .onConflictDoUpdate({
      target: [tillReceipts.organizationId, tillReceipts.storeId, tillReceipts.id],
      set: { body: sql`excluded.body`, soldAt: sql`excluded.sold_at`, seq: null },
      setWhere: sql`till_receipts.body IS DISTINCT FROM excluded.body`,
    })
}

/**
 * Queues sales for other stores. A sale is also published to the current store of its retail point, and a
 * return to the store of its original sale. Both are found in any order of arrival, because a queued change
 * is read only after its sale has been committed.
 */
async function notePlacesElsewhere(tx: Tx, storeId: string, saleIds: readonly string[]): Promise<void> {
  const ids = sql`ARRAY(SELECT unnest(${sql.param(saleIds)}::uuid[]))`
  await tx.execute(sql`
    INSERT INTO till_receipt_changes (organization_id, store_id, sale_id)
    SELECT sale.organization_id, point.store_id, sale.id
    FROM retail_sales sale
    JOIN retail_points point
      ON point.organization_id = sale.organization_id AND point.id = sale.retail_point_id
    WHERE sale.organization_id = ${tx.organizationId} AND sale.id = ANY(${ids})
      AND sale.store_id = ${storeId} AND point.store_id <> ${storeId}`)
  const returns = sql`
    INSERT INTO till_receipt_changes (organization_id, store_id, sale_id)
    SELECT back.organization_id, place.store_id, back.id
    FROM retail_sales back
    JOIN retail_sales original
      ON original.organization_id = back.organization_id AND original.id = back.original_sale_id
    LEFT JOIN retail_points point
      ON point.organization_id = original.organization_id AND point.id = original.retail_point_id
    CROSS JOIN LATERAL (SELECT original.store_id UNION SELECT point.store_id) place
    WHERE back.organization_id = ${tx.organizationId} AND place.store_id <> back.store_id`
  await tx.execute(sql`${returns} AND back.id = ANY(${ids}) AND back.store_id = ${storeId}`)
  await tx.execute(sql`${returns} AND back.original_sale_id = ANY(${ids}) AND original.store_id = ${storeId}`)
}
