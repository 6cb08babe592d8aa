import { eq } from 'drizzle-orm'
import { type Inserted, insertRecord, type Row, updateRecord } from '#hub/db/records.ts'
import { stores } from '#hub/db/tables/catalog.ts'
import type { Tx } from '#hub/db/transact.ts'
import { keepOneDefault } from '#hub/features/catalog/one-default.ts'
import { serializeChanges } from '#hub/features/catalog/serialize-changes.ts'
import { checkPlace } from '#hub/features/catalog/tree.ts'
import type { StoreCreate, StoreUpdate } from '#shared/contracts/catalog/stores.ts'

/**
 * Creates a store. Throws `invalid_request` naming parentId when the parent store does not exist or the tree
 * would become too deep.
 */
export async function createStore(tx: Tx, { id, ...values }: StoreCreate): Promise<Inserted<typeof stores>> {
  await serializeChanges(tx)
  await checkParent(tx, undefined, values.parentId)
  const inserted = await insertRecord(tx, stores, id, values)
  if (inserted.isNew) await keepOneDefault(tx, stores, inserted.row)
  return inserted
}

/** Updates a store. Throws the errors of `createStore`, and `invalid_request` when no default store would remain. */
export async function updateStore(
  tx: Tx,
  id: string,
  { version, ...values }: StoreUpdate,
): Promise<Row<typeof stores>> {
  await serializeChanges(tx)
  await checkParent(tx, id, values.parentId)
  const row = await updateRecord(tx, stores, 'store', id, version, values)
  await keepOneDefault(tx, stores, row)
  return row
}

async function checkParent(tx: Tx, id: string | undefined, parentId: string | null): Promise<void> {
  if (parentId === null) return
  const nodes = await tx
    .select({ id: stores.id, parentId: stores.parentId })
    .from(stores)
    .where(eq(stores.organizationId, tx.organizationId))
  checkPlace(nodes, id, parentId, 'store')
}
