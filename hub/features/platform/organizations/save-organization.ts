import { randomBytes } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import { hashPassword } from '#hub/auth/password.ts'
import type { HubContext } from '#hub/context.ts'
import { findRecord, getRecord, staleVersion } from '#hub/db/records.ts'
import { employeeRoles, employees } from '#hub/db/tables/organization.ts'
import { accounts, organizations } from '#hub/db/tables/platform.ts'
import type { Author, Tx } from '#hub/db/transact.ts'
import { endSessions } from '#hub/features/account/sessions/sessions.ts'
import { foundOrganization } from '#hub/features/account/signup/sign-up.ts'
import { authorWithin } from '#hub/http/of-path.ts'
import type {
  OrganizationCreate,
  OrganizationUpdate,
  OwnerChange,
} from '#shared/contracts/platform/organizations.ts'
import { invalidField, Problem } from '#shared/problems/problem.ts'
import { newId } from '#shared/std/ids.ts'
import { must } from '#shared/std/must.ts'
import { lockOrganization } from './queries.ts'

/** With an owner whose password nobody knows: they choose one by a reset. Throws email_taken. */
export async function createOrganization(
  hub: Pick<HubContext, 'db' | 'pinKey'>,
  { id = newId(), name, taxId, country, timeZone, owner }: OrganizationCreate,
  author: Author,
): Promise<{ id: string; isNew: boolean }> {
  const isThere = await hub.db.read(id, (tx) => tx.select({ id: organizations.id }).from(organizations))
  if (isThere.length > 0) return { id, isNew: false }
  const within = authorWithin(author, id)
  await foundOrganization(hub, {
    input: { organizationName: name, taxId, country, timeZone, ...owner },
    passwordHash: await hashPassword(randomBytes(32).toString('base64url')),
    organizationId: id,
    author: within,
  })
  return { id, isNew: true }
}

/** Throws concurrency_conflict. */
export async function updateOrganization(tx: Tx, { version, ...values }: OrganizationUpdate): Promise<void> {
  const organization = await lockOrganization(tx)
  if (organization.version !== version) throw staleVersion(version, organization.version)
  await save(tx, values)
}

/** The office is locked out with the next request; tills go on selling and handing over (docs/sync.md). */
export async function setArchived(tx: Tx, isArchived: boolean): Promise<void> {
  const organization = await lockOrganization(tx)
  if (organization.isArchived !== isArchived) await save(tx, { isArchived })
}

/**
 * The new owner gets the role of an owner, and the one before the role of an administrator; whose sessions go on. Throws
 * concurrency_conflict, and invalid_request for somebody who is not there, is archived or cannot sign in.
 */
export async function changeOwner(tx: Tx, { version, employeeId }: OwnerChange): Promise<void> {
  const organization = await lockOrganization(tx)
  if (organization.version !== version) throw staleVersion(version, organization.version)
  const heir = await findRecord(tx, employees, employeeId)
  if (!heir) throw invalidField(['employeeId'], `there is no employee ${employeeId}`)
  if (heir.isArchived) throw invalidField(['employeeId'], 'is archived')
  const [account] = heir.accountId
    ? await tx.select().from(accounts).where(eq(accounts.id, heir.accountId))
    : []
  if (!account?.isActive || !heir.isAccountActive)
    throw invalidField(['employeeId'], 'has no account that is active')
  await save(tx, { ownerEmployeeId: heir.id })
  await giveRole(tx, heir.id, 'Owner')
  if (organization.ownerEmployeeId && organization.ownerEmployeeId !== heir.id)
    await giveRole(tx, organization.ownerEmployeeId, 'Administrator')
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

async function save(tx: Tx, values: Partial<typeof organizations.$inferInsert>): Promise<void> {
  await tx
    .update(organizations)
    .set({ ...values, version: sql`${organizations.version} + 1`, updatedAt: sql`now()` })
    .where(eq(organizations.id, tx.organizationId))
}

/** Somebody who leaves or comes back: the other way round than now. Throws owner_needed for the owner. */
export async function toggleEmployee(tx: Tx, id: string): Promise<void> {
  const employee = await lockColleague(tx, id)
  await tx
    .update(employees)
    .set({
      isArchived: !employee.isArchived,
      version: sql`${employees.version} + 1`,
      updatedAt: sql`now()`,
    })
    .where(and(eq(employees.organizationId, tx.organizationId), eq(employees.id, id)))
  if (!employee.isArchived && employee.accountId)
    await endSessions(tx, employee.accountId, null, tx.organizationId)
}

/** The same for their account in this organization. Throws account_missing as well. */
export async function toggleAccount(tx: Tx, id: string): Promise<void> {
  const { accountId, isAccountActive } = await lockColleague(tx, id)
  if (!accountId) throw new Problem('account_missing', { detail: 'They have no account' })
  await tx
    .update(employees)
    .set({ isAccountActive: !isAccountActive, version: sql`${employees.version} + 1`, updatedAt: sql`now()` })
    .where(and(eq(employees.organizationId, tx.organizationId), eq(employees.id, id)))
  if (isAccountActive) await endSessions(tx, accountId, null, tx.organizationId)
}

/** The address that an employee signs in with. Throws account_missing. */
export async function addressOf(tx: Tx, id: string): Promise<string> {
  const { accountId } = await getRecord(tx, employees, 'employee', id)
  const [account] = accountId ? await tx.select().from(accounts).where(eq(accounts.id, accountId)) : []
  if (!account) throw new Problem('account_missing', { detail: 'They have no account' })
  return account.email
}

async function lockColleague(tx: Tx, id: string): Promise<typeof employees.$inferSelect> {
  const { ownerEmployeeId } = await lockOrganization(tx)
  const employee = await getRecord(tx, employees, 'employee', id)
  if (ownerEmployeeId === id)
    throw new Problem('owner_needed', { detail: `${employee.lastName} is the owner of the organization` })
  return employee
}
