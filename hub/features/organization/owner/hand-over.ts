import { and, eq, sql } from 'drizzle-orm'
import { findRecord, notFound } from '#hub/db/records.ts'
import { employeeRoles, employees } from '#hub/db/tables/organization.ts'
import { accounts, organizations } from '#hub/db/tables/platform.ts'
import type { Tx } from '#hub/db/transact.ts'
import { invalidField } from '#shared/problems/problem.ts'
import { must } from '#shared/std/must.ts'

/** Locks the organization of the transaction until the transaction ends. */
export async function lockOrganization(tx: Tx): Promise<typeof organizations.$inferSelect> {
  const [row] = await tx
    .select()
    .from(organizations)
    .where(eq(organizations.id, tx.organizationId))
    .for('update')
  if (!row) throw notFound('organization', tx.organizationId)
  return row
}

/**
 * Returns an employee who can become the owner. Throws `invalid_request` for an employee who does not exist,
 * is archived, or has no active account with a verified email address.
 */
export async function findNewOwner(tx: Tx, employeeId: string): Promise<typeof employees.$inferSelect> {
  const heir = await findRecord(tx, employees, employeeId)
  if (!heir) throw invalidField(['employeeId'], `there is no employee ${employeeId}`)
  if (heir.isArchived) throw invalidField(['employeeId'], 'is archived')
  const [account] = heir.accountId
    ? await tx.select().from(accounts).where(eq(accounts.id, heir.accountId))
    : []
  if (!account?.isActive || !heir.isAccountActive) throw invalidField(['employeeId'], 'has no active account')
  if (!account.emailVerifiedAt)
    throw invalidField(['employeeId'], 'has not confirmed the address of the account')
  return heir
}

/**
 * Makes `heir` the owner and the former owner an administrator. The caller must have locked the organization
 * with `lockOrganization`.
 */
export async function handOver(
  tx: Tx,
  { ownerEmployeeId }: typeof organizations.$inferSelect,
  heir: typeof employees.$inferSelect,
): Promise<void> {
  await tx
    .update(organizations)
    .set({ ownerEmployeeId: heir.id, version: sql`${organizations.version} + 1`, updatedAt: sql`now()` })
    .where(eq(organizations.id, tx.organizationId))
  await giveRole(tx, heir.id, 'Owner')
  if (ownerEmployeeId && ownerEmployeeId !== heir.id) await giveRole(tx, ownerEmployeeId, 'Administrator')
}

async function giveRole(tx: Tx, employeeId: string, name: 'Owner' | 'Administrator'): Promise<void> {
  const [role] = await tx
    .select({ id: employeeRoles.id })
    .from(employeeRoles)
    .where(
      and(
        eq(employeeRoles.organizationId, tx.organizationId),
        eq(employeeRoles.name, name),
        eq(employeeRoles.isSystem, true),
      ),
    )
  await tx
    .update(employees)
    .set({ roleId: must(role, name).id, version: sql`${employees.version} + 1`, updatedAt: sql`now()` })
    .where(and(eq(employees.organizationId, tx.organizationId), eq(employees.id, employeeId)))
}
