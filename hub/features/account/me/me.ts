import { eq } from 'drizzle-orm'
import type { Actor } from '#hub/auth/actor.ts'
import { organizationSettings } from '#hub/db/tables/organization.ts'
import { accounts, currencies, organizations } from '#hub/db/tables/platform.ts'
import type { Database, Tx } from '#hub/db/transact.ts'
import type { Me } from '#shared/contracts/account/me.ts'
import { PERMISSIONS } from '#shared/domain/permissions.ts'
import { must } from '#shared/std/must.ts'

/** Returns the data of the signed-in user that pages need. */
export async function findMe(db: Database, actor: Actor): Promise<Me> {
  const [account] = await db.platform((tx) => tx.select().from(accounts).where(eq(accounts.id, actor.id)))
  const { email, waysSuspendedAt } = must(account, 'account')
  const { organizationId, storeIds } = actor
  return {
    accountId: actor.id,
    email,
    name: actor.name,
    isSuperAdmin: actor.isSuperAdmin,
    employeeId: actor.employeeId,
    permissions: PERMISSIONS.filter((permission) => actor.permissions.has(permission)),
    storeIds: [...storeIds],
    needsSecondFactor: actor.needsSecondFactor,
    isAddressProved: actor.isAddressProved,
    areWaysInSuspended: waysSuspendedAt !== null,
    organization: organizationId ? await db.read(organizationId, findOrganization) : null,
  }
}

async function findOrganization(tx: Tx): Promise<Me['organization']> {
  const [found] = await tx
    .select({
      id: organizations.id,
      name: organizations.name,
      country: organizations.country,
      currency: currencies.isoCode,
      timeZone: organizations.timeZone,
      vatIncluded: organizationSettings.vatIncluded,
    })
    .from(organizations)
    .innerJoin(currencies, eq(currencies.id, organizations.currencyId))
    .innerJoin(organizationSettings, eq(organizationSettings.organizationId, organizations.id))
    .where(eq(organizations.id, tx.organizationId))
  return must(found, 'organization')
}
