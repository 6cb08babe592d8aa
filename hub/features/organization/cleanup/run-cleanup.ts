import { and, eq, sql } from 'drizzle-orm'
import { organizations } from '#hub/db/tables/platform.ts'
import { productImages, productImports } from '#hub/db/tables/products.ts'
import type { Deed, Tx } from '#hub/db/transact.ts'
import { deleteImageFiles } from '#hub/features/catalog/product-images/remove-images.ts'
import { type Exporter, makeExport } from '#hub/features/organization/export/make-export.ts'
import { refuseUnmadeReceipts } from '#hub/features/sales/fiscal/unmade-receipts.ts'
import { doJobs, type JobResult, type Run } from '#hub/jobs/do-jobs.ts'
import type { JobData } from '#hub/jobs/queues.ts'
import { KEPT_EXPORT_DAYS } from '#shared/contracts/organization/organization-export.ts'
import { newId } from '#shared/std/ids.ts'
import { sleep } from '#shared/std/retry.ts'
import { countData } from './count-data.ts'

/** Rows at once: a transaction of a moment, which holds up nobody. */
const PORTION = 2000
const FILES_AT_ONCE = 200
/** Rows that others have made meanwhile refer to what is to go: they go with the next round. */
const MOST_BLOCKED = 20
const BLOCKED_PAUSE_MS = 250

/** Deletes the data of organizations in the background. */
export function doCleanups(hub: Exporter): void {
  doJobs(hub, 'cleanup', (data, run) => cleanUp(hub, data, run))
}

/**
 * After an export, where one is wanted: portion by portion, until nothing is left; a run after one that was cut short goes on where that ended. What tills hand
 * over meanwhile is held and posted afterwards (hub/features/pos/upload/judge.ts). At last tills begin anew.
 */
async function cleanUp(
  hub: Exporter,
  { organizationId, exportId }: JobData['cleanup'],
  run: Run,
): Promise<JobResult> {
  const { signal, deed, progress } = run
  if (exportId) await makeExport(hub, { organizationId, exportId, keptHours: KEPT_EXPORT_DAYS * 24 }, run)
  const { counts, total } = await hub.db.read(organizationId, async (tx) => {
    await refuseUnmadeReceipts(tx)
    return countData(tx)
  })
  const asked = deed()
  await deleteFiles(hub, organizationId)
  let [rows, blockedRounds] = [0, 0]
  for (;;) {
    signal.throwIfAborted()
    const { deleted, blocked } = await hub.db.transact(organizationId, async (tx) => {
      const portion = await deletePortion(tx)
      if (asked && portion.deleted > 0) await note(tx, asked, { rows: portion.deleted, isFirst: rows === 0 })
      return portion
    })
    rows += deleted
    progress(rows, Math.max(rows, total))
    if (deleted > 0) continue
    if (!blocked) break
    blockedRounds += 1
    if (blockedRounds === MOST_BLOCKED) {
      if (run.isLastTry) await hub.db.read(organizationId, refuseUnmadeReceipts)
      throw new Error('rows to be deleted are in use')
    }
    await sleep(BLOCKED_PAUSE_MS, signal)
  }
  await hub.db.transact(organizationId, beginAnew)
  return { counts, total, rows }
}

async function deletePortion(tx: Tx): Promise<{ deleted: number; blocked: boolean }> {
  const { rows } = await tx.execute<{ deleted: number; blocked: boolean }>(
    sql`SELECT deleted, blocked FROM cleanup_portion(${PORTION}::integer)`,
  )
  return rows[0] ?? { deleted: 0, blocked: false }
}

/** Pictures of products and files of imports: the rows first, so that no row names a file that is gone. */
async function deleteFiles(hub: Exporter, organizationId: string): Promise<void> {
  for (;;) {
    const images = await hub.db.transact(organizationId, (tx) => takeSome(tx, productImages))
    await deleteImageFiles(hub, images)
    const imports = await hub.db.transact(organizationId, (tx) => takeSome(tx, productImports))
    // A file that was imported at once was never stored.
    for (const { fileKey } of imports) if (fileKey !== '') await hub.files.delete(fileKey)
    if (images.length + imports.length === 0) return
  }
}

/** Deletes some rows that name files. */
async function takeSome<Table extends typeof productImages | typeof productImports>(
  tx: Tx,
  table: Table,
): Promise<Table['$inferSelect'][]> {
  const own = sql`organization_id = ${tx.organizationId}`
  const some = sql`(SELECT id FROM ${table} WHERE ${own} LIMIT ${FILES_AT_ONCE})`
  return (await tx
    .delete(table as typeof productImages)
    .where(and(eq(table.organizationId, tx.organizationId), sql`${table.id} IN ${some}`))
    .returning()) as Table['$inferSelect'][]
}

/** The audit log counts what is deleted and keeps nothing of it. */
async function note(
  tx: Tx,
  deed: Deed,
  { rows, isFirst }: { rows: number; isFirst: boolean },
): Promise<void> {
  const { organizationId: id } = tx
  const changes = isFirst ? [{ table: 'organizations', id, name: null, was: {}, now: {} }] : []
  await tx.execute(
    sql`SELECT audit_add(${JSON.stringify(deed)}::jsonb, ${JSON.stringify(changes)}::jsonb, ${rows}::integer)`,
  )
}

/** What tills hold is of another history: they fetch all anew instead of each deletion. */
async function beginAnew(tx: Tx): Promise<void> {
  await tx.update(organizations).set({ syncEpoch: newId() }).where(eq(organizations.id, tx.organizationId))
}
