import { and, eq, sql } from 'drizzle-orm'
import type { AccessClaims } from '#hub/auth/token-signer.ts'
import { type Given, statement } from '#hub/db/statement.ts'
import { employeeRoles, employees, organizationSettings } from '#hub/db/tables/organization.ts'
import { accounts, organizations, secondFactors } from '#hub/db/tables/platform.ts'
import { devices } from '#hub/db/tables/sync.ts'
import type { Database, Tx } from '#hub/db/transact.ts'
import { PERMISSIONS, type Permission } from '#shared/domain/permissions.ts'
import { NO_LIMITS, TillLimits } from '#shared/domain/till-limits.ts'
import { Problem } from '#shared/problems/problem.ts'
import { findVisit, type Visit } from './visit.ts'

/**
 * The authenticated caller: a user of an organization, a SuperAdmin (inside an organization or on the
 * platform), or a device.
 */
export interface Actor {
  kind: 'person' | 'device'
  /** Id of the account or device. */
  id: string
  /** Id of the organization. Empty for a SuperAdmin who named none. */
  organizationId: string
  employeeId: string | null
  /** Current name, for records that store it. */
  name: string
  isSuperAdmin: boolean
  /** Visit of a SuperAdmin inside an organization. */
  visit?: Visit
  permissions: ReadonlySet<Permission>
  /** Stores whose stock and documents the caller can see. Empty means all stores. */
  storeIds: readonly string[]
  /** The user's limits at tills. */
  tillLimits: TillLimits
  retailPointId: string | null
  isRevoked: boolean
  /**
   * True when the role requires a second factor, or the user is a SuperAdmin, and no second factor is set up.
   * Nothing else is then allowed until one is set up.
   */
  needsSecondFactor: boolean
  /** True when the user's email address is verified. */
  isAddressProved: boolean
  /** Session of a user, which is a family of refresh tokens. Null for a device. */
  sessionId: string | null
}

/** Returns the current organization. Throws `organization_required` for a SuperAdmin who named none. */
export function organizationOf(actor: Actor): string {
  if (!actor.organizationId) throw new Problem('organization_required')
  return actor.organizationId
}

const personOf = statement('actor.person', (given: Given<'accountId' | 'sessionId'>, db) =>
  db
    .select({
      employeeId: employees.id,
      name: sql<string>`concat_ws(' ', ${employees.lastName}, ${employees.firstName}, ${employees.middleName})`,
      permissions: employeeRoles.permissions,
      storeIds: employees.storeIds,
      tillLimits: employeeRoles.tillLimits,
      needsSecondFactor: sql<boolean>`${employeeRoles.id} = ANY(${organizationSettings.secondFactorRoleIds})
        AND ${secondFactors.confirmedAt} IS NULL AND NOT ${isByPasskey(given.sessionId)}`,
      isAddressProved: sql<boolean>`${accounts.emailVerifiedAt} IS NOT NULL`,
    })
    .from(accounts)
    .innerJoin(
      organizations,
      and(eq(organizations.id, given.organizationId), eq(organizations.isArchived, false)),
    )
    .innerJoin(
      employees,
      and(eq(employees.organizationId, organizations.id), eq(employees.accountId, accounts.id)),
    )
    .innerJoin(
      employeeRoles,
      and(eq(employeeRoles.organizationId, employees.organizationId), eq(employeeRoles.id, employees.roleId)),
    )
    .innerJoin(organizationSettings, eq(organizationSettings.organizationId, organizations.id))
    .leftJoin(secondFactors, eq(secondFactors.accountId, accounts.id))
    .where(
      and(
        eq(accounts.id, given.accountId),
        eq(accounts.isActive, true),
        eq(employees.isArchived, false),
        eq(employees.isAccountActive, true),
        isGoingOn(given.sessionId),
      ),
    ),
)

/** SQL condition that is true for a sign-in by passkey, which proves both factors. */
const isByPasskey = (sessionId: unknown) => sql`EXISTS (
  SELECT FROM refresh_tokens mine WHERE mine.family_id = ${sessionId} AND 'mfa' = ANY(mine.methods))`

/**
 * SQL condition that is true while the session has not ended. Ending a session also invalidates its access
 * tokens.
 */
const isGoingOn = (sessionId: unknown) => sql`NOT EXISTS (
  SELECT FROM refresh_tokens ended
  WHERE ended.family_id = ${sessionId} AND ended.revoked_at IS NOT NULL)`

/**
 * Returns the current actor of a token, or undefined when the account or device is not active. A SuperAdmin
 * acts in the organization that they named. Throws `not_found` for an unknown organization, and
 * `visit_needed`.
 */
export async function findActor(
  db: Database,
  claims: AccessClaims,
  named: string | undefined,
): Promise<Actor | undefined> {
  if (claims.organizationId) return db.read(claims.organizationId, (tx) => findMember(tx, claims))
  return claims.kind === 'person' ? findSuperAdmin(db, claims, named) : undefined
}

/** Returns an active user or device of the organization, or undefined when there is none. */
export const findMember = (tx: Tx, { kind, subject, sessionId }: AccessClaims): Promise<Actor | undefined> =>
  kind === 'device' ? findDevice(tx, subject) : findPerson(tx, subject, sessionId)

async function findPerson(tx: Tx, accountId: string, sessionId: string | null): Promise<Actor | undefined> {
  const [row] = await personOf(tx, { accountId, sessionId })
  return (
    row && {
      kind: 'person',
      id: accountId,
      organizationId: tx.organizationId,
      employeeId: row.employeeId,
      name: row.name,
      isSuperAdmin: false,
      permissions: new Set(row.permissions),
      storeIds: row.storeIds,
      tillLimits: TillLimits.parse(row.tillLimits),
      needsSecondFactor: row.needsSecondFactor,
      isAddressProved: row.isAddressProved,
      retailPointId: null,
      isRevoked: false,
      sessionId,
    }
  )
}

async function findSuperAdmin(
  db: Database,
  { subject: accountId, sessionId }: AccessClaims,
  named: string | undefined,
): Promise<Actor | undefined> {
  const [account] = await db.platform((tx) =>
    tx
      .select({
        isSuperAdmin: accounts.isSuperAdmin,
        email: accounts.email,
        needsSecondFactor: sql<boolean>`${secondFactors.confirmedAt} IS NULL AND NOT ${isByPasskey(sessionId)}`,
        isAddressProved: sql<boolean>`${accounts.emailVerifiedAt} IS NOT NULL`,
      })
      .from(accounts)
      .leftJoin(secondFactors, eq(secondFactors.accountId, accounts.id))
      .where(and(eq(accounts.id, accountId), eq(accounts.isActive, true), isGoingOn(sessionId))),
  )
  if (!account?.isSuperAdmin) return undefined
  const visit = named ? await findVisit(db, accountId, named) : undefined
  return {
    kind: 'person',
    id: accountId,
    organizationId: visit?.organizationId ?? '',
    ...(visit && { visit }),
    employeeId: null,
    name: account.email,
    isSuperAdmin: true,
    permissions: new Set(PERMISSIONS.filter((permission) => permission !== 'pos.sync')),
    storeIds: [],
    tillLimits: NO_LIMITS,
    retailPointId: null,
    isRevoked: false,
    needsSecondFactor: account.needsSecondFactor,
    isAddressProved: account.isAddressProved,
    sessionId,
  }
}

const deviceOf = statement('actor.device', (given: Given<'id'>, db) =>
  db
    .select({
      id: devices.id,
      name: devices.name,
      retailPointId: devices.retailPointId,
      revokedAt: devices.revokedAt,
    })
    .from(devices)
    .where(and(eq(devices.organizationId, given.organizationId), eq(devices.id, given.id))),
)

async function findDevice(tx: Tx, id: string): Promise<Actor | undefined> {
  const [device] = await deviceOf(tx, { id })
  return (
    device && {
      kind: 'device',
      id: device.id,
      organizationId: tx.organizationId,
      employeeId: null,
      name: device.name,
      isSuperAdmin: false,
      permissions: new Set<Permission>(['pos.sync']),
      storeIds: [],
      tillLimits: NO_LIMITS,
      retailPointId: device.retailPointId,
      isRevoked: device.revokedAt !== null,
      needsSecondFactor: false,
      isAddressProved: true,
      sessionId: null,
    }
  )
}
