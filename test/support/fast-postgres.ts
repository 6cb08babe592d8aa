import { chmodSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { openHome } from '#hub/db/embedded/home.ts'
import { openSession } from '#hub/db/embedded/server.ts'
import { HUB_ROLE, startEmbeddedPostgres } from '#hub/db/embedded-postgres.ts'
import { migrate } from '#hub/db/migrate.ts'
import { createTestFolder } from './folders.ts'

/** Settings that trade durability for speed, because the data is needed only during the run. */
const FAST = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_connections: '200',
  shared_buffers: '128MB',
  // Autovacuum workers run as the superuser, and the owner of a database cannot drop it while one is working
  // in it.
  autovacuum: 'off',
  // More iterations would add milliseconds of password verification to each connection.
  scram_iterations: '1',
  // By default, PostgreSQL plans each statement five times with its values on every connection, which takes a
  // seventh of the time.
  plan_cache_mode: 'force_generic_plan',
}

export interface FastPostgres {
  /** URL for the owner of the tables. It uses a Unix socket, which takes half the CPU time of TCP. */
  url: string
  /** The same URL for the hub role. */
  hubUrl: string
  /** Executes a statement as the superuser in the database of `url`. */
  asSuperuser(statement: string): Promise<void>
  /** Stops the server and removes its data. */
  stop(): Promise<void>
}

/** Starts a PostgreSQL server for one test run. */
export async function startFastPostgres(settings: Record<string, string> = {}): Promise<FastPostgres> {
  const folder = createTestFolder('postgres')
  const sockets = join(folder.path, 'sockets')
  mkdirSync(sockets)
  chmodSync(sockets, 0o777)
  const dataDir = join(folder.path, 'data')
  const server = await startEmbeddedPostgres({
    dataDir,
    settings: { ...FAST, unix_socket_directories: sockets, ...settings },
  })
  const url = new URL(server.url)
  url.searchParams.set('host', sockets)
  return {
    url: url.href,
    hubUrl: asHubRole(url.href),
    asSuperuser: async (statement) => {
      const session = await openSession(openHome(dataDir), Number(url.port), url.pathname.slice(1))
      await session.query(statement).finally(() => session.end())
    },
    stop: async () => {
      await server.stop()
      folder.remove()
    },
  }
}

/** Starts a PostgreSQL server with the migrated database of this version. */
export async function startMigratedPostgres(): Promise<FastPostgres> {
  const server = await startFastPostgres()
  await migrate(server.url, HUB_ROLE)
  // By default, new retail points sell without a shift. Tests can require one.
  await server.asSuperuser('ALTER TABLE retail_points ALTER COLUMN require_shift SET DEFAULT false')
  return server
}

/** Returns the URL for the hub role. All roles of the embedded server have the same password. */
export function asHubRole(ownerUrl: string): string {
  const url = new URL(ownerUrl)
  url.username = HUB_ROLE
  return url.href
}
