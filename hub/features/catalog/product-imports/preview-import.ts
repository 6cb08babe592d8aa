import type { Actor } from '#hub/auth/actor.ts'
import type { Author, Database } from '#hub/db/transact.ts'
import {
  type FullChangeSet,
  getChangeSet,
  insertChangeSet,
} from '#hub/features/catalog/change-sets/queries.ts'
import { newId } from '#shared/std/ids.ts'
import type { ImportInput } from './import-input.ts'
import { countsOf, insertImportRows, namesOfAdded, previewRows } from './import-rows.ts'
import { planImport } from './plan-import.ts'
import { presentPlan } from './present.ts'
import { insertImport } from './queries.ts'

interface Previewing {
  actor: Actor
  author: Author
  fileName: string
  fileKey: string
}

/** Plans the import and changes nothing: the rows of the change set say what would become of each row of the file. */
export async function previewImport(
  db: Database,
  organizationId: string,
  input: ImportInput,
  { actor, author, fileName, fileKey }: Previewing,
): Promise<FullChangeSet> {
  const { read, report, format, options } = input
  const plan = await db.read(organizationId, (tx) => planImport(tx, read, input), author.storeIds)
  const rows = previewRows(plan, read, report)
  const id = newId()
  return db.transact(
    organizationId,
    async (tx) => {
      await insertImport(tx, {
        ...{ id, format, options, fileName, fileKey, status: 'Previewed', createdById: actor.id },
        rowsTotal: read.rows.length + read.groups.length,
        outcome: { ...presentPlan(plan, read, input) },
      })
      await insertChangeSet(tx, {
        ...{ id, kind: 'product-import', asked: { fileName }, counts: countsOf(rows) },
        createdByName: actor.name,
      })
      await insertImportRows(tx, id, rows, namesOfAdded(plan))
      return getChangeSet(tx, id)
    },
    author,
  )
}
