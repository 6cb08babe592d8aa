import type { HubCore } from '#hub/core.ts'
import { hasChangeSet, listPlannedFileRows } from '#hub/features/catalog/change-sets/queries.ts'
import type { FileStore } from '#hub/files/file-store.ts'
import type { TempFiles } from '#hub/files/temp-files.ts'
import { doJobs, type JobResult, type Run } from '#hub/jobs/do-jobs.ts'
import type { JobQueue } from '#hub/jobs/queue.ts'
import type { JobData } from '#hub/jobs/queues.ts'
import type { ImportFailure, ImportOutcome, Made } from '#shared/contracts/catalog/product-imports.ts'
import { Problem } from '#shared/problems/problem.ts'
import { type PreviewedRows, wholeOptions } from '../import-input.ts'
import { findImport, type ImportRecord, noteProgress, senderOf, updateImport } from '../queries.ts'
import { readStored } from '../read/read-stored.ts'
import { ImportReport } from '../report.ts'
import { importProducts } from './import-products.ts'

/** Dependencies of imports. */
interface Importer extends HubCore {
  files: FileStore
  tempFiles: TempFiles
  jobs: JobQueue
}

/** Runs imports in the background. */
export function doImports(hub: Importer): void {
  doJobs(hub, 'product-import', (data, run) => runImport(hub, data, run))
}

/**
 * Imports a stored file. The end of the import is committed together with its changes, so after a crash the
 * next run finds either nothing done or nothing left to do.
 */
async function runImport(
  hub: Importer,
  { organizationId, importId }: JobData['product-import'],
  run: Run,
): Promise<JobResult> {
  const begun = await begin(hub, organizationId, importId)
  if (!begun) return { importId }
  const { record, previewed } = begun
  const end = async (): Promise<void> => {
    await hub.files.delete(record.fileKey).catch((error: unknown) => {
      hub.log.warn({ err: error, importId }, 'the file of an import could not be deleted')
    })
  }
  try {
    const { created, updated } = await importFile(hub, begun, run)
    await end()
    return { importId, created, updated }
  } catch (error) {
    const outcome = failureOf(error, run, hub.stopping)
    if (outcome) {
      await hub.db.transact(organizationId, (tx) =>
        updateImport(tx, importId, { status: 'Failed', outcome: { ...outcome }, endedAt: new Date() }),
      )
      // An import with a preview is not ended, so that it can be applied again.
      if (!previewed) await end()
    }
    throw error
  }
}

/** Returns the failure, or undefined when the import will be retried. */
function failureOf(error: unknown, run: Run, stopping: AbortSignal): ImportFailure | undefined {
  if (run.isCanceled()) return CANCELED
  if (error instanceof Problem && error.code === 'invalid_request') return faultsOf(error)
  return run.isLastTry && !stopping.aborted ? BROKEN : undefined
}

interface Begun {
  record: ImportRecord
  /** Rows of the preview. Undefined for an import without a preview. */
  previewed: PreviewedRows | undefined
}

/** Marks the import as running. Returns undefined when it has already ended. */
function begin(hub: Importer, organizationId: string, importId: string): Promise<Begun | undefined> {
  return hub.db.transact(organizationId, async (tx) => {
    const record = await findImport(tx, importId)
    if (!record || record.endedAt) return undefined
    await updateImport(tx, importId, {
      status: 'Running',
      rowsDone: 0,
      startedAt: record.startedAt ?? new Date(),
    })
    const isPreviewed = await hasChangeSet(tx, importId)
    return { record, previewed: isPreviewed ? await listPlannedFileRows(tx, importId) : undefined }
  })
}

async function importFile(
  hub: Importer,
  { record, previewed }: Begun,
  { signal, progress, requester, command }: Run,
): Promise<ImportOutcome> {
  const { organizationId, id, format, options } = record
  const report = new ImportReport()
  const read = await readStored(hub, record, report, signal)
  const rowsTotal = read.rows.length + read.groups.length
  await hub.db.transact(organizationId, (tx) => updateImport(tx, id, { rowsTotal }))
  return importProducts(
    hub.db,
    organizationId,
    { read, format, report, options: wholeOptions(options), ...(previewed && { previewed }) },
    {
      jobs: hub.jobs,
      importId: id,
      requester,
      made: (record.outcome?.made ?? []) as Made[],
      signal,
      fileName: record.fileName,
      author: { ...(await senderOf(hub.db, record)), command: command() },
      progress: (done) => {
        progress(done, rowsTotal)
        // A separate transaction, so that others see the progress immediately.
        void hub.db.transact(organizationId, (tx) => noteProgress(tx, id, done)).catch(() => undefined)
      },
      finish: (tx, outcome) =>
        updateImport(tx, id, {
          status: 'Done',
          rowsDone: rowsTotal,
          outcome: { ...outcome },
          endedAt: new Date(),
        }),
    },
  )
}

function faultsOf({ message, options }: Problem): ImportFailure {
  const errors = (options.errors ?? []).flatMap((error) =>
    'row' in error ? [error as unknown as ImportFailure['errors'][number]] : [],
  )
  return { detail: message, errors, errorsTotal: Number(options.extensions?.errorsTotal ?? errors.length) }
}

const CANCELED: ImportFailure = { detail: 'Canceled', errors: [], errorsTotal: 0 }

const BROKEN: ImportFailure = {
  detail: 'Something went wrong on our side, or others kept changing the same products. Try again',
  errors: [],
  errorsTotal: 0,
}
