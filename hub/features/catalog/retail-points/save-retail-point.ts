import { type Inserted, insertRecord, requireReference, updateRecord } from '#hub/db/records.ts'
import { priceTypes, productGroups, retailPoints, stores } from '#hub/db/tables/catalog.ts'
import { employees } from '#hub/db/tables/organization.ts'
import type { Tx } from '#hub/db/transact.ts'
import { refuseOtherStore, refuseUnseen } from '#hub/db/visible-stores.ts'
import { refuseOverLimit } from '#hub/limits/refuse-over-limit.ts'
import type { RetailPointCreate, RetailPointUpdate } from '#shared/contracts/catalog/retail-points.ts'
import { invalidField } from '#shared/problems/problem.ts'
import { findExisting, lockRetailPoint, type RetailPointRow, replaceMembers } from './queries.ts'

/**
 * Creates a retail point. Throws `invalid_request` naming the store, price type, group or cashier that does
 * not exist, and `too_many_records`.
 */
export async function createRetailPoint(
  tx: Tx,
  { id, productGroupIds, cashierIds, ...values }: RetailPointCreate,
): Promise<Inserted<typeof retailPoints>> {
  const members = { productGroupIds, cashierIds }
  await requireReferences(tx, { ...values, ...members })
  const inserted = await insertRecord(tx, retailPoints, id, values)
  if (!inserted.isNew) await refuseUnseen(tx, retailPoints, 'retail point', inserted.row.id)
  if (inserted.isNew) {
    await refuseOverLimit(tx, 'maxRetailPoints')
    await replaceMembers(tx, inserted.row.id, members)
  }
  return inserted
}

/**
 * Updates a retail point. Throws `invalid_request` like `createRetailPoint`, `not_found`, and
 * `concurrency_conflict`.
 */
export async function updateRetailPoint(
  tx: Tx,
  id: string,
  { version, productGroupIds, cashierIds, ...values }: RetailPointUpdate,
): Promise<RetailPointRow> {
  await lockRetailPoint(tx, id)
  const members = { productGroupIds, cashierIds }
  await requireReferences(tx, { ...values, ...members })
  const row = await updateRecord(tx, retailPoints, 'retail point', id, version, values)
  await replaceMembers(tx, id, members)
  return row
}

type References = Pick<RetailPointUpdate, 'storeId' | 'priceTypeId' | 'productGroupIds' | 'cashierIds'>

async function requireReferences(
  tx: Tx,
  { storeId, priceTypeId, productGroupIds, cashierIds }: References,
): Promise<void> {
  refuseOtherStore(tx, storeId, ['storeId'])
  await requireReference(tx, stores, storeId, ['storeId'], 'store')
  await requireReference(tx, priceTypes, priceTypeId, ['priceTypeId'], 'price type')
  await requireAll(tx, productGroups, productGroupIds, 'productGroupIds', 'product group')
  await requireAll(tx, employees, cashierIds, 'cashierIds', 'employee')
}

async function requireAll(
  tx: Tx,
  table: typeof productGroups | typeof employees,
  ids: string[],
  field: string,
  noun: string,
): Promise<void> {
  const existing = await findExisting(tx, table, ids)
  const missing = ids.findIndex((id) => !existing.has(id))
  if (missing >= 0) throw invalidField([field, missing], `there is no ${noun} ${ids[missing]}`)
}
