import type { TestProject } from 'vitest/node'
import { type FastPostgres, startMigratedPostgres } from './fast-postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /**
     * Address of the migrated database that tests clone. No connection may stay open to it, as that would
     * prevent cloning.
     */
    templateUrl: string
  }
}

/** Environment variable with the address of a migrated database to use instead of a new one. */
export const TEMPLATE_URL_VARIABLE = 'TEST_TEMPLATE_URL'

interface Run {
  users: number
  server: Promise<FastPostgres>
}

/** Each project loads this module separately; the server is shared by the whole run. */
const runs = globalThis as typeof globalThis & { counterfoilTestServer?: Run | undefined }

export async function setup(project: TestProject): Promise<void> {
  const given = process.env[TEMPLATE_URL_VARIABLE]
  if (given !== undefined) return project.provide('templateUrl', given)
  runs.counterfoilTestServer ??= { users: 0, server: startMigratedPostgres() }
  runs.counterfoilTestServer.users++
  const { url } = await runs.counterfoilTestServer.server
  project.provide('templateUrl', url)
}

export async function teardown(): Promise<void> {
  const run = runs.counterfoilTestServer
  if (!run || --run.users > 0) return
  runs.counterfoilTestServer = undefined
  await (await run.server).stop()
}
