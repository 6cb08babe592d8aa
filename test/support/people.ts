import { and, eq, sql } from 'drizzle-orm'
import { openPool } from '#hub/db/pool.ts'
import { employeeRoles, employees } from '#hub/db/tables/organization.ts'
import { accounts } from '#hub/db/tables/platform.ts'
import { Database, type Limits, type PlatformTx } from '#hub/db/transact.ts'
import type { Permission } from '#shared/domain/permissions.ts'
import { newId } from '#shared/std/ids.ts'
import { must } from '#shared/std/must.ts'
import { addFactor } from './authenticator.ts'
import { ApiClient, type Organization, OWNER_PASSWORD, type TestHub } from './hub.ts'

type Role = 'Administrator' | 'Manager' | 'Storekeeper' | 'Cashier'

/** Hires a signed-in colleague of the owner with the given role. */
export async function hire(
  door: TestHub,
  { organizationId, email }: Organization,
  role: Role,
): Promise<ApiClient> {
  await using database = openDatabase(door)
  const account = await database.db.transact(organizationId, async (tx) => {
    const account = await createAccount(tx, email, { organizationId })
    const [found] = await tx
      .select()
      .from(employeeRoles)
      .where(and(eq(employeeRoles.organizationId, organizationId), eq(employeeRoles.name, role)))
    const roleId = must(found, role).id
    await tx
      .insert(employees)
      .values({ organizationId, id: newId(), lastName: role, roleId, accountId: account.id })
    return account
  })
  return signIn(door, account.email)
}

/** Properties of an organization required for hiring. */
export type Hirer = Pick<Organization, 'organizationId' | 'email' | 'api'>

/**
 * Hires an employee with a new role that has only the given permissions. Returns the email address for
 * signing in.
 */
export async function hireAllowed(
  door: TestHub,
  { organizationId, email, api }: Hirer,
  name: string,
  permissions: readonly Permission[],
): Promise<string> {
  const role = await api.post('/api/organization/employee-roles', { name, permissions })
  if (role.status !== 201) throw new Error(`the role was refused: ${JSON.stringify(role.body)}`)
  await using database = openDatabase(door)
  return database.db.transact(organizationId, async (tx) => {
    const account = await createAccount(tx, email, { organizationId })
    await tx
      .insert(employees)
      .values({ organizationId, id: newId(), lastName: name, roleId: role.body.id, accountId: account.id })
    return account.email
  })
}

/** Limits the employee with the given email address to the given stores. */
export async function limitToStores(
  door: TestHub,
  { organizationId }: Pick<Organization, 'organizationId'>,
  email: string,
  storeIds: string[],
): Promise<void> {
  await using database = openDatabase(door)
  await database.db.transact(organizationId, async (tx) => {
    const [account] = await tx.select().from(accounts).where(eq(accounts.email, email))
    await tx
      .update(employees)
      .set({ storeIds })
      .where(and(eq(employees.organizationId, organizationId), eq(employees.accountId, must(account).id)))
  })
}

/** Hires a manager after removing the permission to view costs from all managers of the organization. */
export const hireWithoutCosts = (door: TestHub, organization: Organization): Promise<ApiClient> =>
  hireWithout(door, organization, 'costs.view')

/** Hires a manager after removing the given permission from all managers of the organization. */
export async function hireWithout(
  door: TestHub,
  organization: Organization,
  permission: Permission,
): Promise<ApiClient> {
  const { organizationId } = organization
  await using database = openDatabase(door)
  await database.db.transact(organizationId, (tx) =>
    tx
      .update(employeeRoles)
      .set({ permissions: sql`array_remove(${employeeRoles.permissions}, ${permission})` })
      .where(and(eq(employeeRoles.organizationId, organizationId), eq(employeeRoles.name, 'Manager'))),
  )
  return hire(door, organization, 'Manager')
}

/** Creates a SuperAdmin who is signed in with the required second factor. */
export async function superAdmin(door: TestHub, organization: Organization): Promise<ApiClient> {
  return (await superAdminWithFactor(door, organization)).api
}

export async function superAdminWithFactor(
  door: TestHub,
  { email }: Organization,
): Promise<{ api: ApiClient; email: string; secret: string; recoveryCodes: string[] }> {
  await using database = openDatabase(door)
  const account = await database.db.platform((tx) => createAccount(tx, email, { isSuperAdmin: true }))
  const api = await signIn(door, account.email)
  return { api, email: account.email, ...(await addFactor(api)) }
}

/** Starts a visit of a SuperAdmin to an organization. Returns the client for that organization. */
export async function visit(
  platform: ApiClient,
  organizationId: string,
  { act = true }: { act?: boolean } = {},
): Promise<ApiClient> {
  const path = `/api/super-admin/organizations/${organizationId}/visits`
  const { status, body } = await platform.post(path, { reason: 'Asked for help', act })
  if (status !== 201) throw new Error(`${path} answered ${status}: ${JSON.stringify(body)}`)
  return platform.with({ 'X-Organization-Id': organizationId })
}

type NewAccount = { organizationId: string } | { isSuperAdmin: true }

/** Creates an account with the password of the owner. Reuses its hash to save time. */
async function createAccount(tx: PlatformTx, ownerEmail: string, kind: NewAccount) {
  const [owner] = await tx.select().from(accounts).where(eq(accounts.email, ownerEmail))
  const id = newId()
  const account = { id, email: `${id}@shop.test`, passwordHash: must(owner).passwordHash }
  await tx.insert(accounts).values({ ...account, ...kind, emailVerifiedAt: new Date() })
  return account
}

export async function signIn(door: TestHub, email: string): Promise<ApiClient> {
  const form = { grant_type: 'password', username: email, password: OWNER_PASSWORD }
  const { body } = await new ApiClient(door).token(form)
  return new ApiClient(door, body.access_token)
}

/** Opens the database of the hub, for data without an endpoint. */
export function openDatabase(door: TestHub, limits?: Limits): { db: Database } & AsyncDisposable {
  const pool = openPool(door.database.ownerUrl, 1)
  return { db: new Database(pool, limits), [Symbol.asyncDispose]: () => pool.end() }
}
