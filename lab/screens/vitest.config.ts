import { defineConfig } from 'vitest/config'

/**
 * Configuration of `npm run screens [till|console]`. The scripts are written as tests, so that they can use
 * the test hub and its database.
 */
export default defineConfig({
  test: {
    root: `${import.meta.dirname}/../..`,
    include: ['lab/screens/take-*.ts'],
    environment: 'node',
    testTimeout: 3_600_000,
    hookTimeout: 120_000,
    execArgv: ['--import', `${import.meta.dirname}/../../test/support/quick-drizzle.ts`],
    globalSetup: ['test/support/global-postgres.ts'],
    setupFiles: ['test/support/cheap-hashes.ts'],
  },
})
