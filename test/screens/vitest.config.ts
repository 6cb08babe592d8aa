import { defineConfig } from 'vitest/config'

/** `npm run screens [till|console]`: tests in form, so that they have the hub and the database of the tests. */
export default defineConfig({
  test: {
    root: `${import.meta.dirname}/../..`,
    include: ['test/screens/take-*.ts'],
    environment: 'node',
    testTimeout: 3_600_000,
    hookTimeout: 120_000,
    execArgv: ['--import', `${import.meta.dirname}/../support/quick-drizzle.ts`],
    globalSetup: ['test/support/global-postgres.ts'],
    setupFiles: ['test/support/cheap-hashes.ts'],
  },
})
