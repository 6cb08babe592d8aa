import type { Tx } from '#hub/db/transact.ts'
import type { JobQueue } from '#hub/jobs/queue.ts'
import { startJob } from '#hub/jobs/tracked-jobs.ts'
import type { Made } from '#shared/contracts/catalog/product-imports.ts'
import { newId } from '#shared/std/ids.ts'
import type { FileToImport } from '../import-input.ts'
import { type ImportRecord, insertImport } from '../queries.ts'

/**
 * Queues the import of a stored file (run-import.ts). `made` are the records that were already created for
 * it. Call `jobs.wake('product-import')` after the commit.
 */
export async function queueImport(
  tx: Tx,
  jobs: JobQueue,
  { actor, ...file }: FileToImport,
  made?: Made[],
): Promise<ImportRecord> {
  const record = await insertImport(tx, {
    id: newId(),
    ...file,
    status: 'Queued',
    createdById: actor.id,
    ...(made && { outcome: { made } }),
  })
  await startJob(tx, jobs, { type: 'product-import', input: { importId: record.id }, requester: actor })
  return record
}
