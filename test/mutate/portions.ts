/** Code that is mutated in one run, and the tests that have to notice. */
export interface Portion {
  path: string
  /** Of the folder only these, as they are called; left out, all of it. */
  only?: string[]
  /** Globs; left out, the tests beside the code. Of these run those that reach the mutant. */
  tests?: string[]
}

/** In the order in which they run. What no row names is not mutated. */
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
  // The others are shapes of single resources: test/hub has requests that do not fit them.
  { path: 'shared/contracts', only: ['common', 'permissions'] },
  {
    // What needs neither a socket nor a thread.
    path: 'edge/sync',
    only: [
      ...['upload/batch-size', 'upload/custody', 'upload/upload-batch'],
      ...['download/download-exchange', 'download/replica-check', 'snapshot/give-way'],
      ...['hub-link/hub-failure', 'hub-link/read-stream', 'counters', 'pause', 'watchdog'],
    ],
  },
  { path: 'edge', only: ['troubles'], tests: ['edge/troubles.test.ts'] },
  {
    // What needs no database.
    path: 'hub/features/pos/upload',
    only: ['read-item', 'read-upload', 'readers', 'place-items', 'chain-links'],
  },
  {
    path: 'hub/ledger',
    only: ['balances', 'book-movement', 'find-back-dated', 'next-balance', 'product-history'],
  },
  {
    // Recovery and backups need a whole agent.
    path: 'edge/journal',
    only: [
      ...['carts', 'chain', 'chains', 'entries', 'file-receipt', 'journal', 'meta', 'outbox', 'pin-failures'],
      ...['receipts', 'record', 'record-sale', 'sessions', 'shifts', 'unsent-stock'],
      ...['recovery/find-loss', 'recovery/refile', 'recovery/high-water'],
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

/** The files of a portion that lie within one of these paths, as globs. */
export function filesWithin({ path, only }: Portion, wanted: readonly string[]): string[] {
  const all = only?.map((name) => `${path}/${name}.ts`) ?? [path]
  const within = all.flatMap((file) =>
    wanted.some((each) => isIn(file, each)) ? [file] : wanted.filter((each) => isIn(each, file)),
  )
  return within.map((each) => (each.endsWith('.ts') ? each : `${each}/**/*.ts`))
}

/** Whether a path is this folder or file, or lies within. */
function isIn(path: string, folder: string): boolean {
  return folder === '.' || path === folder || path.startsWith(`${folder}/`)
}
