/** Code that is mutated in one run, and the tests that have to notice. */
export interface Portion {
  path: string
  /** Of the folder only these, as they are called; left out, all of it. */
  only?: string[]
  /** Globs. Of these tests those run that reach the mutant. */
  tests: string[]
  needsPostgres?: true
}

/** In the order in which they run. What no row names is not mutated. */
export const PORTIONS: Portion[] = [
  ...[
    'shared/money',
    'shared/sync',
    'shared/imports',
    'shared/pricing',
    'shared/std',
    'shared/barcodes',
    'shared/catalog',
    'shared/documents',
    'shared/problems',
    'shared/contracts',
  ].map((path) => ({ path, tests: ['shared/**/*.test.ts'] })),
  {
    // What needs neither a socket nor a thread.
    path: 'edge/sync',
    only: [
      ...['batch-size', 'counters', 'custody', 'download-exchange', 'give-way', 'hub-failure', 'pause'],
      ...['read-stream', 'replica-check', 'troubles', 'upload-batch', 'watchdog'],
    ],
    tests: ['edge/sync/*.test.ts'],
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
