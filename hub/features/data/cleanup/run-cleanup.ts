import { and, eq, sql } from 'drizzle-orm'
import { organizations } from '#hub/db/tables/platform.ts'
import { productImages, productImports } from '#hub/db/tables/products.ts'
import type { Command, Tx } from '#hub/db/transact.ts'
import { deleteImageFiles } from '#hub/features/catalog/product-images/remove-images.ts'
import { type Exporter, makeExport } from '#hub/features/data/export/make-export.ts'
import { refuseUnmadeReceipts } from '#hub/features/sales/fiscal/unmade-receipts.ts'
import { doJobs, type JobResult, type Run } from '#hub/jobs/do-jobs.ts'
import type { JobData } from '#hub/jobs/queues.ts'
import { KEPT_EXPORT_DAYS } from '#shared/contracts/organization/organization-export.ts'
import { newId } from '#shared/std/ids.ts'
import { sleep } from '#shared/std/retry.ts'
import { countData } from './count-data.ts'

/** Rows deleted in one transaction. Few enough that other transactions are not blocked for long. */
const PORTION = 2000
const FILES_AT_ONCE = 200
/** Maximum number of rounds blocked by new references. Rows created during a round are deleted in the next one. */
const MOST_BLOCKED = 20
const BLOCKED_PAUSE_MS = 250

/** Registers the job that deletes the data of an organization. */
export function doCleanups(hub: Exporter): void {
  doJobs(hub, 'cleanup', (data, run) => cleanUp(hub, data, run))
}

/**
 * Exports the data if requested, then deletes it in batches until none is left. Can be resumed after an
 * interruption. Uploads from tills are held during the cleanup and posted afterwards
 * (hub/features/pos/upload/judge.ts). At the end, all tills reload everything.
 */
async function cleanUp(
  hub: Exporter,
  { organizationId, exportId }: JobData['cleanup'],
  run: Run,
): Promise<JobResult> {
  const { signal, command, progress } = run
  if (exportId) await makeExport(hub, { organizationId, exportId, keptHours: KEPT_EXPORT_DAYS * 24 }, run)
  const { counts, total } = await hub.db.read(organizationId, async (tx) => {
    await refuseUnmadeReceipts(tx)
    return countData(tx)
  })
  const requested = command()
  await deleteFiles(hub, organizationId)
  let [rows, blockedRounds] = [0, 0]
  for (;;) {
    signal.throwIfAborted()
    const { deleted, blocked } = await hub.db.transact(organizationId, async (tx) => {
      const portion = await deletePortion(tx)
      if (requested && portion.deleted > 0)
        await note(tx, requested, { rows: portion.deleted, isFirst: rows === 0 })
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
  await hub.db.transact(organizationId, beginHistory)
  return { counts, total, rows }
}

async function deletePortion(tx: Tx): Promise<{ deleted: number; blocked: boolean }> {
  const { rows } = await tx.execute<{ deleted: number; blocked: boolean }>(
    sql`SELECT deleted, blocked FROM cleanup_portion(${PORTION}::integer)`,
  )
  return rows[0] ?? { deleted: 0, blocked: false }
}

/**
 * Deletes product images and import files. Rows are deleted before files, so that no row refers to a missing
 * file.
 */
async function deleteFiles(hub: Exporter, organizationId: string): Promise<void> {
  for (;;) {
    const images = await hub.db.transact(organizationId, (tx) => takeSome(tx, productImages))
    await deleteImageFiles(hub, images)
    const imports = await hub.db.transact(organizationId, (tx) => takeSome(tx, productImports))
    // Small imports run without storing their file.
    for (const { fileKey } of imports) if (fileKey !== '') await hub.files.delete(fileKey)
    if (images.length + imports.length === 0) return
  }
}

/** Deletes a batch of rows that refer to files, and returns the rows. */
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

/** Records the number of deleted rows in the audit log, but not their content. */
async function note(
  tx: Tx,
  command: Command,
  { rows, isFirst }: { rows: number; isFirst: boolean },
): Promise<void> {
  const { organizationId: id } = tx
  const changes = isFirst ? [{ table: 'organizations', id, name: null, was: {}, now: {} }] : []
  await tx.execute(
    sql`SELECT audit_add(${JSON.stringify(command)}::jsonb, ${JSON.stringify(changes)}::jsonb, ${rows}::integer)`,
  )
}

/** Changes the sync epoch. Tills then reload everything instead of receiving each deletion. */
async function beginHistory(tx: Tx): Promise<void> {
  await tx.update(organizations).set({ syncEpoch: newId() }).where(eq(organizations.id, tx.organizationId))
}
