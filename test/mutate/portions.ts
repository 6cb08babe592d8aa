/** Code that is mutated in one run, and the tests that have to notice. */
export interface Portion {
  path: string
  /** Of the folder only these, as they are called; left out, all of it. */
  only?: string[]
  /** Globs. Of these tests those run that reach the mutant. */
  tests: string[]
  needsPostgres?: true
}

const SHARED = ['shared/**/*.test.ts']

/** In the order in which they run. What no row names is not mutated. */
export const PORTIONS: Portion[] = [
  { path: 'shared/money', tests: SHARED },
  { path: 'shared/sync', tests: SHARED },
  { path: 'shared/imports', tests: SHARED },
  { path: 'shared/pricing', tests: SHARED },
  { path: 'shared/std', tests: SHARED },
  { path: 'shared/barcodes', tests: SHARED },
  { path: 'shared/catalog', tests: SHARED },
  { path: 'shared/documents', tests: SHARED },
  { path: 'shared/problems', tests: SHARED },
  // The others are shapes of single resources: test/hub has requests that do not fit them.
  { path: 'shared/contracts', only: ['barcode', 'common', 'permissions'], tests: SHARED },
  {
    // What needs neither a socket nor a thread.
    path: 'edge/sync',
    only: [
      ...['upload/batch-size', 'upload/custody', 'upload/upload-batch'],
      ...['download/download-exchange', 'download/replica-check', 'snapshot/give-way'],
      ...['hub-link/hub-failure', 'hub-link/read-stream', 'counters', 'pause', 'watchdog'],
    ],
    tests: ['edge/sync/**/*.test.ts'],
  },
  { path: 'edge', only: ['troubles'], tests: ['edge/troubles.test.ts'] },
  {
    // What needs no database.
    path: 'hub/features/pos/upload',
    only: ['read-item', 'read-upload', 'readers'],
    tests: ['hub/features/pos/upload/*.test.ts'],
  },
  {
    path: 'hub/ledger',
    tests: [
      'hub/ledger/*.test.ts',
      'test/hub/documents/{ledger,worked-examples,recalculation}.test.ts',
      'test/hub/ledger/*.test.ts',
    ],
    needsPostgres: true,
  },
  {
    path: 'edge/journal',
    tests: [
      'edge/journal/*.test.ts',
      'test/edge/{journal,outbox,chains,custody,receipts,shifts,session,cart,backup,salvage,recall}.test.ts',
      'test/edge/{kept-values,returns,stock}.test.ts',
    ],
  },
  {
    path: 'edge/replica',
    tests: [
      'edge/replica/*.test.ts',
      'test/edge/{replica,digest,products,assortment,stock,next-prices,point-settings,session}.test.ts',
    ],
  },
  {
    path: 'shared/replica',
    tests: [
      'test/edge/{replica,digest,products,assortment,stock,next-prices,point-settings,session}.test.ts',
    ],
  },
]

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
