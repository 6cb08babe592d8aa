import { and, eq } from 'drizzle-orm'
import type { Actor } from '#hub/auth/actor.ts'
import { refuseEscalation, refuseLooserLimits } from '#hub/auth/escalation.ts'
import { deleteRecord, type Inserted, insertRecord, notFound, updateRecord } from '#hub/db/records.ts'
import { refuseWhenUsed } from '#hub/db/refuse-when-used.ts'
import { employeeRoles, employees } from '#hub/db/tables/organization.ts'
import type { Tx } from '#hub/db/transact.ts'
import type { EmployeeRoleCreate, EmployeeRoleUpdate } from '#shared/contracts/organization/employee-roles.ts'
import { Problem } from '#shared/problems/problem.ts'
import type { RoleRow } from './queries.ts'

/** Creates a role. Throws `permission_not_held` for permissions or limits that the actor does not have. */
export function createRole(
  tx: Tx,
  { id, ...values }: EmployeeRoleCreate,
  actor: Actor,
): Promise<Inserted<typeof employeeRoles>> {
  refuseEscalation(actor, values.permissions)
  refuseLooserLimits(actor, values.tillLimits)
  return insertRecord(tx, employeeRoles, id, values)
}

/**
 * Updates a role. The change takes effect with an employee's next request at the hub, and with the next sync
 * at tills. Throws `not_found`, `concurrency_conflict`, and `preset_record` for a system role. Throws
 * `permission_not_held` when the role, before or after the update, has a permission or limit that the actor
 * lacks.
 */
export async function updateRole(
  tx: Tx,
  id: string,
  { version, ...values }: EmployeeRoleUpdate,
  actor: Actor,
): Promise<RoleRow> {
  const role = await lockRole(tx, id)
  refuseEscalation(actor, [...role.permissions, ...values.permissions])
  refuseLooserLimits(actor, role.tillLimits)
  refuseLooserLimits(actor, values.tillLimits)
  return updateRecord(tx, employeeRoles, 'employee role', id, version, values)
}

/**
 * Deletes a role. Throws `not_found`, `preset_record` and `permission_not_held` like `updateRole`, and
 * `in_use` while any employee has the role, even an archived one.
 */
export async function deleteRole(tx: Tx, id: string, actor: Actor): Promise<void> {
  const role = await lockRole(tx, id)
  refuseEscalation(actor, role.permissions)
  refuseLooserLimits(actor, role.tillLimits)
  await refuseWhenUsed(tx, [
    { resource: 'employees', table: employees, where: eq(employees.roleId, id), name: employees.lastName },
  ])
  await deleteRecord(tx, employeeRoles, 'employee role', id)
}

/** Locks the role until the end of the transaction. Throws `not_found`, and `preset_record` for a system role. */
async function lockRole(tx: Tx, id: string): Promise<RoleRow> {
  const [role] = await tx
    .select()
    .from(employeeRoles)
    .where(and(eq(employeeRoles.organizationId, tx.organizationId), eq(employeeRoles.id, id)))
    .for('update')
  if (!role) throw notFound('employee role', id)
  if (role.isSystem) throw new Problem('preset_record', { detail: `The role ${role.name} is built in` })
  return role
}
