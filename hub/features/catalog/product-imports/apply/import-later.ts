import { organizationOf } from '#hub/auth/actor.ts'
import type { Tx } from '#hub/db/transact.ts'
import type { FileStore } from '#hub/files/file-store.ts'
import type { JobQueue } from '#hub/jobs/queue.ts'
import type { ImportRecord } from '../queries.ts'
import type { SentFile } from '../read/sent-file.ts'
import { storeFile } from '../read/store-file.ts'
import { queueImport } from './queue-import.ts'

/**
 * Leaves the import of a file to a job. The file is stored first: the job that reads it may begin as soon as
 * its record exists.
 */
export async function importLater(
  { files, jobs }: { files: FileStore; jobs: JobQueue },
  transact: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>,
  { file, format, options, actor }: SentFile,
): Promise<ImportRecord> {
  const fileKey = await storeFile(files, organizationOf(actor), file)
  const record = await transact((tx) =>
    queueImport(tx, jobs, { format, options, actor, fileName: file.name, fileKey }),
  )
  jobs.wake('product-import')
  return record
}
