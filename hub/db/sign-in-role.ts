import type pg from 'pg'
import { isNearHost } from '#shared/std/host-place.ts'
import { StartError } from '#shared/std/start-error.ts'
import { isUpToDate } from './migrate.ts'
import { connectOnce, STORES_ROLE } from './pool.ts'

const HOW = 'See docs/operations.md#roles-of-the-database'

/** Rights of the role that the hub signs in with. */
interface SignInRole {
  name: string
  isSuperuser: boolean
  passesPolicies: boolean
  /** True when the role owns tables or the database itself, or can become their owner. */
  owns: boolean
  isAdmitted: boolean
}

/**
 * Checks that the hub can work with the database of DATABASE_URL as a role that owns nothing, and returns
 * advice for the operator. Throws StartError for a superuser, who is not restricted by policies, for an
 * owner, for a database of another version, and for a role without the required grants. `npm run db:migrate`
 * fixes the last two.
 */
export async function checkSignIn(databaseUrl: string): Promise<string[]> {
  const role = await onConnection(databaseUrl, roleOf)
  if (role.isSuperuser || role.passesPolicies)
    throw new StartError(
      `The role ${role.name} of DATABASE_URL is a superuser or passes row-level security: sign in with one that does not. ${HOW}`,
    )
  if (role.owns)
    throw new StartError(
      `The role ${role.name} of DATABASE_URL owns the database or its tables: give the hub a role that owns nothing. ${HOW}`,
    )
  if (!(await onConnection(databaseUrl, isUpToDate)))
    throw new StartError(`The database is not of this version: run npm run db:migrate. ${HOW}`)
  if (!role.isAdmitted)
    throw new StartError(
      `The role ${role.name} is not admitted to the tables: run npm run db:migrate. ${HOW}`,
    )
  return isReadable(databaseUrl)
    ? [
        'the database of DATABASE_URL is outside the private network, and the connection to it is not encrypted: add ?sslmode=verify-full',
      ]
    : []
}

/**
 * True when the database traffic can be read in transit: a connection without TLS that leaves the private
 * network.
 */
export function isReadable(databaseUrl: string): boolean {
  const { hostname, searchParams } = new URL(databaseUrl)
  const host = searchParams.get('host') ?? hostname
  const isSocket = host === '' || host.startsWith('/')
  const hasTls = ['require', 'verify-ca', 'verify-full'].includes(searchParams.get('sslmode') ?? '')
  return !isSocket && !hasTls && !isNearHost(host)
}

async function roleOf(client: pg.Client): Promise<SignInRole> {
  const { rows } = await client.query<SignInRole>(`
    SELECT rolname AS name, rolsuper AS "isSuperuser", rolbypassrls AS "passesPolicies",
      EXISTS (
        SELECT relowner FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')
          AND pg_has_role(session_user, relowner, 'MEMBER')
        UNION ALL SELECT datdba FROM pg_database WHERE datname = current_database()
          AND pg_has_role(session_user, datdba, 'MEMBER')
      ) AS owns,
      EXISTS (SELECT FROM pg_roles WHERE rolname = '${STORES_ROLE}' AND pg_has_role(session_user, oid, 'MEMBER')) AS "isAdmitted"
    FROM pg_roles WHERE rolname = session_user`)
  const [role] = rows
  if (!role) throw new Error('the role of the session is not known')
  return role
}

async function onConnection<T>(databaseUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = await connectOnce(databaseUrl)
  return work(client).finally(() => client.end())
}
