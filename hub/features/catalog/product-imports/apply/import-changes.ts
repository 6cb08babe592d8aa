import type { ChangeKind } from '#hub/features/catalog/change-sets/change-kind.ts'
import { PRODUCT_CHANGES, type ProductsRequest } from '#hub/features/catalog/change-sets/product-changes.ts'
import { startJob } from '#hub/jobs/tracked-jobs.ts'
import { deleteImport, getImport, updateImport } from '../queries.ts'
import { deleteMade, keepForbidden } from './made-records.ts'

/**
 * Change kind of a file import. A preview is applied by the import's job, which processes the file with all
 * rows in one transaction.
 */
export const PRODUCT_IMPORT_CHANGES: ChangeKind<ProductsRequest> = {
  ...PRODUCT_CHANGES,

  async startApply(tx, id, { actor, jobs }) {
    const { options } = await getImport(tx, id)
    const mayEnterStock = actor.permissions.has('inventory.create')
    await updateImport(tx, id, {
      status: 'Queued',
      rowsDone: 0,
      startedAt: null,
      endedAt: null,
      createdById: actor.id,
      options: mayEnterStock ? options : { ...options, openingStock: 'ignore' },
    })
    return startJob(tx, jobs, { type: 'product-import', input: { importId: id }, requester: actor })
  },

  startUndo: (tx, id, { actor }) => keepForbidden(tx, id, actor),
  undoBeside: deleteMade,

  async discard(tx, id) {
    return [await deleteImport(tx, id)]
  },
}
