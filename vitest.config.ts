import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { plantPlugins } from './lab/plants/vite-plugin.ts'

type Options = NonNullable<TestProjectInlineConfiguration['test']>

// Each program under test loads the whole product, so compiled code is cached on disk for the next one.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules/.cache/compiled')

/** Limit in milliseconds for hanging tests, high enough for a busy machine. Tests wait for events. */
const HANGS_AFTER_MS = 120_000
const DEADLINES: Options = {
  testTimeout: HANGS_AFTER_MS,
  hookTimeout: HANGS_AFTER_MS,
  // Earlier than the time-out of the test, so that a failure shows what was awaited.
  expect: { poll: { timeout: HANGS_AFTER_MS - 30_000 } },
}

/**
 * Slow test files of the last projects. They start first, because otherwise one of them would run alone at
 * the end.
 */
const FIRST = ['test/sync/replay.test.ts', 'test/sync/fuzz.test.ts']

class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isFirst = ({ moduleId }: TestSpecification) => FIRST.some((file) => moduleId.endsWith(file))
    const sorted = await super.sort(files)
    return [...sorted.filter(isFirst), ...sorted.filter((file) => !isFirst(file))]
  }
}

/**
 * Long test files of the other projects. Only `npm run proof` runs them, together with the projects that
 * drive pages and processes.
 */
const PROOFS = [
  'test/attack/**/*.test.ts',
  'test/hub/fuzz.test.ts',
  'test/hub/**/*-killed.test.ts',
  'test/hub/organization/demo-data.test.ts',
  'test/hub/reports/months.test.ts',
  'test/sync/{fuzz,replay,simulator}.test.ts',
  'test/browser/{accessibility,console-accessibility,console-keyboard,console-still,whole-day}.test.ts',
  'test/browser/days/*.test.ts',
  'test/desktop/package.test.ts',
  'test/edge/journal/{crash,kept-values}.test.ts',
]

/** One project for each kind of environment. `npx vitest run --project hub` runs a single one. */
export default defineConfig({
  test: {
    // Tests often wait for other processes, publishers and late events. One additional worker uses the idle
    // core.
    maxWorkers: availableParallelism() + 1,
    execArgv: ['--import', join(import.meta.dirname, 'test/support/quick-drizzle.ts')],
    // Loading the product again for each file took a quarter of the total time.
    isolate: false,
    sequence: { sequencer: LongFilesFirst },
    projects: [
      project('unit', [
        '{shared,hub,edge,desktop,lab}/**/*.test.{ts,tsx}',
        'test/{docs,pricing,fiscal,extsys}/*.test.ts',
      ]),
      project('hub', ['test/{hub,attack}/**/*.test.ts'], withPostgres()),
      project('edge', ['test/edge/**/*.test.ts']),
      project('sync', ['test/sync/**/*.test.ts'], withPostgres()),
      project('start', ['test/start/**/*.test.ts']),
      project('browser', ['test/{browser,desktop}/**/*.test.{ts,tsx}'], withPostgres()),
      project('proof', PROOFS, { ...withPostgres(), exclude: [] }),
    ],
  },
})

function project(name: string, include: string[], options: Options = {}): TestProjectInlineConfiguration {
  return {
    plugins: plantPlugins(),
    test: { name, include, exclude: PROOFS, environment: 'node', ...DEADLINES, ...options },
  }
}

/** Returns options with a PostgreSQL whose migrated template database tests clone (test/support/postgres.ts). */
function withPostgres(): Options {
  return {
    globalSetup: ['test/support/global-postgres.ts'],
    setupFiles: ['test/support/cheap-hashes.ts'],
  }
}
