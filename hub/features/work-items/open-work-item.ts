import { and, eq, isNull, or, type SQL, sql } from 'drizzle-orm'
import { portions } from '#hub/db/records.ts'
import { type Reason, type WorkItemKind, workItems } from '#hub/db/tables/sync.ts'
import type { Tx } from '#hub/db/transact.ts'
import type { FlagCode } from '#shared/flags/flag.ts'
import { newId } from '#shared/std/ids.ts'

/**
 * Key of an item. `subject` depends on the kind. For `quarantined` and `flagged` it is the id of the upload,
 * for `conflict` `<upload id>:<hash of the other body>`, for `fork` and `hole` the id of the chain, and for
 * `clone` the id of the device.
 */
export interface WorkItemKey {
  kind: WorkItemKind
  subject: string
}

export interface NewWorkItem extends WorkItemKey {
  deviceId?: string | null
  uploadId?: string | null
  conflictHash?: string | null
  /**
   * Reasons of the item. A settled item is reopened only when its reasons differ from those that the user
   * settled.
   */
  reasons: Reason[]
}

/** Opens one item. See `openWorkItems`. */
export function openWorkItem(tx: Tx, item: NewWorkItem): Promise<void> {
  return openWorkItems(tx, [item])
}

/**
 * Adds items to the work list. An existing item takes over the new reasons. It is reopened, keeping its last
 * note, if it was settled automatically or a user settled it for other reasons. A clone is always reopened,
 * because it is detected again only after a user has settled it.
 */
export async function openWorkItems(tx: Tx, items: readonly NewWorkItem[]): Promise<void> {
  for (const portion of portions(inLockOrder(items))) {
    await tx
      .insert(workItems)
      .values(portion.map((item) => ({ ...item, organizationId: tx.organizationId, id: newId() })))
      .onConflictDoUpdate({
        target: [workItems.organizationId, workItems.kind, workItems.subject],
        set: {
          reasons: sql`excluded.reasons`,
          openedAt: sql`CASE WHEN work_items.settled_at IS NULL THEN work_items.opened_at ELSE now() END`,
          settledAt: null,
          settledById: null,
          settledByName: null,
          version: sql`work_items.version + 1`,
        },
        setWhere: sql`(work_items.settled_at IS NULL AND work_items.reasons <> excluded.reasons)
          OR ${detailsOf('work_items')} <> ${detailsOf('excluded')}
          OR (work_items.settled_at IS NOT NULL AND (work_items.settled_by_id IS NULL OR work_items.kind = 'clone'))`,
      })
  }
}

/**
 * Returns the reason texts that the user has read. Two reasons with the same text are equal, even when only
 * one of them has values.
 */
const detailsOf = (row: 'work_items' | 'excluded'): SQL =>
  sql`jsonb_path_query_array(${sql.raw(row)}.reasons, '$[*].detail')`

/**
 * Settles items whose cause has been resolved, such as an upload posted by a retry. Ignores items that are
 * not open.
 */
export async function settleByItself(tx: Tx, items: WorkItemKey | readonly WorkItemKey[]): Promise<void> {
  for (const portion of portions(inLockOrder([items].flat()))) {
    await tx
      .update(workItems)
      .set({ settledAt: sql`now()`, version: sql`${workItems.version} + 1` })
      .where(
        and(
          eq(workItems.organizationId, tx.organizationId),
          isNull(workItems.settledAt),
          or(
            ...portion.map(({ kind, subject }) =>
              and(eq(workItems.kind, kind), eq(workItems.subject, subject)),
            ),
          ),
        ),
      )
  }
}

/** Removes an obsolete reason from flagged uploads, and settles items that have no other reason. */
export async function dropReason(tx: Tx, uploadIds: readonly string[], code: FlagCode): Promise<void> {
  const left = sql`coalesce((
    SELECT jsonb_agg(told.reason ORDER BY told.place)
    FROM jsonb_array_elements(work_items.reasons) WITH ORDINALITY AS told (reason, place)
    WHERE told.reason ->> 'code' <> ${code}), '[]'::jsonb)`
  await tx.execute(sql`
    UPDATE work_items SET version = version + 1, reasons = ${left},
      settled_at = CASE WHEN ${left} = '[]'::jsonb THEN now() END
    WHERE organization_id = ${tx.organizationId} AND kind = 'flagged' AND settled_at IS NULL
      AND subject = ANY(${sql.param([...uploadIds])}::text[])`)
}

/** Returns the last occurrence of each item in a consistent order, so that concurrent batches do not deadlock. */
function inLockOrder<Item extends WorkItemKey>(items: readonly Item[]): Item[] {
  const byKey = new Map(items.map((item) => [`${item.kind} ${item.subject}`, item]))
  return [...byKey].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, item]) => item)
}
