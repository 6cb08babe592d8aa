import { and, eq, isNull, or, type SQL, sql } from 'drizzle-orm'
import { portions } from '#hub/db/records.ts'
import { type Reason, type WorkItemKind, workItems } from '#hub/db/tables/sync.ts'
import type { Tx } from '#hub/db/transact.ts'
import type { FlagCode } from '#shared/flags/flag.ts'
import { newId } from '#shared/std/ids.ts'

/**
 * What an item is about. `subject` is, by kind: quarantined and flagged, the id of the upload; conflict,
 * `<upload id>:<hash of the other body>`; fork and hole, the id of the chain; clone, the id of the device.
 */
export interface WorkItemKey {
  kind: WorkItemKind
  subject: string
}

export interface NewWorkItem extends WorkItemKey {
  deviceId?: string | null
  uploadId?: string | null
  conflictHash?: string | null
  /** Tell one occurrence from the next here: what a person has settled comes back only with other reasons. */
  reasons: Reason[]
}

/** See openWorkItems. */
export function openWorkItem(tx: Tx, item: NewWorkItem): Promise<void> {
  return openWorkItems(tx, [item])
}

/**
 * Puts items on the list. One that is there already takes the new reasons. One that had settled by itself, or whose
 * reasons are others than those a person has settled, is opened again and keeps the note of the last time; so is a
 * clone in any case, because it is noticed again only after a person has settled it.
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
          OR ${said('work_items')} <> ${said('excluded')}
          OR (work_items.settled_at IS NOT NULL AND (work_items.settled_by_id IS NULL OR work_items.kind = 'clone'))`,
      })
  }
}

/** What a person has read of the reasons: one that tells its values too is no other. */
const said = (row: 'work_items' | 'excluded'): SQL =>
  sql`jsonb_path_query_array(${sql.raw(row)}.reasons, '$[*].detail')`

/** Takes items off the list whose cause is gone, such as an upload that a retry has posted. Others stay as they are. */
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

/** Takes a reason off flagged uploads that is none any more; an item that has no other settles by itself. */
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

/** Each item once, its last mention, and all in one order, so that two batches at once do not deadlock. */
function inLockOrder<Item extends WorkItemKey>(items: readonly Item[]): Item[] {
  const byKey = new Map(items.map((item) => [`${item.kind} ${item.subject}`, item]))
  return [...byKey].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, item]) => item)
}
