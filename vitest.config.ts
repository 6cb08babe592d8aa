import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { plantPlugins } from './test/plants/vite-plugin.ts'

type Options = NonNullable<TestProjectInlineConfiguration['test']>

// Programs under test load the whole product each: what it was compiled to is kept for the next.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules/.cache/compiled')

/**
 * A deadline ends a test that hangs, and nothing else: a busy machine must not fail a test that works. What a test waits
 * for is an event.
 */
const HANGS_AFTER_MS = 120_000
const DEADLINES: Options = {
  testTimeout: HANGS_AFTER_MS,
  hookTimeout: HANGS_AFTER_MS,
  // Sooner than the test, to say what it has waited for.
  expect: { poll: { timeout: HANGS_AFTER_MS - 30_000 } },
}

/** Small files of the last projects that take long: begun in their turn, one of them would keep a single processor busy at the end. */
const FIRST = ['test/sync/replay.test.ts', 'test/sync/fuzz.test.ts']

class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isFirst = ({ moduleId }: TestSpecification) => FIRST.some((file) => moduleId.endsWith(file))
    const sorted = await super.sort(files)
    return [...sorted.filter(isFirst), ...sorted.filter((file) => !isFirst(file))]
  }
}

/** One project per need; `npx vitest run --project hub` runs one alone. */
export default defineConfig({
  test: {
    // Tests wait much: for other processes, for publishers, for what is late. One more uses the core meanwhile.
    maxWorkers: availableParallelism() + 1,
    execArgv: ['--import', join(import.meta.dirname, 'test/support/quick-drizzle.ts')],
    // To load the product anew for each file took a quarter of the time.
    isolate: false,
    sequence: { sequencer: LongFilesFirst },
    projects: [
      project('unit', [
        '{shared,hub,edge,desktop}/**/*.test.{ts,tsx}',
        'test/{plants,docs,pricing,fiscal,extsys}/*.test.ts',
      ]),
      project('hub', ['test/{hub,attack}/**/*.test.ts'], withPostgres()),
      project('edge', ['test/edge/**/*.test.ts']),
      project('sync', ['test/sync/**/*.test.ts'], withPostgres()),
      project('start', ['test/start/**/*.test.ts']),
      project('browser', ['test/{browser,desktop}/**/*.test.{ts,tsx}'], withPostgres()),
    ],
  },
})

function project(name: string, include: string[], options: Options = {}): TestProjectInlineConfiguration {
  return { plugins: plantPlugins(), test: { name, include, environment: 'node', ...DEADLINES, ...options } }
}

/** A PostgreSQL with a migrated template database: tests clone it (test/support/postgres.ts). */
function withPostgres(): Options {
  return {
    globalSetup: ['test/support/global-postgres.ts'],
    setupFiles: ['test/support/cheap-hashes.ts'],
  }
}
