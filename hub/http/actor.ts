import { and, eq } from 'drizzle-orm'
import type { Context, MiddlewareHandler } from 'hono'
import { z } from 'zod'
import { type Given, statement } from '#hub/db/statement.ts'
import { employeeRoles, employees } from '#hub/db/tables/organization.ts'
import { accounts, organizations } from '#hub/db/tables/platform.ts'
import { devices } from '#hub/db/tables/sync.ts'
import type { Database } from '#hub/db/transact.ts'
import type { AccessClaims } from '#hub/features/account/token-signer.ts'
import { PERMISSIONS, type Permission } from '#shared/contracts/permissions.ts'
import { Problem } from '#shared/problems/problem.ts'
import type { HubEnv } from './env.ts'

/** Who is asking: a person of an organization, a SuperAdmin (inside an organization or on the platform), a device. */
export interface Actor {
  kind: 'person' | 'device'
  /** Account or device. */
  id: string
  /** Empty for a SuperAdmin who named no organization. */
  organizationId: string
  employeeId: string | null
  isSuperAdmin: boolean
  permissions: ReadonlySet<Permission>
  retailPointId: string | null
  isRevoked: boolean
}

export const ORGANIZATION_HEADER = 'X-Organization-Id'

/**
 * Finds out who is asking and puts their transactions at hand. What a person may do is read anew on each request, so
 * that a changed role or a closed account counts at once.
 */
export const authenticate: MiddlewareHandler<HubEnv> = async (c, next) => {
  const hub = c.get('hub')
  const claims = await hub.signer.verify(bearerToken(c))
  const actor =
    claims.kind === 'device' ? await findDevice(hub.db, claims) : await findPerson(hub.db, claims, c)
  if (!actor) throw unauthenticated('The account or device of this token is no longer active')
  c.set('actor', actor)
  c.set('transact', (work) => hub.db.transact(organizationOf(actor), work))
  c.set('read', (work) => hub.db.read(organizationOf(actor), work))
  c.set('platform', (work) => hub.db.platform(work))
  await next()
}

function bearerToken(c: Context): string {
  const [scheme, token] = (c.req.header('Authorization') ?? '').split(' ')
  if (scheme?.toLowerCase() !== 'bearer' || !token) throw unauthenticated('A bearer token is needed')
  return token
}

export function unauthenticated(detail: string): Problem {
  return new Problem('unauthenticated', {
    detail,
    headers: { 'WWW-Authenticate': 'Bearer error="invalid_token"' },
  })
}

function organizationOf(actor: Actor): string {
  if (!actor.organizationId) throw new Problem('organization_required')
  return actor.organizationId
}

const personOf = statement('actor.person', (given: Given<'accountId'>, db) =>
  db
    .select({ employeeId: employees.id, permissions: employeeRoles.permissions })
    .from(accounts)
    .innerJoin(
      organizations,
      and(eq(organizations.id, accounts.organizationId), eq(organizations.isArchived, false)),
    )
    .innerJoin(
      employees,
      and(eq(employees.organizationId, organizations.id), eq(employees.accountId, accounts.id)),
    )
    .innerJoin(
      employeeRoles,
      and(eq(employeeRoles.organizationId, employees.organizationId), eq(employeeRoles.id, employees.roleId)),
    )
    .where(
      and(eq(accounts.id, given.accountId), eq(accounts.isActive, true), eq(employees.isArchived, false)),
    ),
)

async function findPerson(
  db: Database,
  claims: AccessClaims,
  c: Context<HubEnv>,
): Promise<Actor | undefined> {
  if (!claims.organizationId) return findSuperAdmin(db, claims.subject, c)
  return db.read(claims.organizationId, async (tx) => {
    const [row] = await personOf(tx, { accountId: claims.subject })
    return (
      row && {
        kind: 'person',
        id: claims.subject,
        organizationId: tx.organizationId,
        employeeId: row.employeeId,
        isSuperAdmin: false,
        permissions: new Set(row.permissions),
        retailPointId: null,
        isRevoked: false,
      }
    )
  })
}

async function findSuperAdmin(
  db: Database,
  accountId: string,
  c: Context<HubEnv>,
): Promise<Actor | undefined> {
  const [account] = await db.platform((tx) =>
    tx
      .select({ isSuperAdmin: accounts.isSuperAdmin })
      .from(accounts)
      .where(and(eq(accounts.id, accountId), eq(accounts.isActive, true))),
  )
  if (!account?.isSuperAdmin) return undefined
  return {
    kind: 'person',
    id: accountId,
    organizationId: await namedOrganization(db, c),
    employeeId: null,
    isSuperAdmin: true,
    permissions: new Set(PERMISSIONS.filter((permission) => permission !== 'pos.sync')),
    retailPointId: null,
    isRevoked: false,
  }
}

async function namedOrganization(db: Database, c: Context<HubEnv>): Promise<string> {
  const named = c.req.header(ORGANIZATION_HEADER)
  if (!named) return ''
  const parsed = z.guid().safeParse(named)
  const [found] = parsed.success
    ? await db.read(parsed.data, (tx) => tx.select({ id: organizations.id }).from(organizations))
    : []
  if (!found) throw new Problem('not_found', { detail: `There is no organization ${named.slice(0, 64)}` })
  return found.id
}

const deviceOf = statement('actor.device', (given: Given<'id'>, db) =>
  db
    .select({ id: devices.id, retailPointId: devices.retailPointId, revokedAt: devices.revokedAt })
    .from(devices)
    .where(and(eq(devices.organizationId, given.organizationId), eq(devices.id, given.id))),
)

async function findDevice(db: Database, claims: AccessClaims): Promise<Actor | undefined> {
  if (!claims.organizationId) return undefined
  return db.read(claims.organizationId, async (tx) => {
    const [device] = await deviceOf(tx, { id: claims.subject })
    return (
      device && {
        kind: 'device',
        id: device.id,
        organizationId: tx.organizationId,
        employeeId: null,
        isSuperAdmin: false,
        permissions: new Set<Permission>(['pos.sync']),
        retailPointId: device.retailPointId,
        isRevoked: device.revokedAt !== null,
      }
    )
  })
}
