import { organizationOf } from '#hub/auth/actor.ts'
import type { Database, Tx } from '#hub/db/transact.ts'
import { type FullChangeSet, getChangeSet } from '#hub/features/catalog/change-sets/queries.ts'
import type { FileStore } from '#hub/files/file-store.ts'
import type { JobQueue } from '#hub/jobs/queue.ts'
import { MAX_ROWS_AT_ONCE } from '#shared/contracts/catalog/product-imports.ts'
import { readSent, type SentFile } from '../read/sent-file.ts'
import { storeFile } from '../read/store-file.ts'
import { insertPreview, planPreview, queuePreview, writePreview } from './preview-import.ts'

/**
 * Creates a preview of the file. For a large file, a job does so. Errors of the file as a whole are reported
 * immediately if its beginning reveals them.
 */
export async function previewFile(
  { db, files, jobs }: { db: Database; files: FileStore; jobs: JobQueue },
  transact: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>,
  sent: SentFile,
): Promise<FullChangeSet> {
  const { file, format, options, actor, author } = sent
  const organizationId = organizationOf(actor)
  const input = await readSent(sent, { mostRows: MAX_ROWS_AT_ONCE })
  const plan = input !== 'more rows' && (await planPreview(db, organizationId, input, author))
  const fileKey = await storeFile(files, organizationId, file)
  const previewed = { format, options, actor, fileName: file.name, fileKey }
  const set = await transact(async (tx) => {
    if (input === 'more rows' || !plan) return queuePreview(tx, jobs, previewed)
    const id = await insertPreview(tx, previewed)
    await writePreview(tx, id, plan, input)
    return getChangeSet(tx, id)
  })
  if (set.job) jobs.wake('product-import-preview')
  return set
}
