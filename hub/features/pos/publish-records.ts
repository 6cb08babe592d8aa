import { sql } from 'drizzle-orm'
import type { HubCore } from '#hub/core.ts'
import { listIds } from '#hub/db/list-ids.ts'
import type { Tx } from '#hub/db/transact.ts'
import { startPeriodic } from '#hub/jobs/periodic.ts'

const EVERY_MS = 5000
/** Maximum number of an organization's records published in one commit. */
const AT_ONCE = 1000

/**
 * Kind of record that sales can change. Triggers only record the ids of changed records
 * (hub/db/sql/till-loyalty.sql), and a publisher later copies the records for tills.
 */
export interface PublishedKind {
  /** Kind as used in the names of tables such as till_card_changes and till_cards. */
  kind: 'card' | 'voucher'
  /** Plural noun for log messages. */
  noun: string
  /** Writes the records as tills must hold them at `moment`. Removes deleted ones. */
  publish: (tx: Tx, ids: string[], moment: Date) => Promise<void>
}

/**
 * Starts publishing records to tills every few seconds (docs/sync.md#cards): those changed by users or sales,
 * and those that change with time alone. Several hub processes can run it concurrently.
 */
export function startPublisher(hub: HubCore, noted: PublishedKind): () => Promise<void> {
  return startPeriodic(hub, `${noted.kind} publisher`, EVERY_MS, () => publishNoted(hub, noted))
}

async function publishNoted({ db, log, stopping }: HubCore, noted: PublishedKind): Promise<void> {
  const waiting = sql.identifier(`platform_till_${noted.kind}s_to_publish`)
  const organizationIds = await db.platform((tx) =>
    listIds(tx, sql`SELECT organization_id AS id FROM ${waiting}(${new Date().toISOString()})`),
  )
  for (const organizationId of organizationIds) {
    try {
      while (!stopping.aborted && (await db.transact(organizationId, (tx) => publishBatch(tx, noted))));
    } catch (error) {
      // A failure in one organization does not stop the others.
      log.warn({ err: error, organizationId }, `${noted.noun} could not be published to tills, will retry`)
    }
  }
}

/**
 * Publishes a batch. Returns true when more records are due, and false when another process is publishing for
 * this organization.
 */
async function publishBatch(tx: Tx, noted: PublishedKind): Promise<boolean> {
  // One publisher at a time, so that a record read earlier cannot overwrite one read later.
  const lock = `${tx.organizationId} till ${noted.kind}s`
  const { rows } = await tx.execute<{ isFree: boolean }>(sql`
    SELECT pg_try_advisory_xact_lock(hashtextextended(${lock}, 0)) AS "isFree"`)
  if (!rows[0]?.isFree) return false
  const moment = new Date()
  const taken = await takeChanged(tx, noted)
  const ids = new Set(taken.length < AT_ONCE ? [...taken, ...(await listDue(tx, noted, moment))] : taken)
  if (ids.size > 0) await noted.publish(tx, [...ids], moment)
  return taken.length === AT_ONCE
}

function takeChanged(tx: Tx, { kind }: PublishedKind): Promise<string[]> {
  const changes = sql.identifier(`till_${kind}_changes`)
  return listIds(
    tx,
    sql`
      DELETE FROM ${changes} WHERE organization_id = ${tx.organizationId} AND id IN (
        SELECT id FROM ${changes} WHERE organization_id = ${tx.organizationId} ORDER BY id LIMIT ${AT_ONCE})
      RETURNING ${sql.identifier(`${kind}_id`)} AS id`,
  )
}

function listDue(tx: Tx, { kind }: PublishedKind, moment: Date): Promise<string[]> {
  return listIds(
    tx,
    sql`
      SELECT id FROM ${sql.identifier(`till_${kind}s`)}
      WHERE organization_id = ${tx.organizationId} AND due_at <= ${moment.toISOString()}
      ORDER BY due_at LIMIT ${AT_ONCE}`,
  )
}
