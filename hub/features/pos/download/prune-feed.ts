import { sql } from 'drizzle-orm'
import type { HubCore } from '#hub/core.ts'
import { listIds } from '#hub/db/list-ids.ts'
import type { Tx } from '#hub/db/transact.ts'
import { sleep } from '#shared/std/retry.ts'

/** Retention in days: a till that was away for longer needs a snapshot (docs/faults.md F46). */
const KEPT_DAYS = 400
const HOUSEKEEPING_MS = 6 * 60 * 60_000
/** Rows of each table that one transaction deletes: few, so that others wait only briefly. */
const BATCH = 10_000

/**
 * Deletes commits and changes of the feed that are older than the retention time. Returns a function that stops it. Any
 * number of hub processes may run it at once.
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
 * Deletes a batch and returns the largest number of rows deleted from one table. The horizon moves in the
 * same transaction, or has moved before: no till continues from a cursor whose changes were deleted.
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
  // Locked rows are left for the next run: waiting for them could deadlock.
  const changes = await tx.execute(sql`
    DELETE FROM feed WHERE ${organization} AND (kind, entity_id) IN (
      SELECT kind, entity_id FROM feed WHERE ${organization} AND seq <= ${horizon}
      LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)`)
  // The commit of the horizon itself stays, for cursors at this position.
  const commits = await tx.execute(sql`
    DELETE FROM feed_commits WHERE ${organization} AND seq IN (
      SELECT seq FROM feed_commits WHERE ${organization} AND seq < ${horizon}
      LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)`)
  return Math.max(changes.rowCount ?? 0, commits.rowCount ?? 0)
}
