import { defineConfig } from 'vitest/config'
import { portionOf } from './portions.ts'

/** Named by main.ts. */
const portion = portionOf(process.env.MUTATE_PORTION ?? '')

export default defineConfig({
  test: {
    include: portion?.tests ?? [],
    // To load the product again for each file would take most of the time.
    isolate: false,
    // Many mutants hang: none of these tests takes a tenth of it.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    ...(portion?.needsPostgres && {
      globalSetup: ['test/support/global-postgres.ts'],
      setupFiles: ['test/support/cheap-hashes.ts'],
    }),
  },
})
