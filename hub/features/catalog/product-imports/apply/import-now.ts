import { organizationOf } from '#hub/auth/actor.ts'
import type { Database } from '#hub/db/transact.ts'
import type { JobQueue } from '#hub/jobs/queue.ts'
import type { ImportOutcome } from '#shared/contracts/catalog/product-imports.ts'
import { newId } from '#shared/std/ids.ts'
import type { ImportInput } from '../import-input.ts'
import { insertImport } from '../queries.ts'
import type { SentFile } from '../read/sent-file.ts'
import { importProducts } from './import-products.ts'

/** Key of a file that was imported immediately and never stored. */
const NOT_KEPT = ''

/** Imports a file within its request. Throws the errors of importProducts. */
export async function importNow(
  { db, jobs }: { db: Database; jobs: JobQueue },
  { file, actor, author }: SentFile,
  input: ImportInput,
): Promise<ImportOutcome> {
  const startedAt = new Date()
  const rows = input.read.rows.length + input.read.groups.length
  const importId = newId()
  return importProducts(db, organizationOf(actor), input, {
    jobs,
    importId,
    requester: actor,
    author,
    fileName: file.name,
    finish: async (tx, outcome) => {
      await insertImport(tx, {
        id: importId,
        format: input.format,
        options: input.options,
        fileName: file.name,
        fileKey: NOT_KEPT,
        status: 'Done',
        rowsTotal: rows,
        rowsDone: rows,
        outcome: { ...outcome },
        createdById: actor.id,
        startedAt,
        endedAt: new Date(),
      })
    },
  })
}
