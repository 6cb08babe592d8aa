/** Code mutated in one run, and the tests that must detect the mutants. */
export interface Portion {
  path: string
  /** Names of the files to mutate in the folder, all by default. */
  only?: string[]
  /** Globs of test files, by default those next to the code. Only tests that reach a mutant are run. */
  tests?: string[]
}

/** Portions in the order in which they are run. Other code is not mutated. */
export const PORTIONS: Portion[] = [
  { path: 'shared/money' },
  { path: 'shared/sync' },
  { path: 'shared/imports' },
  { path: 'shared/pricing' },
  { path: 'shared/std' },
  { path: 'shared/barcodes' },
  { path: 'shared/catalog' },
  { path: 'shared/documents' },
  { path: 'shared/problems' },
  // The other files are schemas of single resources, which test/hub covers with invalid requests.
  { path: 'shared/contracts', only: ['common', 'permissions'] },
  {
    // Modules that need neither a socket nor a thread.
    path: 'edge/sync',
    only: [
      'upload/batch-size',
      'upload/custody',
      'upload/upload-batch',
      'download/download-exchange',
      'download/replica-check',
      'snapshot/give-way',
      'hub-link/hub-failure',
      'hub-link/read-stream',
      'counters',
      'pause',
      'watchdog',
    ],
  },
  { path: 'edge', only: ['troubles'], tests: ['edge/troubles.test.ts'] },
  {
    // Modules that need no database.
    path: 'hub/features/pos/upload',
    only: ['read-item', 'read-upload', 'readers', 'place-items', 'chain-links'],
  },
  {
    path: 'hub/ledger',
    only: ['balances', 'book-movement', 'find-back-dated', 'next-balance', 'product-history'],
  },
  {
    // Recovery and backups are excluded, because their tests need a whole agent.
    path: 'edge/journal',
    only: [
      'carts',
      'chain',
      'chains',
      'entries',
      'file-receipt',
      'journal',
      'meta',
      'outbox',
      'pin-failures',
      'receipts',
      'record',
      'record-sale',
      'sessions',
      'shifts',
      'unsent-stock',
      'recovery/find-loss',
      'recovery/refile',
      'recovery/high-water',
    ],
    tests: ['edge/journal/*.test.ts', 'test/edge/journal/*.test.ts'],
  },
  { path: 'shared/replica', tests: ['test/edge/replica/*.test.ts'] },
  {
    path: 'edge/replica',
    tests: ['edge/replica/*.test.ts', 'test/edge/replica/*.test.ts'],
  },
]

export function testsOf({ path, tests = [`${path}/**/*.test.ts`] }: Portion): string[] {
  return tests
}

export function portionOf(path: string): Portion | undefined {
  return PORTIONS.find((portion) => portion.path === path)
}

/** Returns globs for the files of a portion within the wanted paths. */
export function filesWithin({ path, only }: Portion, wanted: readonly string[]): string[] {
  const all = only?.map((name) => `${path}/${name}.ts`) ?? [path]
  const within = all.flatMap((file) =>
    wanted.some((each) => isIn(file, each)) ? [file] : wanted.filter((each) => isIn(each, file)),
  )
  return within.map((each) => (each.endsWith('.ts') ? each : `${each}/**/*.ts`))
}

/** True when `path` is the given folder or file, or is inside of it. */
function isIn(path: string, folder: string): boolean {
  return folder === '.' || path === folder || path.startsWith(`${folder}/`)
}
