import type { HubCore } from '#hub/core.ts'
import type { FileStore } from '#hub/files/file-store.ts'
import type { TempFiles } from '#hub/files/temp-files.ts'
import { doJobs, type JobResult, type Run } from '#hub/jobs/do-jobs.ts'
import type { JobQueue } from '#hub/jobs/queue.ts'
import type { JobData } from '#hub/jobs/queues.ts'
import { wholeOptions } from '../import-input.ts'
import { findImport, senderOf } from '../queries.ts'
import { readStored } from '../read/read-stored.ts'
import { ImportReport } from '../report.ts'
import { planPreview, writePreview } from './preview-import.ts'

interface Previewer extends HubCore {
  files: FileStore
  tempFiles: TempFiles
  jobs: JobQueue
}

/** Creates previews of large files in the background. */
export function doImportPreviews(hub: Previewer): void {
  doJobs(hub, 'product-import-preview', (data, run) => runPreview(hub, data, run))
}

/** Writes all rows in one transaction. After a crash, the next run finds either no rows or nothing left to do. */
async function runPreview(
  hub: Previewer,
  { organizationId, importId }: JobData['product-import-preview'],
  { signal, progress }: Run,
): Promise<JobResult> {
  const { db } = hub
  const record = await db.read(organizationId, (tx) => findImport(tx, importId))
  if (record?.status !== 'Previewing') return { importId }
  const { format, options } = record
  const report = new ImportReport()
  const read = await readStored(hub, record, report, signal)
  const total = read.rows.length + read.groups.length
  progress(0, total)
  const author = await senderOf(db, record)
  const input = { read, format, report, options: wholeOptions(options) }
  const plan = await planPreview(db, organizationId, input, author)
  signal.throwIfAborted()
  await db.transact(organizationId, (tx) => writePreview(tx, importId, plan, input), {
    ...author,
    command: null,
  })
  progress(total, total)
  return { importId }
}
