import pg from 'pg'
import { StartError } from '#shared/std/start-error.ts'
import { gatheringSocket } from './gathering-socket.ts'

const OLDEST_SERVER_VERSION = 150_000
export const APPLICATION_ROLE = 'counterfoil_app'
/** Role of users limited to some stores (hub/db/sql/stores.sql). */
export const STORES_ROLE = 'counterfoil_of_stores'

/** Time in ms after which a statement that waits for a lock fails with not_ready. The client retries. */
const LOCK_TIMEOUT_MS = 10_000

/**
 * Session settings. A hub process that hangs or loses its connection must not hold locks forever, such as
 * that of the feed counter. A statement that waits for a lock must not hold its connection forever either.
 */
const SESSION = [
  'timezone=UTC',
  'idle_in_transaction_session_timeout=90s',
  'statement_timeout=30s',
  // Compiling a plan takes longer than it saves for any statement here.
  'jit=off',
]

/**
 * Opens the hub's connection pool. Each connection switches to the application's role when it opens, so none
 * can bypass row-level security.
 */
export function openPool(databaseUrl: string, size: number, lockTimeoutMs = LOCK_TIMEOUT_MS): pg.Pool {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: size,
    options: [`role=${APPLICATION_ROLE}`, `lock_timeout=${lockTimeoutMs}`, ...SESSION]
      .map((setting) => `-c ${setting}`)
      .join(' '),
    application_name: 'counterfoil-hub',
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    // Statements that do not depend on each other's results are sent together.
    pipeline: true,
    stream: gatheringSocket,
  })
  // A connection lost while it opens has no owner yet. Without a listener, its error would end the process.
  pool.on('connect', (client) => client.on('error', () => undefined))
  // The same applies to a connection that is idle, or still closing when its database is dropped. The pool
  // opens another one.
  pool.on('error', () => undefined)
  return pool
}

/**
 * Opens one connection as the role that signs in, for migrations. Throws StartError when the server cannot be
 * used.
 */
export async function connectOnce(databaseUrl: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 10_000 })
  const where = describe(databaseUrl)
  try {
    await client.connect()
  } catch (error) {
    throw new StartError(`The database at ${where} cannot be reached: ${reason(error)}`)
  }
  const { rows } = await client.query<{ version: number; name: string }>(
    `SELECT current_setting('server_version_num')::int AS version, current_setting('server_version') AS name`,
  )
  const server = rows[0]
  if (!server || server.version < OLDEST_SERVER_VERSION) {
    await client.end()
    throw new StartError(`The database at ${where} is PostgreSQL ${server?.name}; 15 or newer is needed`)
  }
  return client
}

/** Returns host and database, without the password. */
function describe(databaseUrl: string): string {
  const url = new URL(databaseUrl)
  return `${url.host || 'the local socket'}${url.pathname}`
}

function reason(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reason).join('; ')
  return error instanceof Error ? error.message : String(error)
}
