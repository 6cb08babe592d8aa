import { randomBytes } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import { hashPassword } from '#hub/auth/password.ts'
import type { HubContext } from '#hub/context.ts'
import { findRecord, staleVersion } from '#hub/db/records.ts'
import { employeeRoles, employees } from '#hub/db/tables/organization.ts'
import { accounts, organizations } from '#hub/db/tables/platform.ts'
import type { Author, Tx } from '#hub/db/transact.ts'
import { foundOrganization } from '#hub/features/account/signup/sign-up.ts'
import { authorWithin } from '#hub/http/of-path.ts'
import type {
  OrganizationCreate,
  OrganizationUpdate,
  OwnerChange,
} from '#shared/contracts/platform/organizations.ts'
import { invalidField } from '#shared/problems/problem.ts'
import { newId } from '#shared/std/ids.ts'
import { must } from '#shared/std/must.ts'
import { lockOrganization } from './queries.ts'

/** With an owner whose password nobody knows: they choose one by a reset. Throws email_taken. */
export async function createOrganization(
  hub: Pick<HubContext, 'db' | 'pinKey'>,
  { id = newId(), name, taxId, country, timeZone, owner }: OrganizationCreate,
  author: Author,
): Promise<{ id: string; isNew: boolean }> {
  const isThere = async (): Promise<boolean> =>
    (await hub.db.read(id, (tx) => tx.select({ id: organizations.id }).from(organizations))).length > 0
  if (await isThere()) return { id, isNew: false }
  const passwordHash = await hashPassword(randomBytes(32).toString('base64url'))
  try {
    await foundOrganization(hub, {
      input: { organizationName: name, taxId, country, timeZone, ...owner },
      ...{ passwordHash, organizationId: id, author: authorWithin(author, id) },
    })
    return { id, isNew: true }
  } catch (error) {
    // The same request came first, in the same moment.
    if (await isThere()) return { id, isNew: false }
    throw error
  }
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
 * concurrency_conflict, and invalid_request for somebody who is not there, is archived, cannot sign in, or has not proved
 * the address.
 */
export async function changeOwner(tx: Tx, { version, employeeId }: OwnerChange): Promise<void> {
  const organization = await lockOrganization(tx)
  if (organization.version !== version) throw staleVersion(version, organization.version)
  await handOver(tx, organization, await findHeir(tx, employeeId))
}

/**
 * Who can be the owner. Throws invalid_request for an employee that there is not, or without an account that is active and
 * whose address is proved.
 */
export async function findHeir(tx: Tx, employeeId: string): Promise<typeof employees.$inferSelect> {
  const heir = await findRecord(tx, employees, employeeId)
  if (!heir) throw invalidField(['employeeId'], `there is no employee ${employeeId}`)
  if (heir.isArchived) throw invalidField(['employeeId'], 'is archived')
  const [account] = heir.accountId
    ? await tx.select().from(accounts).where(eq(accounts.id, heir.accountId))
    : []
  if (!account?.isActive || !heir.isAccountActive)
    throw invalidField(['employeeId'], 'has no account that is active')
  if (!account.emailVerifiedAt)
    throw invalidField(['employeeId'], 'has not confirmed the address of the account')
  return heir
}

/** The owner before becomes an administrator. Locked: `lockOrganization`. */
export async function handOver(
  tx: Tx,
  { ownerEmployeeId }: typeof organizations.$inferSelect,
  heir: typeof employees.$inferSelect,
): Promise<void> {
  await save(tx, { ownerEmployeeId: heir.id })
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

async function save(tx: Tx, values: Partial<typeof organizations.$inferInsert>): Promise<void> {
  await tx
    .update(organizations)
    .set({ ...values, version: sql`${organizations.version} + 1`, updatedAt: sql`now()` })
    .where(eq(organizations.id, tx.organizationId))
}
