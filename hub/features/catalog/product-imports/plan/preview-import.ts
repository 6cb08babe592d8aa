import type { Author, Database, Tx } from '#hub/db/transact.ts'
import {
  type FullChangeSet,
  findChangeSet,
  getChangeSet,
  insertChangeSet,
  updateChangeSet,
} from '#hub/features/catalog/change-sets/queries.ts'
import type { JobQueue } from '#hub/jobs/queue.ts'
import { startJob } from '#hub/jobs/tracked-jobs.ts'
import { newId } from '#shared/std/ids.ts'
import type { FileToImport, ImportInput } from '../import-input.ts'
import { presentPlan } from '../present.ts'
import { insertImport, updateImport } from '../queries.ts'
import { countsOf, insertImportRows, namesOfAdded, previewRows } from './import-rows.ts'
import { type ImportPlan, planImport } from './plan-import.ts'

/** Inserts a change set without rows, which `writePreview` adds. The import has the same id. */
export async function insertPreview(
  tx: Tx,
  { format, options, actor, fileName, fileKey }: FileToImport,
): Promise<string> {
  const id = newId()
  await insertImport(tx, {
    id,
    format,
    options,
    fileName,
    fileKey,
    status: 'Previewing',
    createdById: actor.id,
  })
  await insertChangeSet(tx, {
    id,
    kind: 'product-import',
    step: 'Previewing',
    asked: { fileName },
    counts: {},
    createdByName: actor.name ?? '',
  })
  return id
}

/**
 * Inserts a change set whose rows are created by a job (run-preview.ts). Call
 * `jobs.wake('product-import-preview')` after the commit.
 */
export async function queuePreview(tx: Tx, jobs: JobQueue, file: FileToImport): Promise<FullChangeSet> {
  const id = await insertPreview(tx, file)
  const { id: jobId } = await startJob(tx, jobs, {
    type: 'product-import-preview',
    input: { importId: id },
    requester: file.actor,
  })
  await updateChangeSet(tx, id, { jobId })
  return getChangeSet(tx, id)
}

/** Returns the current effect of the import. Writes nothing. Throws the errors of planImport. */
export const planPreview = (
  db: Database,
  organizationId: string,
  input: ImportInput,
  { storeIds }: Pick<Author, 'storeIds'>,
): Promise<ImportPlan> => db.read(organizationId, (tx) => planImport(tx, input.read, input), storeIds)

/**
 * Writes the plan as rows of the change set, which show the effect on each row of the file. Does nothing when
 * the preview already has its rows or was discarded.
 */
export async function writePreview(tx: Tx, id: string, plan: ImportPlan, input: ImportInput): Promise<void> {
  const set = await findChangeSet(tx, id)
  if (set?.step !== 'Previewing') return
  const { read, report } = input
  const rows = previewRows(plan, read, report)
  await insertImportRows(tx, id, rows, namesOfAdded(plan))
  await updateChangeSet(tx, id, { step: 'Previewed', counts: countsOf(rows) })
  await updateImport(tx, id, {
    status: 'Previewed',
    rowsTotal: read.rows.length + read.groups.length,
    outcome: { ...presentPlan(plan, read, input) },
  })
}
