import { type Inserted, insertRecord, updateRecord } from '#hub/db/records.ts'
import { productGroups } from '#hub/db/tables/catalog.ts'
import type { Tx } from '#hub/db/transact.ts'
import { serializeChanges } from '#hub/features/catalog/serialize-changes.ts'
import { checkPlace } from '#hub/features/catalog/tree.ts'
import type { ProductGroupCreate, ProductGroupUpdate } from '#shared/contracts/catalog/product-groups.ts'
import type { GroupRow } from './present.ts'
import { listNodes } from './queries.ts'

/** Creates a group. Throws `invalid_request` naming parentId when the group cannot be placed there. */
export async function createProductGroup(
  tx: Tx,
  { id, ...values }: ProductGroupCreate,
): Promise<Inserted<typeof productGroups>> {
  await serializeChanges(tx)
  if (values.parentId) checkPlace(await listNodes(tx), undefined, values.parentId, 'product group')
  return insertRecord(tx, productGroups, id, values)
}

/**
 * Updates a group. When a group is moved, all its subgroups move with it. Throws the errors of
 * `createProductGroup`.
 */
export async function updateProductGroup(
  tx: Tx,
  id: string,
  { version, ...values }: ProductGroupUpdate,
): Promise<GroupRow> {
  await serializeChanges(tx)
  if (values.parentId) checkPlace(await listNodes(tx), id, values.parentId, 'product group')
  return updateRecord(tx, productGroups, 'product group', id, version, values)
}
