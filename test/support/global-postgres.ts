import type { TestProject } from 'vitest/node'
import { type FastPostgres, startMigratedPostgres } from './fast-postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of the migrated database that tests clone. Open connections to it would prevent cloning. */
    templateUrl: string
  }
}

/** Environment variable with the URL of a migrated database to use instead of creating one. */
export const TEMPLATE_URL_VARIABLE = 'TEST_TEMPLATE_URL'

interface Run {
  users: number
  server: Promise<FastPostgres>
}

/** Each project loads this module separately, but the whole run shares one server. */
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
