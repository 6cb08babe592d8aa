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

/** Rows of one transaction: short enough to block nobody. */
const PORTION = 2000
const FILES_AT_ONCE = 200
/** Limit of rounds that are blocked by new references: rows created meanwhile are deleted in the next round. */
const MOST_BLOCKED = 20
const BLOCKED_PAUSE_MS = 250

/** Deletes the data of organizations in the background. */
export function doCleanups(hub: Exporter): void {
  doJobs(hub, 'cleanup', (data, run) => cleanUp(hub, data, run))
}

/**
 * Exports the data if wanted, then deletes it batch by batch until nothing is left. A run after an
 * interrupted one continues where that ended. Uploads of tills meanwhile are held and posted afterwards
 * (hub/features/pos/upload/judge.ts). Finally tills reload everything.
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

/** Deletes pictures of products and files of imports: the rows first, so that every row has its file. */
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

/** Deletes some rows that refer to files, and returns them. */
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

/** Logs the number of deleted rows; the audit log keeps nothing of their content. */
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

/** Starts a new history: tills reload everything instead of receiving each deletion. */
async function beginHistory(tx: Tx): Promise<void> {
  await tx.update(organizations).set({ syncEpoch: newId() }).where(eq(organizations.id, tx.organizationId))
}
