/** Code that is mutated in one run, and the tests that have to notice. */
export interface Portion {
  /** A folder, or a file. */
  path: string
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
]

export function portionOf(path: string): Portion | undefined {
  return PORTIONS.find((portion) => portion.path === path)
}
