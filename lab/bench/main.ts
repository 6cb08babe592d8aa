import { mkdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { StartError } from '#shared/std/start-error.ts'
import { CATALOG_SUITE } from './catalog/suite.ts'
import { CONSOLE_SUITE } from './console/suite.ts'
import { DOCUMENTS_SUITE } from './documents/suite.ts'
import { Bench, type Measurement } from './harness/bench.ts'
import { type Figure, judge } from './harness/figure.ts'
import { describeMachine, load } from './harness/machine.ts'
import { tableOf } from './harness/table.ts'
import { REPORTS_SUITE } from './reports/suite.ts'
import { SYNC_SUITE } from './sync/suite.ts'
import { TILL_SUITE } from './till/suite.ts'

const SUITES: Record<string, readonly Measurement[]> = {
  sync: SYNC_SUITE,
  catalog: CATALOG_SUITE,
  documents: DOCUMENTS_SUITE,
  till: TILL_SUITE,
  console: CONSOLE_SUITE,
  reports: REPORTS_SUITE,
}

const USAGE = `npm run bench -- SUITE [--only NAME[,NAME]] [--quick] [--runs N] [--share PART] [--keep DIR [--prepare]] [--profile DIR]

Measures the product beside a bare floor in the same run and prints the ratios; the last line is JSON. Wants a machine
that does nothing else, and TMPDIR on the disk that is to be measured.

  --only NAME     only these measurements
  --quick         small amounts: shows that the bench works
  --runs N        how often each figure is measured (3; quick: 1)
  --share PART    worlds of the reports have this part of their sales (1), such as 0.3
  --keep DIR      worlds that take long to make are kept there, and used again by the next run
  --prepare       only makes the worlds that are kept
  --profile DIR   the programs under test leave V8 processor profiles there

Suites and their measurements:
${Object.entries(SUITES)
  .map(([suite, measurements]) => `  ${suite}: ${measurements.map(({ name }) => name).join(', ')}`)
  .join('\n')}
`

interface Outcome {
  measurement: string
  seconds: number
  /** System load before and after the measurement. */
  load: [number, number]
  figures: Figure[]
  failure?: string
}

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      only: { type: 'string' },
      quick: { type: 'boolean', default: false },
      runs: { type: 'string' },
      share: { type: 'string', default: '1' },
      keep: { type: 'string' },
      prepare: { type: 'boolean', default: false },
      profile: { type: 'string' },
    },
  })
  const [suite = ''] = positionals
  const chosen = choose(SUITES[suite], values.only)
  if (chosen.length === 0 || positionals.length > 1) {
    process.stderr.write(USAGE)
    return 2
  }
  const [profileDir, keepDir] = [values.profile, values.keep].map((dir) => dir && resolve(dir))
  for (const dir of [profileDir, keepDir]) if (dir) mkdirSync(dir, { recursive: true })
  await using bench = new Bench({
    isQuick: values.quick,
    runs: Number(values.runs ?? (values.quick ? 1 : 3)),
    share: Number(values.share),
    keepDir,
    profileDir,
    say,
  })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void bench[Symbol.asyncDispose]().finally(() => process.exit(1)))
  }
  say(`${describeMachine()}; load ${load().toFixed(1)}${values.quick ? '; quick' : ''}`)
  if (values.prepare) {
    for (const { prepare } of chosen) await prepare?.(bench)
    return 0
  }
  const outcomes: Outcome[] = []
  for (const measurement of chosen) outcomes.push(await run(measurement, bench))
  const figures = outcomes.flatMap((outcome) => outcome.figures)
  say(`\n${tableOf(figures)}`)
  say(JSON.stringify({ suite, quick: values.quick, machine: describeMachine(), ...jsonOf(outcomes) }))
  return outcomes.some(({ failure }) => failure) ? 1 : 0
}

function choose(suite: readonly Measurement[] = [], only: string | undefined): Measurement[] {
  const names = only?.split(',') ?? suite.map(({ name }) => name)
  return suite.filter(({ name }) => names.includes(name))
}

/** Runs a measurement. A failure does not prevent the others from running. */
async function run({ name, measure }: Measurement, bench: Bench): Promise<Outcome> {
  const startedAt = performance.now()
  const before = load()
  const outcome = (figures: Figure[]): Outcome => ({
    measurement: name,
    seconds: Math.round((performance.now() - startedAt) / 1000),
    load: [before, load()],
    figures,
  })
  try {
    const done = outcome(await measure(bench))
    const [loadBefore, loadAfter] = done.load.map((value) => value.toFixed(1))
    say(`\n${name}: ${done.seconds} s, load ${loadBefore} before and ${loadAfter} after`)
    say(tableOf(done.figures))
    return done
  } catch (error) {
    const failure = (error as Error).stack ?? String(error)
    say(`\n${name} failed: ${failure}`)
    return { ...outcome([]), failure }
  }
}

function jsonOf(outcomes: readonly Outcome[]) {
  return {
    measurements: outcomes.map(({ figures, ...rest }) => ({
      ...rest,
      figures: figures.map(({ product, floor, ...figure }) => ({
        ...figure,
        ...judge({ product, floor, ...figure }),
        runs: { product, floor },
      })),
    })),
  }
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    process.stderr.write(
      `${error instanceof StartError ? error.message : ((error as Error).stack ?? error)}\n`,
    )
    process.exit(1)
  },
)
