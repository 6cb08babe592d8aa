import { join } from 'node:path'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'

type Options = NonNullable<TestProjectInlineConfiguration['test']>

// Programs under test load the whole product each: what it was compiled to is kept for the next.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules/.cache/compiled')

/** One project per need; `npx vitest run --project hub` runs one alone. */
export default defineConfig({
  test: {
    // By itself vitest leaves one core unused: of two that is half the machine.
    maxWorkers: '100%',
    // To load the product anew for each file took a quarter of the time.
    isolate: false,
    projects: [
      project('unit', ['{shared,hub,edge,desktop}/**/*.test.{ts,tsx}']),
      project('hub', ['test/hub/**/*.test.ts'], withPostgres(20_000)),
      project('edge', ['test/edge/**/*.test.ts'], { testTimeout: 20_000, hookTimeout: 30_000 }),
      project('sync', ['test/sync/**/*.test.ts'], withPostgres(60_000)),
      project('start', ['test/start/**/*.test.ts'], { testTimeout: 120_000, hookTimeout: 120_000 }),
      project('browser', ['test/{browser,desktop}/**/*.test.{ts,tsx}'], withPostgres(90_000)),
    ],
  },
})

function project(name: string, include: string[], options: Options = {}): TestProjectInlineConfiguration {
  return { test: { name, include, environment: 'node', ...options } }
}

/** A PostgreSQL with a migrated template database: tests clone it (test/support/postgres.ts). */
function withPostgres(testTimeout: number): Options {
  return {
    globalSetup: ['test/support/global-postgres.ts'],
    setupFiles: ['test/support/cheap-hashes.ts'],
    testTimeout,
    hookTimeout: 60_000,
  }
}
