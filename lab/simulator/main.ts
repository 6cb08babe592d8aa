import { parseArgs } from 'node:util'
import { breakActions } from './break-actions.ts'
import { findPlants, PLANT_SIZE } from './find-plants.ts'
import type { SeedReport } from './jobs.ts'
import { CHECKS } from './oracle/coverage.ts'
import { findPlant } from './plants/plant.ts'
import { PLANTS } from './plants/plants.ts'
import { prepareGround, simulate } from './simulate.ts'
import { summaryOf } from './summary.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seeds: { type: 'string' },
    from: { type: 'string' },
    hub: { type: 'string', default: '2' },
    agents: { type: 'string', default: '3' },
    tills: { type: 'string', default: '2' },
    steps: { type: 'string', default: '400' },
    plant: { type: 'string' },
    plants: { type: 'boolean', default: false },
    break: { type: 'string' },
    trace: { type: 'boolean', default: false },
  },
})

const say = (text: string): void => void process.stdout.write(`${text}\n`)
const size = {
  hub: Number(values.hub),
  agents: Number(values.agents),
  tills: Number(values.tills),
  steps: Number(values.steps),
}

function showTrace(report: SeedReport): void {
  for (const line of report.trace) say(line)
  for (const failure of report.failures) say(`MISSED BY SEED ${report.seed}: ${failure}`)
}

/** `--plant NAME`, `--plant all` or `--plants all`. */
const wanted = values.plants ? positionals[0] : values.plant
if (values.plants && wanted === undefined) {
  for (const { name, about, mistake } of PLANTS) say(`${name.padEnd(30)} ${about.padEnd(10)} ${mistake}`)
  process.exit()
}

/** A planted mistake must be detected by at least one of two hundred seeds. */
const seeds = values.seeds ?? (wanted === undefined ? 20 : 200)
const from = Number(values.from ?? 1)
const startedAt = performance.now()
await using ground = await prepareGround(
  wanted === undefined && values.break === undefined ? size : PLANT_SIZE,
)
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, async () => {
    await ground[Symbol.asyncDispose]()
    process.exit(1)
  })
}
/** `--break KIND` or `--break all` disables actions of that kind, which a run must detect. */
if (values.break !== undefined) {
  const kinds = values.break === 'all' ? undefined : [values.break]
  const broken = await breakActions(ground, kinds, (each) => say(JSON.stringify(each)))
  const unnoticed = broken.filter(({ seed }) => seed === null).map(({ kind }) => kind)
  const seconds = Math.round((performance.now() - startedAt) / 100) / 10
  say(JSON.stringify({ broken: broken.length, unnoticed, seconds }))
  if (unnoticed.length > 0) process.exitCode = 1
} else if (wanted !== undefined) {
  const plants = wanted === 'all' ? PLANTS : [findPlant(wanted)]
  // Without `--from`, the search for a plant starts at the seed known to detect it.
  const range = { seeds: Number(seeds), ...(values.from !== undefined && { from }), size: PLANT_SIZE }
  const found = await findPlants(ground, plants, range, (each) => say(JSON.stringify(each)))
  const caughtBy = Object.keys(CHECKS).map((check) => [
    check,
    found.filter(({ by }) => by.includes(check)).map(({ name }) => name),
  ])
  // A check that detects none of the mistakes proves nothing.
  const idle = wanted === 'all' ? caughtBy.flatMap(([check, names]) => (names?.length ? [] : [check])) : []
  const missed = found.filter(({ seed }) => seed === null).map(({ name }) => name)
  const seconds = Math.round((performance.now() - startedAt) / 100) / 10
  say(
    JSON.stringify({
      plants: found.length,
      caught: found.length - missed.length,
      missed,
      idle,
      caughtBy: Object.fromEntries(caughtBy),
      seconds,
    }),
  )
  if (missed.length + idle.length > 0) process.exitCode = 1
} else {
  const reports = await simulate(ground, {
    from,
    seeds: Number(seeds),
    size,
    onReport: (report) => {
      if (values.trace || report.failures.length > 0) showTrace(report)
      return false
    },
  })
  const summary = summaryOf(reports, from, performance.now() - startedAt)
  say(JSON.stringify(summary))
  if (summary.failures.length + summary.shortfalls.length > 0) process.exitCode = 1
}
