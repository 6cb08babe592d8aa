import type { Tx } from '#hub/db/transact.ts'
import { deleteRowsOf, insertChangeSet, updateChangeSet } from '#hub/features/catalog/change-sets/queries.ts'
import type { ImportInput } from './import-input.ts'
import { appliedRows, countsOf, insertImportRows } from './import-rows.ts'
import type { ImportPlan } from './plan-import.ts'

interface Recorded {
  id: string
  fileName: string
  asker: { name: string | null } | null
  /** Those that the new products without a code have got. */
  codes: readonly string[]
  /** Other records than products, which go with it when it is undone. */
  hasMade: boolean
}

/**
 * Writes down what the import does as an applied change set, which can be undone: its rows are those of the file that create
 * or change a product, and those with faults; they take the place of the rows of a preview. Returns its id; null when
 * there is nothing that could be undone, and no preview.
 */
export async function recordImport(
  tx: Tx,
  plan: ImportPlan,
  { read, report, previewed }: Pick<ImportInput, 'read' | 'report' | 'previewed'>,
  { id, fileName, asker, codes, hasMade }: Recorded,
): Promise<string | null> {
  if (!previewed && !hasMade && plan.creates.length + plan.updates.length === 0) return null
  const rows = appliedRows(plan, read, report, codes)
  const applied = { step: 'Applied', counts: countsOf(rows) } as const
  if (previewed) {
    await deleteRowsOf(tx, id)
    await updateChangeSet(tx, id, applied)
  } else {
    const name = asker?.name ?? ''
    const at = new Date()
    await insertChangeSet(tx, {
      ...{ id, kind: 'product-import', asked: { fileName }, ...applied },
      ...{ createdAt: at, createdByName: name, appliedAt: at, appliedByName: name },
    })
  }
  await insertImportRows(tx, id, rows)
  return id
}
