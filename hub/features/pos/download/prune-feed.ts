import { sql } from 'drizzle-orm'
import type { HubCore } from '#hub/core.ts'
import { listIds } from '#hub/db/list-ids.ts'
import type { Tx } from '#hub/db/transact.ts'
import { sleep } from '#shared/std/retry.ts'

/** Retention of the feed, in days. A till that was offline for longer needs a snapshot (docs/faults.md F46). */
const KEPT_DAYS = 400
const HOUSEKEEPING_MS = 6 * 60 * 60_000
/** Rows of each table deleted in one transaction. Few enough that other transactions wait only briefly. */
const BATCH = 10_000

/**
 * Starts deleting feed commits and changes older than the retention period. Returns a function that waits for
 * the end after the hub has stopped. Several hub processes can run it concurrently.
 */
export function startFeedHousekeeping(hub: HubCore): () => Promise<void> {
  const running = run(hub)
  return () => running
}

async function run(hub: HubCore): Promise<void> {
  while (!hub.stopping.aborted) {
    try {
      await pruneFeeds(hub)
    } catch (error) {
      hub.log.warn({ err: error }, 'pruning the feed failed, will retry')
    }
    await sleep(HOUSEKEEPING_MS, hub.stopping)
  }
}

async function pruneFeeds({ db, stopping }: HubCore): Promise<void> {
  const before = sql`now() - make_interval(days => ${KEPT_DAYS})`
  const organizationIds = await db.platform((tx) =>
    listIds(tx, sql`SELECT platform_organizations_with_commits_before(${before}) AS id`),
  )
  for (const id of organizationIds) {
    while (!stopping.aborted && (await db.transact(id, pruneBatch)) === BATCH);
  }
}

/**
 * Deletes a batch and returns the largest number of rows deleted from one table. The horizon is advanced no
 * later than in the same transaction, so no till can continue from a cursor whose changes are deleted.
 */
async function pruneBatch(tx: Tx): Promise<number> {
  const organization = sql`organization_id = ${tx.organizationId}`
  await tx.execute(sql`
    UPDATE feed_counters SET horizon = old.seq
    FROM (
      SELECT max(seq) AS seq FROM feed_commits
      WHERE ${organization} AND committed_at < now() - make_interval(days => ${KEPT_DAYS})
    ) old
    WHERE ${organization} AND horizon < old.seq`)
  const horizon = sql`(SELECT horizon FROM feed_counters WHERE ${organization})`
  // Skips locked rows until the next run, because waiting for them could deadlock.
  const changes = await tx.execute(sql`
    DELETE FROM feed WHERE ${organization} AND (kind, entity_id) IN (
      SELECT kind, entity_id FROM feed WHERE ${organization} AND seq <= ${horizon}
      LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)`)
  // Keeps the commit at the horizon for cursors at exactly this position.
  const commits = await tx.execute(sql`
    DELETE FROM feed_commits WHERE ${organization} AND seq IN (
      SELECT seq FROM feed_commits WHERE ${organization} AND seq < ${horizon}
      LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)`)
  return Math.max(changes.rowCount ?? 0, commits.rowCount ?? 0)
}
