import { and, eq } from 'drizzle-orm'
import type { Context, MiddlewareHandler } from 'hono'
import { z } from 'zod'
import type { AccessClaims } from '#hub/auth/token-signer.ts'
import { type Given, statement } from '#hub/db/statement.ts'
import { employeeRoles, employees } from '#hub/db/tables/organization.ts'
import { accounts, organizations } from '#hub/db/tables/platform.ts'
import { devices } from '#hub/db/tables/sync.ts'
import { together } from '#hub/db/together.ts'
import type { Database, Tx } from '#hub/db/transact.ts'
import { PERMISSIONS, type Permission } from '#shared/contracts/permissions.ts'
import { Problem } from '#shared/problems/problem.ts'
import type { HubEnv } from './env.ts'
import type { Access } from './route.ts'

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

type Guarded = Exclude<Access, 'public'>

export const ORGANIZATION_HEADER = 'X-Organization-Id'

/**
 * Lets in who may. What a person may do is read anew with each request, so that a changed role or a closed account counts
 * at once, and before anything is done; but a request that only reads asks for it together with what it reads first.
 * Until it is known that they may, no `read` gives anything out and nothing else begins; and no answer leaves without it.
 */
export function permit(accesses: readonly Guarded[], isReading: boolean): MiddlewareHandler<HubEnv> {
  return async function permitted(c, next) {
    const { db, signer } = c.get('hub')
    const claims = await signer.verify(bearerToken(c))
    let asked: Promise<Actor> | undefined
    const ask = (found: Promise<Actor | undefined>): Promise<Actor> => {
      asked = found.then((asker) => {
        if (!asker) throw unauthenticated('The account or device of this token is no longer active')
        c.set('asker', asker)
        for (const access of accesses) refuseUnless(access, asker)
        return asker
      })
      return asked
    }
    const actor = () => asked ?? ask(findActor(db, claims, c))
    c.set('actor', actor)
    c.set('read', async (work) => {
      if (asked || !claims.organizationId) return db.read(organizationOf(await actor()), work)
      return db.read(claims.organizationId, async (tx) => {
        const [, read] = await together(ask(findMember(tx, claims)), work(tx))
        return read
      })
    })
    c.set('transact', async (work) => db.transact(organizationOf(await actor()), work))
    c.set('platform', async (work) => {
      await actor()
      return db.platform(work)
    })
    if (!isReading) await actor()
    await next()
    await actor()
  }
}

function refuseUnless(access: Guarded, actor: Actor): void {
  const isAllowed =
    access === 'super-admin'
      ? actor.isSuperAdmin
      : access === 'signed-in'
        ? actor.kind === 'person'
        : actor.permissions.has(access)
  if (!isAllowed)
    throw new Problem('forbidden', {
      detail: `This needs: ${access}`,
      extensions: { permission: access },
      headers: { 'WWW-Authenticate': challenge('insufficient_scope') },
    })
}

function bearerToken(c: Context): string {
  const [scheme, token] = (c.req.header('Authorization') ?? '').split(' ')
  if (scheme?.toLowerCase() !== 'bearer' || !token)
    throw new Problem('unauthenticated', {
      detail: 'A bearer token is needed',
      headers: { 'WWW-Authenticate': challenge() },
    })
  return token
}

export function unauthenticated(detail: string): Problem {
  return new Problem('unauthenticated', {
    detail,
    headers: { 'WWW-Authenticate': challenge('invalid_token') },
  })
}

/** RFC 6750, section 3: without an error for who has sent no token at all. */
const challenge = (error?: 'invalid_token' | 'insufficient_scope'): string =>
  `Bearer realm="counterfoil"${error ? `, error="${error}"` : ''}`

/** The one that is worked in. Throws organization_required: a SuperAdmin may have named none. */
export function organizationOf(actor: Actor): string {
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

async function findActor(db: Database, claims: AccessClaims, c: Context<HubEnv>): Promise<Actor | undefined> {
  if (claims.organizationId) return db.read(claims.organizationId, (tx) => findMember(tx, claims))
  return claims.kind === 'person' ? findSuperAdmin(db, claims.subject, c) : undefined
}

/** A person or a device of the organization. */
const findMember = (tx: Tx, { kind, subject }: AccessClaims): Promise<Actor | undefined> =>
  kind === 'device' ? findDevice(tx, subject) : findPerson(tx, subject)

async function findPerson(tx: Tx, accountId: string): Promise<Actor | undefined> {
  const [row] = await personOf(tx, { accountId })
  return (
    row && {
      kind: 'person',
      id: accountId,
      organizationId: tx.organizationId,
      employeeId: row.employeeId,
      isSuperAdmin: false,
      permissions: new Set(row.permissions),
      retailPointId: null,
      isRevoked: false,
    }
  )
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

async function findDevice(tx: Tx, id: string): Promise<Actor | undefined> {
  const [device] = await deviceOf(tx, { id })
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
}
