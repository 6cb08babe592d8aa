import type pg from 'pg'
import { StartError } from '#shared/std/start-error.ts'
import { createCluster, readPassword } from './embedded/cluster.ts'
import { type Home, openHome } from './embedded/home.ts'
import { endLeftover } from './embedded/leftover.ts'
import { findPrograms } from './embedded/programs.ts'
import { openSession, type RunningServer, startServer } from './embedded/server.ts'

/**
 * A real PostgreSQL, installed by npm and started by the hub when no server is configured: in a folder of its own, on a
 * loopback port, with a random password.
 *
 * One process owns a running server. The server stops when its owner ends, even by SIGKILL. A server that is left over
 * nevertheless is ended at the next start; one whose owner is alive is left alone.
 */
export interface EmbeddedPostgres {
  /** Of the database, as its owner: a role that may create roles and databases but is no superuser. */
  url: string
  /** The same for the hub at work, as HUB_ROLE. */
  hubUrl: string
  /** Resolves when the server has ended, also without stop(). */
  ended: Promise<void>
  /** Fast, clean shutdown; resolves when the server has ended. */
  stop(): Promise<void>
}

export interface EmbeddedPostgresOptions {
  /** Made when missing. Nothing else may be in it. */
  dataDir: string
  /** A free one when left out. */
  port?: number
  /** Server settings on top of ours, such as { fsync: 'off' } for tests. */
  settings?: Record<string, string>
}

const DATABASE = 'counterfoil'
const OWNER = 'counterfoil'
/** Owns nothing (hub/db/sign-in-role.ts). */
export const HUB_ROLE = 'counterfoil_hub'

const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // Refused statements reach the caller; they would only fill the log, with customers' data at that.
  log_min_messages: 'log',
  log_checkpoints: 'off',
  // The plans of a young shop are made for empty tables: look often whether they have filled.
  autovacuum_naptime: '10s',
}

/** Starts PostgreSQL on the data in `dataDir`, making it first when there is none. Throws StartError. */
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
  // Who owns the tables may end the hub's sessions, never the other way round.
  await session.query(`SET client_min_messages = warning; GRANT ${HUB_ROLE} TO ${OWNER}`)
  if (!(await exists(session, 'SELECT FROM pg_database WHERE datname = $1', DATABASE)))
    await session.query(`CREATE DATABASE ${DATABASE} OWNER ${OWNER}`)
  await followCollation(home, session, port)
}

/** A newer ICU may sort differently than the one that built the indexes: then they are rebuilt. */
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
