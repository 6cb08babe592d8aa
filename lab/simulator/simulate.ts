import { type ChildProcess, fork } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { HUB_ROLE } from '#hub/db/embedded-postgres.ts'
import { startFastPostgres } from '#test/support/fast-postgres.ts'
import { createTestFolder } from '#test/support/folders.ts'
import type { Job, Result, SeedReport, Size } from './jobs.ts'
import type { Shop } from './world/shop.ts'
import type { Breaks } from './world/world.ts'

export interface Run {
  from: number
  seeds: number
  size: Size
  /** Called for each finished seed. Return true to end the run after the seeds in progress. */
  onReport?: (report: SeedReport) => boolean
}

const PLANNING = {
  jit: 'off',
  plan_cache_mode: 'force_generic_plan',
  max_parallel_workers_per_gather: '0',
}

/**
 * Environment for schedules of one size: a PostgreSQL server with a prepared template database, and a folder
 * in memory.
 */
export interface Ground extends AsyncDisposable {
  shop: Shop
  folder: string
}

export async function prepareGround(size: Omit<Size, 'steps'>): Promise<Ground> {
  await using resources = new AsyncDisposableStack()
  const folder = resources.use(createTestFolder('simulator')).path
  const server = resources.adopt(await startFastPostgres(PLANNING), ({ stop }) => stop())
  // Rows are restored without firing triggers (world/database.ts).
  await server.asSuperuser('GRANT SET ON PARAMETER session_replication_role TO PUBLIC')
  // Hubs run in virtual time (world/database.ts).
  await server.asSuperuser(`ALTER ROLE ${HUB_ROLE} SET search_path = public, pg_catalog`)
  const worker = startWorker(folder)
  const result = await ask(worker, {
    type: 'furnish',
    size: { ...size, steps: 0 },
    templateUrl: server.url,
    folder,
  })
  worker.disconnect()
  if (result.type !== 'furnished') throw new Error(`no shop: ${JSON.stringify(result)}`)
  const undo = resources.move()
  return { shop: result.shop, folder, [Symbol.asyncDispose]: () => undo.disposeAsync() }
}

/**
 * Number of worker processes. PostgreSQL needs the processor whenever one of them waits for it, so more
 * processes would only add warm-up time.
 */
const PROCESSES = availableParallelism()

/** Runs the seeds in several processes. Reports each seed when it ends, and returns the reports in order. */
export async function simulate(ground: Ground, { from, seeds, size, onReport }: Run): Promise<SeedReport[]> {
  const reports: SeedReport[] = []
  let next = from
  let isOver = false
  const work = async (): Promise<void> => {
    using runner = new SeedRunner(ground)
    while (!isOver && next < from + seeds) {
      const report = await runner.run(next++, { size })
      reports.push(report)
      if (onReport?.(report)) isOver = true
    }
  }
  await Promise.all(Array.from({ length: Math.min(PROCESSES, seeds) }, work))
  return reports.sort((a, b) => a.seed - b.seed)
}

/** Parameters of a schedule besides its seed. */
interface Schedule {
  size: Size
  /** Plant whose emphasis is used for the schedule, even if the mistake is not planted. */
  scheduleOf?: string
  /** Factors for the frequency of steps. */
  emphasis?: Record<string, number>
  breaks?: Breaks
}

/** Runs seeds one at a time in a separate operating system process. */
export class SeedRunner implements Disposable {
  readonly #ground: Ground
  /** Name of the plant, which is planted permanently when the process starts. */
  readonly #plant: string | undefined
  #worker: ChildProcess | null = null

  constructor(ground: Ground, plant?: string) {
    this.#ground = ground
    this.#plant = plant
  }

  async run(seed: number, { size, scheduleOf, emphasis = {}, breaks = {} }: Schedule): Promise<SeedReport> {
    const { shop, folder } = this.#ground
    const job: Job = {
      type: 'seed',
      seed,
      size,
      plant: this.#plant,
      scheduleOf,
      emphasis,
      breaks,
      shop,
      folder,
    }
    this.#worker ??= startWorker(folder)
    const result = await ask(this.#worker, job)
    if (result.type !== 'seed') throw new Error(result.type === 'broken' ? result.message : result.type)
    return result.report
  }

  [Symbol.dispose](): void {
    this.#worker?.disconnect()
  }
}

/** Starts a worker. Each worker loads the whole product, so they share a compile cache. */
function startWorker(folder: string): ChildProcess {
  return fork(join(import.meta.dirname, 'worker.ts'), {
    serialization: 'advanced',
    execArgv: ['--max-semi-space-size=64'],
    env: { NODE_COMPILE_CACHE: join(folder, 'compiled'), ...process.env },
  })
}

function ask(worker: ChildProcess, job: Job): Promise<Result> {
  return new Promise((resolve, reject) => {
    const onExit = (code: number | null): void => reject(new Error(`a worker ended with ${code}`))
    worker.once('exit', onExit)
    worker.once('message', (result: Result) => {
      worker.off('exit', onExit)
      resolve(result)
    })
    worker.send(job)
  })
}
