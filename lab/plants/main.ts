import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { startMigratedPostgres } from '#test/support/fast-postgres.ts'
import { createTestFolder } from '#test/support/folders.ts'
import { TEMPLATE_URL_VARIABLE } from '#test/support/global-postgres.ts'
import { PLANT_VARIABLE, type Plant } from './plant.ts'
import { checkPlant, plantedStatements, sourcesOf } from './planting.ts'
import { PLANTS } from './plants.ts'
import { type RunReport, readRun } from './read-run.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const VITEST = join(ROOT, 'node_modules/vitest/vitest.mjs')
const PRELOAD = join(import.meta.dirname, 'preload.ts')

const { values } = parseArgs({
  options: {
    /** Names of plants, or path prefixes of edited files. */
    only: { type: 'string', multiple: true },
    list: { type: 'boolean', default: false },
  },
})

const say = (text: string): void => void process.stdout.write(`${text}\n`)
const isWanted = (plant: Plant): boolean =>
  values.only?.some(
    (wanted) =>
      plant.name === wanted ||
      sourcesOf(plant)
        .keys()
        .some((file) => file.startsWith(wanted)),
  ) ?? true
const plants = PLANTS.filter(isWanted)
for (const plant of plants) checkPlant(plant)
if (values.list) {
  for (const { name, mistake } of plants) say(`${name.padEnd(36)} ${mistake}`)
  process.exit()
}

const startedAt = performance.now()
const children = new Set<ChildProcess>()
await using resources = new AsyncDisposableStack()
const folder = resources.use(createTestFolder('plants'))
const postgres = await startMigratedPostgres()
resources.defer(() => postgres.stop())

let isInterrupted = false
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    isInterrupted = true
    for (const child of children) child.kill(signal)
  })
}

const waiting = [...plants]
const missed: string[] = []
let caught = 0
await Promise.all(Array.from({ length: Math.min(availableParallelism(), plants.length) }, (_, i) => work(i)))
const seconds = Math.round((performance.now() - startedAt) / 1000)
say(JSON.stringify({ planted: plants.length, caught, missed, seconds }))
if (missed.length > 0 || isInterrupted) process.exitCode = 1

async function work(place: number): Promise<void> {
  for (let plant = waiting.shift(); plant && !isInterrupted; plant = waiting.shift()) {
    const since = performance.now()
    const { isNoticed, ...report } = await runTests(plant, place)
    if (isNoticed) caught++
    else missed.push(plant.name)
    const took = Math.round((performance.now() - since) / 1000)
    say(JSON.stringify({ name: plant.name, isNoticed, ...report, seconds: took }))
  }
}

/** Returns the vitest project of a test file (vitest.config.ts). */
function projectOf(file: string): string {
  return /^test\/(hub|edge|sync|start|browser)\//.exec(file)?.[1] ?? 'unit'
}

/** Runs the tests that must detect the mistake, up to the first failure. */
async function runTests(plant: Plant, place: number): Promise<RunReport> {
  const output = join(folder.path, `${plant.name}.json`)
  const child = spawn(
    process.execPath,
    [
      VITEST,
      'run',
      '--bail=1',
      '--maxWorkers=1',
      '--reporter=json',
      `--outputFile=${output}`,
      // Separate caches, because concurrent runs would delete each other's files.
      `--fsModuleCachePath=${join(ROOT, 'node_modules/.cache', `plants-${place}`)}`,
      ...plant.noticedBy.map((file) => `--project=${projectOf(file)}`),
      ...plant.noticedBy,
      ...(plant.test === undefined ? [] : ['-t', plant.test.replace(/[^\w ]/g, '.')]),
    ],
    {
      cwd: ROOT,
      env: {
        ...process.env,
        NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --import=${PRELOAD}`,
        [PLANT_VARIABLE]: plant.name,
        [TEMPLATE_URL_VARIABLE]: await templateFor(plant),
      },
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  )
  children.add(child)
  let complaints = ''
  child.stderr.on('data', (chunk: Buffer) => {
    complaints = (complaints + chunk.toString()).slice(-2000)
  })
  await once(child, 'exit')
  children.delete(child)
  return readRun(output, complaints)
}

/**
 * Returns the migrated template database that tests clone. A plant that changes database code gets its own
 * template.
 */
async function templateFor(plant: Plant): Promise<string> {
  const statements = plantedStatements(plant)
  if (statements.length === 0) return postgres.url
  const url = new URL(postgres.url)
  const template = url.pathname.slice(1)
  url.pathname = `plant_${plant.name.replaceAll('-', '_')}`
  await query(urlOf('postgres'), `CREATE DATABASE ${url.pathname.slice(1)} TEMPLATE ${template}`)
  for (const statement of statements) await query(url.href, statement)
  return url.href
}

function urlOf(database: string): string {
  const url = new URL(postgres.url)
  url.pathname = database
  return url.href
}

async function query(connectionString: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}
