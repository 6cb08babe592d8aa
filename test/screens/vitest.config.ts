import { defineConfig } from 'vitest/config'

/** `npm run screens`: a test in form, so that it has the hub and the database of the tests. */
export default defineConfig({
  test: {
    root: `${import.meta.dirname}/../..`,
    include: ['test/screens/take-screens.ts'],
    environment: 'node',
    testTimeout: 3_600_000,
    hookTimeout: 120_000,
    execArgv: ['--import', `${import.meta.dirname}/../support/quick-drizzle.ts`],
    globalSetup: ['test/support/global-postgres.ts'],
    setupFiles: ['test/support/cheap-hashes.ts'],
  },
})
