import { eq } from 'drizzle-orm'
import { refuseUnless } from '#hub/auth/access.ts'
import type { Actor } from '#hub/auth/actor.ts'
import {
  countRows,
  deleteRecord,
  getRecord,
  insertRecord,
  requireReference,
  updateRecord,
} from '#hub/db/records.ts'
import { employeeRoles, sharedViews } from '#hub/db/tables/organization.ts'
import type { Tx } from '#hub/db/transact.ts'
import {
  MOST_SHARED_VIEWS,
  type SharedViewCreate,
  type SharedViewUpdate,
} from '#shared/contracts/organization/shared-views.ts'
import { Problem } from '#shared/problems/problem.ts'
import { mayChange } from './may-change.ts'
import { type NamedView, withName } from './queries.ts'

const NOUN = 'shared view'

/** Creates a view. Idempotent for the same id. Throws `invalid_request` naming roleId, and `too_many_records`. */
export async function createSharedView(
  tx: Tx,
  { id, ...values }: SharedViewCreate,
): Promise<{ row: NamedView; isNew: boolean }> {
  await requireRole(tx, values.roleId)
  const { row, isNew } = await insertRecord(tx, sharedViews, id, values)
  const count = await countRows(tx, sharedViews, eq(sharedViews.organizationId, tx.organizationId))
  if (isNew && count > MOST_SHARED_VIEWS)
    throw new Problem('too_many_records', {
      detail: `There can be at most ${MOST_SHARED_VIEWS} shared views`,
    })
  return { row: await withName(tx, row), isNew }
}

/**
 * Updates a view. Throws `not_found`, `forbidden` unless the user can change it, `invalid_request` naming
 * roleId, and `concurrency_conflict`.
 */
export async function updateSharedView(
  tx: Tx,
  id: string,
  { version, ...values }: SharedViewUpdate,
  actor: Actor,
): Promise<NamedView> {
  await refuseOthers(tx, id, actor)
  await requireRole(tx, values.roleId)
  return withName(tx, await updateRecord(tx, sharedViews, NOUN, id, version, values))
}

/** Deletes a view. Throws `not_found`, and `forbidden` unless the user can change it. */
export async function deleteSharedView(tx: Tx, id: string, actor: Actor): Promise<void> {
  await refuseOthers(tx, id, actor)
  await deleteRecord(tx, sharedViews, NOUN, id)
}

async function refuseOthers(tx: Tx, id: string, actor: Actor): Promise<void> {
  const row = await getRecord(tx, sharedViews, NOUN, id)
  if (!mayChange(row, actor)) refuseUnless('organization.update', actor)
}

const requireRole = (tx: Tx, roleId: string | null): Promise<void> =>
  requireReference(tx, employeeRoles, roleId, ['roleId'], 'employee role')
