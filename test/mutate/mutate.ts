import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import type { LogLevel, MutantResult, schema } from '@stryker-mutator/api/core'
import { Stryker } from '@stryker-mutator/core'
import type { Portion } from './portions.ts'

const FOLDER = 'data/mutate'

/** What became of each mutant of these files. What was found earlier is kept in the data folder and used again. */
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
    plugins: ['./test/mutate/quick-runner.ts', './test/mutate/prose.ts'],
    ignorers: ['prose'],
    testRunner: 'quick',
    incremental: true,
    incrementalFile,
    force,
    concurrency,
    // On a busy machine a test that is merely late would count as one that never ends.
    timeoutMS: 120_000,
    tempDirName: `${FOLDER}/sandbox`,
    ignorePatterns: ['/data', '/dist', '/docs'],
    // Stryker asks TypeScript for its API, which version 7 has not; types are checked elsewhere.
    tsconfigFile: 'none',
    disableTypeChecks: false,
    reporters: ['progress-append-only'],
    warnings: false,
    logLevel: 'warn' as LogLevel,
    // Then nothing of it is killed, which is told.
    allowEmpty: true,
    allowConsoleColors: false,
  }).runMutationTest()
}

/** What survived is tried again: of a mutant that is met while a file loads Stryker cannot tell which tests are new to it. */
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
