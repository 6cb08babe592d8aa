import type { HubCore } from '#hub/core.ts'
import type { FileStore } from '#hub/files/file-store.ts'
import type { JobContext, JobQueue } from '#hub/jobs/queue.ts'
import type { JobData } from '#hub/jobs/queues.ts'
import { type ImportFailure, ImportQuery } from '#shared/contracts/catalog/product-imports.ts'
import { Problem } from '#shared/problems/problem.ts'
import { importProducts } from './import-products.ts'
import { findEmployee, findImport, type ImportRecord, noteProgress, updateImport } from './queries.ts'
import { readProducts } from './read-products.ts'
import { openTable } from './read-table.ts'
import { ImportReport } from './report.ts'

/** What imports work with. */
interface Importer extends HubCore {
  files: FileStore
  jobs: JobQueue
}

/** Does imports in the background. */
export function doImports(hub: Importer): void {
  hub.jobs.work('product-import', (data, context) => runImport(hub, data, context))
}

/**
 * Imports a stored file. That it is done commits together with what it did, so that a second run, after a process has
 * died, finds either nothing done or nothing to do.
 */
async function runImport(
  hub: Importer,
  { organizationId, importId }: JobData['product-import'],
  { signal, isLastTry }: JobContext,
): Promise<void> {
  const record = await begin(hub, organizationId, importId)
  if (!record) return
  try {
    await importFile(hub, record, AbortSignal.any([signal, hub.stopping]))
  } catch (error) {
    const isFaultOfFile = error instanceof Problem && error.code === 'invalid_request'
    if (!isFaultOfFile && (!isLastTry || hub.stopping.aborted)) throw error
    if (!isFaultOfFile) hub.log.error({ err: error, importId }, 'an import has failed')
    const outcome = isFaultOfFile ? failureOf(error) : BROKEN
    await hub.db.transact(organizationId, (tx) =>
      updateImport(tx, importId, { status: 'Failed', outcome: { ...outcome }, endedAt: new Date() }),
    )
  }
  await hub.files.delete(record.fileKey).catch((error: unknown) => {
    hub.log.warn({ err: error, importId }, 'the file of an import could not be deleted')
  })
}

/** Imports that an older version has queued do not say all of them. */
const { dryRun: _, ...USUAL_OPTIONS } = ImportQuery.parse({})

/** undefined: it has ended already. */
function begin(hub: Importer, organizationId: string, importId: string): Promise<ImportRecord | undefined> {
  return hub.db.transact(organizationId, async (tx) => {
    const record = await findImport(tx, importId)
    if (!record || record.endedAt) return undefined
    await updateImport(tx, importId, {
      status: 'Running',
      rowsDone: 0,
      startedAt: record.startedAt ?? new Date(),
    })
    return record
  })
}

async function importFile(hub: Importer, record: ImportRecord, signal: AbortSignal): Promise<void> {
  const { organizationId, id, format, fileKey, options } = record
  const table = await openTable(async () => {
    const file = await hub.files.get(fileKey)
    if (!file) throw new Error(`the file ${fileKey} is not there`)
    return file.content
  })
  const report = new ImportReport()
  const read = await readProducts(table, format, report, { signal })
  if (read === 'more rows') throw new Error('no limit was set')
  const rowsTotal = read.rows.length + read.groups.length
  await hub.db.transact(organizationId, (tx) => updateImport(tx, id, { rowsTotal }))
  await importProducts(
    hub.db,
    organizationId,
    { read, format, report, options: { ...USUAL_OPTIONS, ...options } },
    {
      ...{ jobs: hub.jobs, importId: id },
      ...{ signal, fileName: record.fileName, employeeId: await employeeOf(hub, record) },
      progress: (done) => {
        // Others see it at once: it is not part of what is written.
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

/** Who sent the file. */
async function employeeOf(hub: Importer, { organizationId, createdById }: ImportRecord) {
  if (!createdById) return null
  return hub.db.read(organizationId, (tx) => findEmployee(tx, createdById))
}

function failureOf({ message, options }: Problem): ImportFailure {
  const errors = (options.errors ?? []).flatMap((error) =>
    'row' in error ? [error as unknown as ImportFailure['errors'][number]] : [],
  )
  return { detail: message, errors, errorsTotal: Number(options.extensions?.errorsTotal ?? errors.length) }
}

const BROKEN: ImportFailure = {
  detail: 'Something broke on our side, or others changed the same products all the time: try again',
  errors: [],
  errorsTotal: 0,
}
