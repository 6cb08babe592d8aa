import { eq, sql } from 'drizzle-orm'
import type { HubContext } from '#hub/context.ts'
import { staleVersion } from '#hub/db/records.ts'
import { accounts, organizations } from '#hub/db/tables/platform.ts'
import type { Author, PlatformTx, Tx } from '#hub/db/transact.ts'
import { languageIn } from '#hub/features/account/signup/defaults.ts'
import { setUpOrganization } from '#hub/features/account/signup/sign-up.ts'
import {
  type FoundInvitation,
  findInvitation,
  inviteAddress,
} from '#hub/features/organization/employees/invitation/invite.ts'
import { findNewOwner, handOver, lockOrganization } from '#hub/features/organization/owner/hand-over.ts'
import { authorWithin } from '#hub/http/path-organization.ts'
import type {
  OrganizationCreate,
  OrganizationUpdate,
  OwnerChange,
} from '#shared/contracts/platform/organizations.ts'
import { Problem } from '#shared/problems/problem.ts'
import { newId } from '#shared/std/ids.ts'

/**
 * Creates the organization and invites its owner, who gets an account by accepting the invitation. Idempotent
 * for the same id. Call `jobs.wake('mail')` after the commit. Throws `email_taken` for the address of a
 * SuperAdmin or of a closed account.
 */
export async function createOrganization(
  hub: Pick<HubContext, 'db' | 'pinKey' | 'jobs' | 'keyRing' | 'mail'>,
  { id = newId(), name, taxId, country, timeZone, owner }: OrganizationCreate,
  author: Author,
): Promise<{ id: string; isNew: boolean; invitation: FoundInvitation | undefined }> {
  const findMade = () =>
    hub.db.read(id, async (tx) => {
      const [found] = await tx.select().from(organizations)
      const invitation = found?.ownerEmployeeId ? await findInvitation(tx, found.ownerEmployeeId) : undefined
      return found && { id, isNew: false, invitation }
    })
  const known = await findMade()
  if (known) return known
  await hub.db.platform((tx) => refuseOwner(tx, owner.email))
  let invitation: FoundInvitation | undefined
  try {
    await setUpOrganization(hub, {
      input: { organizationName: name, taxId, country, timeZone, ...owner },
      organizationId: id,
      author: authorWithin(author, id),
      afterwards: async (tx, { employeeId }) => {
        const invited = { id: employeeId, email: owner.email, language: languageIn(country) }
        invitation = await inviteAddress(tx, hub, invited)
      },
    })
    return { id, isNew: true, invitation }
  } catch (error) {
    // A concurrent repeat of this request has created the organization.
    const made = await findMade()
    if (made) return made
    throw error
  }
}

/** Throws `email_taken` for an address whose account cannot accept the invitation. */
async function refuseOwner(tx: PlatformTx, email: string): Promise<void> {
  const [account] = await tx.select().from(accounts).where(eq(accounts.email, email))
  if (!account || (account.isActive && !account.isSuperAdmin)) return
  const detail = account.isSuperAdmin
    ? 'is the address of a SuperAdmin'
    : 'is the address of a closed account'
  throw new Problem('email_taken', { errors: [{ pointer: '#/owner/email', detail }] })
}

/** Updates the organization. Throws `not_found` and `concurrency_conflict`. */
export async function updateOrganization(tx: Tx, { version, ...values }: OrganizationUpdate): Promise<void> {
  const organization = await lockOrganization(tx)
  if (organization.version !== version) throw staleVersion(version, organization.version)
  await save(tx, values)
}

/**
 * Archives or restores the organization. The back office of an archived organization is closed from the next
 * request on. Its tills can still sell and upload (docs/sync.md).
 */
export async function setArchived(tx: Tx, isArchived: boolean): Promise<void> {
  const organization = await lockOrganization(tx)
  if (organization.isArchived !== isArchived) await save(tx, { isArchived })
}

/**
 * Changes the owner. The new owner gets the owner role and the former one the administrator role. The
 * sessions of both continue. Throws `concurrency_conflict`. Throws `invalid_request` for an employee who does
 * not exist, is archived, cannot sign in, or has not verified their email address.
 */
export async function changeOwner(tx: Tx, { version, employeeId }: OwnerChange): Promise<void> {
  const organization = await lockOrganization(tx)
  if (organization.version !== version) throw staleVersion(version, organization.version)
  await handOver(tx, organization, await findNewOwner(tx, employeeId))
}

async function save(tx: Tx, values: Partial<typeof organizations.$inferInsert>): Promise<void> {
  await tx
    .update(organizations)
    .set({ ...values, version: sql`${organizations.version} + 1`, updatedAt: sql`now()` })
    .where(eq(organizations.id, tx.organizationId))
}
