import type pg from 'pg'
import { StartError } from '#shared/std/start-error.ts'
import { createCluster, readPassword } from './embedded/cluster.ts'
import { type Home, openHome } from './embedded/home.ts'
import { endLeftover } from './embedded/leftover.ts'
import { findPrograms } from './embedded/programs.ts'
import { openSession, type RunningServer, startServer } from './embedded/server.ts'

/**
 * A full PostgreSQL server, installed by npm. The hub starts it when no server is configured, in its own
 * folder, on a loopback port, with a random password.
 *
 * One process owns a running server. The server stops when its owner ends, even by SIGKILL. If a server is
 * still left over, the next start ends it. A server whose owner is alive is not touched.
 */
export interface EmbeddedPostgres {
  /** URL of the database for its owner, a role that can create roles and databases but is not a superuser. */
  url: string
  /** URL of the database for the running hub, which signs in as HUB_ROLE. */
  hubUrl: string
  /** Resolves when the server has ended, even without a call of `stop`. */
  ended: Promise<void>
  /** Shuts the server down cleanly (fast mode). Resolves when it has ended. */
  stop(): Promise<void>
}

export interface EmbeddedPostgresOptions {
  /** Data folder, created when missing. It must not contain anything else. */
  dataDir: string
  /** Port of the server. Defaults to a free one. */
  port?: number
  /** Server settings that override the defaults, such as { fsync: 'off' } for tests. */
  settings?: Record<string, string>
}

const DATABASE = 'counterfoil'
const OWNER = 'counterfoil'
/** Role that the hub signs in with. It owns nothing (hub/db/sign-in-role.ts). */
export const HUB_ROLE = 'counterfoil_hub'

const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // Errors of statements are returned to the caller. In the log they would only use space and expose
  // customers' data.
  log_min_messages: 'log',
  log_checkpoints: 'off',
  // In a new shop, queries are planned for empty tables, so check often whether the tables have grown.
  autovacuum_naptime: '10s',
}

/** Starts PostgreSQL on the data in `dataDir`, which is created when missing. Throws StartError. */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  if (process.platform === 'win32')
    throw new StartError('On Windows the hub needs a PostgreSQL server: name it in DATABASE_URL.')
  const settings: Record<string, string> = { ...SETTINGS, ...options.settings }
  const home = openHome(options.dataDir)
  const programs = findPrograms(home.account)
  createCluster(home, programs, settings.fsync !== 'off')
  await endLeftover(home)
  const server = await startServer(home, programs, settings, options.port)
  try {
    await prepareDatabase(home, server)
  } catch (error) {
    await server.stop()
    throw new StartError(`The embedded database could not be prepared: ${(error as Error).message}`)
  }
  const urlOf = (role: string): string =>
    `postgres://${role}:${readPassword(home)}@127.0.0.1:${server.port}/${DATABASE}`
  return { url: urlOf(OWNER), hubUrl: urlOf(HUB_ROLE), ended: server.ended, stop: server.stop }
}

async function prepareDatabase(home: Home, { session, port }: RunningServer): Promise<void> {
  const password = session.escapeLiteral(readPassword(home))
  for (const [role, rights] of [
    [OWNER, 'CREATEDB CREATEROLE'],
    [HUB_ROLE, ''],
  ] as const) {
    if (!(await exists(session, 'SELECT FROM pg_roles WHERE rolname = $1', role)))
      await session.query(`CREATE ROLE ${role} LOGIN ${rights} PASSWORD ${password}`)
  }
  // The owner of the tables can end the hub's sessions, but not the other way round.
  await session.query(`SET client_min_messages = warning; GRANT ${HUB_ROLE} TO ${OWNER}`)
  if (!(await exists(session, 'SELECT FROM pg_database WHERE datname = $1', DATABASE)))
    await session.query(`CREATE DATABASE ${DATABASE} OWNER ${OWNER}`)
  await followCollation(home, session, port)
}

/** Rebuilds the indexes after a change of ICU, because another ICU version can sort differently. */
async function followCollation(home: Home, session: pg.Client, port: number): Promise<void> {
  const changed = await exists(
    session,
    `SELECT FROM pg_database
      WHERE datname = $1 AND datcollversion IS DISTINCT FROM pg_database_collation_actual_version(oid)`,
    DATABASE,
  )
  if (!changed) return
  const inDatabase = await openSession(home, port, DATABASE)
  try {
    await inDatabase.query(`REINDEX DATABASE ${DATABASE}`)
    await inDatabase.query(`ALTER DATABASE ${DATABASE} REFRESH COLLATION VERSION`)
  } finally {
    await inDatabase.end()
  }
}

async function exists(session: pg.Client, query: string, name: string): Promise<boolean> {
  return (await session.query(query, [name])).rowCount === 1
}
