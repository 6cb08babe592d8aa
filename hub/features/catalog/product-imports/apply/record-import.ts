import type { Tx } from '#hub/db/transact.ts'
import { deleteRowsOf, insertChangeSet, updateChangeSet } from '#hub/features/catalog/change-sets/queries.ts'
import type { ImportInput } from '../import-input.ts'
import { appliedRows, countsOf, insertImportRows } from '../plan/import-rows.ts'
import type { ImportPlan } from '../plan/plan-import.ts'

interface Recorded {
  id: string
  fileName: string
  requester: { name: string | null } | null
  /** Codes assigned to new products without one. */
  codes: readonly string[]
  /** True when records other than products were created, which undo deletes as well. */
  hasMade: boolean
}

/**
 * Records the import as an applied change set, which can be undone, and returns its id. Its rows are the rows
 * of the file that create or change a product, and those with errors. They replace the rows of a preview.
 * Returns null when there is nothing to undo and no preview.
 */
export async function recordImport(
  tx: Tx,
  plan: ImportPlan,
  { read, report, previewed }: Pick<ImportInput, 'read' | 'report' | 'previewed'>,
  { id, fileName, requester, codes, hasMade }: Recorded,
): Promise<string | null> {
  if (!previewed && !hasMade && plan.creates.length + plan.updates.length === 0) return null
  const rows = appliedRows(plan, read, report, codes)
  const applied = { step: 'Applied', counts: countsOf(rows) } as const
  if (previewed) {
    await deleteRowsOf(tx, id)
    await updateChangeSet(tx, id, applied)
  } else {
    const name = requester?.name ?? ''
    const at = new Date()
    await insertChangeSet(tx, {
      id,
      kind: 'product-import',
      asked: { fileName },
      ...applied,
      createdAt: at,
      createdByName: name,
      appliedAt: at,
      appliedByName: name,
    })
  }
  await insertImportRows(tx, id, rows)
  return id
}
