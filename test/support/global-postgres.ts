import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#hub/db/embedded-postgres.ts'
import { migrate } from '#hub/db/migrate.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Of the migrated database that tests clone. Nobody stays connected to it: that would forbid cloning. */
    templateUrl: string
  }
}

/** Data that lives as long as the run: nothing of it need survive a crash. */
const FAST = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_connections: '200',
  shared_buffers: '64MB',
  // Its workers are the superuser's: the owner of a database could not drop it while one is in there.
  autovacuum: 'off',
}

interface Run {
  users: number
  server: Promise<EmbeddedPostgres & { folder: string }>
}

/** Each project loads this module for itself; the server is one for the whole run. */
const runs = globalThis as typeof globalThis & { counterfoilTestServer?: Run | undefined }

export async function setup(project: TestProject): Promise<void> {
  runs.counterfoilTestServer ??= { users: 0, server: startTemplate() }
  runs.counterfoilTestServer.users++
  const { url } = await runs.counterfoilTestServer.server
  project.provide('templateUrl', url)
}

export async function teardown(): Promise<void> {
  const run = runs.counterfoilTestServer
  if (!run || --run.users > 0) return
  runs.counterfoilTestServer = undefined
  const server = await run.server
  await server.stop()
  rmSync(server.folder, { recursive: true, force: true })
}

async function startTemplate(): Promise<EmbeddedPostgres & { folder: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'counterfoil-postgres-'))
  // The stand-in for root must be able to enter it.
  chmodSync(folder, 0o755)
  const server = await startEmbeddedPostgres({ dataDir: folder, settings: FAST })
  await migrate(server.url)
  return { ...server, folder }
}
