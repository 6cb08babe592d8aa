import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import type { LogLevel, MutantResult, schema } from '@stryker-mutator/api/core'
import { Stryker } from '@stryker-mutator/core'
import type { Portion } from './portions.ts'

const FOLDER = 'data/mutate'

/** Returns the result of each mutant in these files. Earlier results are stored in the data folder and reused. */
export async function mutate(
  { path }: Portion,
  files: string[],
  { concurrency, force }: { concurrency: number; force: boolean },
): Promise<MutantResult[]> {
  mkdirSync(FOLDER, { recursive: true })
  const incrementalFile = `${FOLDER}/${path.replaceAll('/', '-')}.json`
  forgetSurvivors(incrementalFile)
  process.env.MUTATE_PORTION = path
  return new Stryker({
    mutate: [...files, '!**/*.test.ts'],
    plugins: ['./lab/mutate/quick-runner.ts', './lab/mutate/prose.ts'],
    ignorers: ['prose'],
    testRunner: 'quick',
    incremental: true,
    incrementalFile,
    force,
    concurrency,
    // On a busy machine a slow test would otherwise count as hanging.
    timeoutMS: 120_000,
    tempDirName: `${FOLDER}/sandbox`,
    ignorePatterns: ['/data', '/dist', '/docs'],
    // Stryker needs TypeScript's API, which version 7 does not provide. Types are checked elsewhere.
    tsconfigFile: 'none',
    disableTypeChecks: false,
    reporters: ['progress-append-only'],
    warnings: false,
    logLevel: 'warn' as LogLevel,
    // Without tests no mutant is killed, which the report shows.
    allowEmpty: true,
    allowConsoleColors: false,
  }).runMutationTest()
}

/**
 * Removes surviving mutants from the report, so that they are tested again. For a mutant that runs while a
 * file is being loaded, Stryker cannot detect which tests are new.
 */
function forgetSurvivors(file: string): void {
  let report: schema.MutationTestResult
  try {
    report = JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return
    throw error
  }
  for (const each of Object.values(report.files))
    each.mutants = each.mutants.filter(({ status }) => status !== 'Survived' && status !== 'NoCoverage')
  writeFileSync(file, JSON.stringify(report))
}
