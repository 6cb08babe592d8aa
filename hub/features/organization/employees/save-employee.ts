import { and, eq, inArray, or, sql } from 'drizzle-orm'
import type { Actor } from '#hub/auth/actor.ts'
import { unauthenticated } from '#hub/auth/challenge.ts'
import { refuseEscalation, refuseLooserLimits, refuseMoreStores } from '#hub/auth/escalation.ts'
import type { HubContext } from '#hub/context.ts'
import {
  deleteRecord,
  findRecord,
  type Inserted,
  insertRecord,
  notFound,
  updateRecord,
} from '#hub/db/records.ts'
import { refuseWhenUsed } from '#hub/db/refuse-when-used.ts'
import { retailPoints, stores } from '#hub/db/tables/catalog.ts'
import { documents } from '#hub/db/tables/documents.ts'
import { employeeRoles, employees } from '#hub/db/tables/organization.ts'
import { accounts, organizations } from '#hub/db/tables/platform.ts'
import { retailSales } from '#hub/db/tables/sales.ts'
import { tillShifts } from '#hub/db/tables/till.ts'
import type { Tx } from '#hub/db/transact.ts'
import { endSessions } from '#hub/features/account/sessions/sessions.ts'
import { forgetInvitation } from '#hub/features/organization/employees/invitation/queries.ts'
import type { EmployeeCreate, EmployeeUpdate } from '#shared/contracts/organization/employees.ts'
import { invalidField, Problem } from '#shared/problems/problem.ts'
import { must } from '#shared/std/must.ts'
import { givePin } from './give-pin.ts'
import type { EmployeeRow } from './queries.ts'

/**
 * Creates an employee. Throws `invalid_request` for an unknown role, retail point or store,
 * `permission_not_held` for a role or stores beyond those of the actor, and the errors of `givePin`.
 */
export async function createEmployee(
  tx: Tx,
  { id, posPin, ...values }: EmployeeCreate,
  actor: Actor,
  hub: HubContext,
): Promise<Inserted<typeof employees>> {
  await checkReferences(tx, values, actor)
  return insertRecord(tx, employees, id, { ...values, ...(await givePin(tx, posPin, { actor, hub })) })
}

/**
 * Updates an employee. The change takes effect with the employee's next request at the hub, and with the next
 * sync at tills. Throws the errors of `createEmployee` and `lockEmployee`, `concurrency_conflict`, and
 * `owner_needed` when the owner would be demoted, archived or locked out.
 */
export async function updateEmployee(
  tx: Tx,
  id: string,
  { version, posPin, isAccountActive, ...values }: EmployeeUpdate,
  actor: Actor,
  hub: HubContext,
): Promise<EmployeeRow> {
  const { employee, isOwner } = await lockEmployee(tx, id, actor)
  const isDemoted = values.roleId !== employee.roleId
  if (isOwner && (isDemoted || values.isArchived || isAccountActive === false)) throw ownerNeeded(employee)
  await checkReferences(tx, values, actor)
  if (isAccountActive !== undefined) await lockAccount(tx, employee, isAccountActive)
  return updateRecord(tx, employees, 'employee', id, version, {
    ...values,
    ...(employee.accountId && isAccountActive !== undefined && { isAccountActive }),
    ...(await givePin(tx, posPin, { employeeId: id, actor, hub })),
  })
}

/**
 * Deletes an employee, and the account unless another organization uses it. Throws the errors of
 * `lockEmployee`, `owner_needed` for the owner, and `in_use` for an employee with recorded work.
 */
export async function deleteEmployee(tx: Tx, id: string, actor: Actor): Promise<void> {
  const { employee, isOwner } = await lockEmployee(tx, id, actor)
  if (isOwner) throw ownerNeeded(employee)
  const bySales = [retailSales.cashierId, retailSales.createdById, retailSales.postedById]
  await refuseWhenUsed(tx, [
    {
      resource: 'retail sales',
      table: retailSales,
      where: or(...bySales.map((column) => eq(column, id))),
      name: retailSales.number,
    },
    {
      resource: 'shifts',
      table: tillShifts,
      where: or(eq(tillShifts.cashierId, id), eq(tillShifts.closedById, id)),
      name: tillShifts.number,
    },
    {
      resource: 'documents',
      table: documents,
      where: or(eq(documents.createdById, id), eq(documents.postedById, id)),
      name: documents.number,
    },
  ])
  await deleteRecord(tx, employees, 'employee', id)
  await forgetInvitation(tx, id)
  if (employee.accountId) await leaveAccount(tx, employee.accountId)
}

/** Ends the account's sessions in the organization, and deletes the account when no organization uses it. */
async function leaveAccount(tx: Tx, accountId: string): Promise<void> {
  await endSessions(tx, accountId, null, tx.organizationId)
  await tx
    .delete(accounts)
    .where(and(eq(accounts.id, accountId), sql`NOT platform_is_account_used(${accountId})`))
}

/** Returns the error that protects the owner, who must always be able to restore access for others. */
const ownerNeeded = ({ lastName }: EmployeeRow): Problem =>
  new Problem('owner_needed', { detail: `${lastName} is the owner of the organization` })

/**
 * Locks the employee until the end of the transaction, and prevents a concurrent change of ownership. Throws
 * `not_found`, and `permission_not_held` for an employee with more permissions than the actor. Throws
 * `unauthenticated` or `forbidden` when the actor has just been dismissed or demoted, so that two employees
 * who remove each other at the same time cannot both succeed.
 */
export async function lockEmployee(
  tx: Tx,
  id: string,
  actor: Actor,
): Promise<{ employee: EmployeeRow; isOwner: boolean }> {
  // Locks the organization before the employees, in the same order as `handOver`.
  const [organization] = await tx
    .select({ ownerEmployeeId: organizations.ownerEmployeeId })
    .from(organizations)
    .where(eq(organizations.id, tx.organizationId))
    .for('share')
  const locked = await tx
    .select()
    .from(employees)
    .where(
      and(
        eq(employees.organizationId, tx.organizationId),
        inArray(employees.id, [id, ...(actor.employeeId ? [actor.employeeId] : [])]),
      ),
    )
    .orderBy(employees.id)
    .for('update')
  if (actor.employeeId) await refuseLeaver(tx, locked, actor)
  const employee = locked.find((each) => each.id === id)
  if (!employee) throw notFound('employee', id)
  const role = must(await findRecord(tx, employeeRoles, employee.roleId), 'role')
  refuseEscalation(actor, role.permissions)
  refuseLooserLimits(actor, role.tillLimits)
  refuseMoreStores(actor, employee.storeIds)
  return { employee, isOwner: organization?.ownerEmployeeId === id }
}

async function refuseLeaver(tx: Tx, locked: readonly EmployeeRow[], actor: Actor): Promise<void> {
  const self = locked.find(({ id }) => id === actor.employeeId)
  if (!self || self.isArchived || !self.isAccountActive)
    throw unauthenticated('You no longer work in this organization')
  const { permissions } = must(await findRecord(tx, employeeRoles, self.roleId), 'role')
  if ([...actor.permissions].some((permission) => !permissions.includes(permission)))
    throw new Problem('forbidden', { detail: 'Your role has just changed: try again' })
}

async function checkReferences(
  tx: Tx,
  { roleId, retailPointIds, storeIds }: Pick<EmployeeCreate, 'roleId' | 'retailPointIds' | 'storeIds'>,
  actor: Actor,
): Promise<void> {
  const role = await findRecord(tx, employeeRoles, roleId)
  if (!role) throw invalidField(['roleId'], `there is no employee role ${roleId}`)
  refuseEscalation(actor, role.permissions)
  refuseLooserLimits(actor, role.tillLimits)
  for (const [index, retailPointId] of retailPointIds.entries())
    if (!(await findRecord(tx, retailPoints, retailPointId)))
      throw invalidField(['retailPointIds', index], `there is no retail point ${retailPointId}`)
  for (const [index, storeId] of storeIds.entries())
    if (!(await findRecord(tx, stores, storeId)))
      throw invalidField(['storeIds', index], `there is no store ${storeId}`)
  refuseMoreStores(actor, storeIds)
}

/**
 * Ends the account's sessions in this organization when it is locked. Throws `invalid_request` when it is
 * unlocked for an employee without an account.
 */
async function lockAccount(tx: Tx, { accountId }: EmployeeRow, isActive: boolean): Promise<void> {
  if (accountId && !isActive) await endSessions(tx, accountId, null, tx.organizationId)
  if (!accountId && isActive) throw invalidField(['isAccountActive'], 'there is no account')
}
