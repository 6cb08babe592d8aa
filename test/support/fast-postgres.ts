import { chmodSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { openHome } from '#hub/db/embedded/home.ts'
import { openSession } from '#hub/db/embedded/server.ts'
import { HUB_ROLE, startEmbeddedPostgres } from '#hub/db/embedded-postgres.ts'
import { migrate } from '#hub/db/migrate.ts'
import { createTestFolder } from './folders.ts'

/** Settings for data that is needed only during the run and need not survive a crash. */
const FAST = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_connections: '200',
  shared_buffers: '128MB',
  // Autovacuum workers belong to the superuser: the owner of a database could not drop it while one is in
  // there.
  autovacuum: 'off',
  // Otherwise each connection takes milliseconds to verify the password.
  scram_iterations: '1',
  // Otherwise planning each statement with its values, five times on each connection, takes a seventh of the
  // time.
  plan_cache_mode: 'force_generic_plan',
}

export interface FastPostgres {
  /**
   * Address for the owner of the tables, by a socket in the file system, which takes half the processor time
   * of TCP.
   */
  url: string
  /** The same address for the hub's role. */
  hubUrl: string
  /** Executes a statement of the superuser in the database that the url names. */
  asSuperuser(statement: string): Promise<void>
  /** Stops it and removes its data. */
  stop(): Promise<void>
}

/** Starts a PostgreSQL for one run of tests. */
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

/** Starts a PostgreSQL that contains the database of this version. */
export async function startMigratedPostgres(): Promise<FastPostgres> {
  const server = await startFastPostgres()
  await migrate(server.url, HUB_ROLE)
  // The shop of a new organization sells without a shift, unless a test requires one.
  await server.asSuperuser('ALTER TABLE retail_points ALTER COLUMN require_shift SET DEFAULT false')
  return server
}

/** Returns the address for the hub's role; all roles of the embedded server have the same password. */
export function asHubRole(ownerUrl: string): string {
  const url = new URL(ownerUrl)
  url.username = HUB_ROLE
  return url.href
}
