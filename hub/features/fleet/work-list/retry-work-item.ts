import { and, eq } from 'drizzle-orm'
import { uploads, type WorkItemKind, workItems } from '#hub/db/tables/sync.ts'
import type { Author, Tx } from '#hub/db/transact.ts'
import { type PostingContext, retryUpload } from '#hub/features/pos/upload/post-upload.ts'
import { claimWorkItem } from '#hub/features/work-items/claim-work-item.ts'
import type { RetryWorkItem } from '#shared/contracts/fleet/work-list.ts'
import { Problem } from '#shared/problems/problem.ts'
import { must } from '#shared/std/must.ts'

/**
 * Posts a quarantined upload again, using the user's correction if there is one. The item is settled when
 * posting succeeds, and shows the new reason when it fails. Throws `retry_pointless` for other kinds of
 * items, and the errors of `claimWorkItem`.
 */
export async function retryWorkItem(
  hub: PostingContext,
  { organizationId, author }: { organizationId: string; author: Author },
  id: string,
  retry: RetryWorkItem,
): Promise<void> {
  const uploadId = await hub.db.transact(organizationId, (tx) => prepare(tx, id, retry), author)
  await retryUpload(hub, organizationId, uploadId)
}

/** Claims the item and increments its version, so that the second of two concurrent retries fails as stale. */
async function prepare(tx: Tx, id: string, { version, body }: RetryWorkItem): Promise<string> {
  const item = await claimWorkItem(tx, id, version)
  if (item.kind !== 'quarantined') throw new Problem('retry_pointless', { detail: WHY_POINTLESS[item.kind] })
  const uploadId = must(item.uploadId, 'upload of a quarantined item')
  await tx
    .update(workItems)
    .set({ version: version + 1 })
    .where(and(eq(workItems.organizationId, tx.organizationId), eq(workItems.id, id)))
  if (body !== undefined) {
    await tx
      .update(uploads)
      .set({ correctedBody: body })
      .where(and(eq(uploads.organizationId, tx.organizationId), eq(uploads.id, uploadId)))
  }
  return uploadId
}

const WHY_POINTLESS: Record<Exclude<WorkItemKind, 'quarantined'>, string> = {
  conflict: 'The first body counts. Correct the books for the differences in the other one, and settle it',
  flagged: 'It is booked. Check its flags, and settle it',
  fork: 'The sales of both agents are kept and booked. Find out why there are two, and settle it',
  clone: 'The sales of both agents are kept and booked. Find the second one, and settle it',
  hole: 'The missing items have not been received, so nothing can be posted. Find the till, and settle it',
}
