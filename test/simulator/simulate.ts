import { type ChildProcess, fork } from 'node:child_process'
import { accessSync, chmodSync, constants, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '#hub/db/embedded-postgres.ts'
import { must } from '#shared/std/must.ts'
import type { Job, Result, SeedReport, Size } from './jobs.ts'
import type { Shop } from './world/shop.ts'

export interface Run {
  from: number
  seeds: number
  size: Size
  /** True ends the run: the seeds under way are the last. */
  onReport?: (report: SeedReport) => boolean
}

/** Data that lives as long as the run: nothing of it need survive a crash. */
const FAST = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_connections: '200',
  shared_buffers: '128MB',
  autovacuum: 'off',
  jit: 'off',
  plan_cache_mode: 'force_generic_plan',
  max_parallel_workers_per_gather: '0',
  // Hubs come and go, and each connection would take milliseconds to prove that it knows the password.
  scram_iterations: '1',
}

/** What the schedules run on: one PostgreSQL with a furnished template database, and a folder in memory. */
export interface Ground extends AsyncDisposable {
  shop: Shop
  folder: string
}

export async function prepareGround(): Promise<Ground> {
  const folder = mkdtempSync(join(fastFolder(), 'counterfoil-simulator-'))
  // The stand-in for root must be able to enter it.
  chmodSync(folder, 0o755)
  const sockets = join(folder, 'sockets')
  mkdirSync(sockets)
  chmodSync(sockets, 0o777)
  const settings = { ...FAST, unix_socket_directories: sockets }
  const server = await startEmbeddedPostgres({ dataDir: join(folder, 'postgres'), settings })
  const remove = async () => {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    const worker = startWorker(folder)
    const result = await ask(worker, { type: 'furnish', templateUrl: bySocket(server.url, sockets), folder })
    worker.disconnect()
    if (result.type !== 'furnished') throw new Error(`no shop: ${JSON.stringify(result)}`)
    return { shop: result.shop, folder, [Symbol.asyncDispose]: remove }
  } catch (error) {
    await remove()
    throw error
  }
}

/** A socket in the file system takes half the processor time of one over TCP. */
function bySocket(url: string, folder: string): string {
  const local = new URL(url)
  local.searchParams.set('host', folder)
  return local.href
}

function fastFolder(): string {
  try {
    accessSync('/dev/shm', constants.W_OK)
    return '/dev/shm'
  } catch {
    return tmpdir()
  }
}

/** A process waits for PostgreSQL half of its time. */
const PROCESSES_PER_CORE = 2

/** Runs the seeds on some processes at once; reports come as seeds end, and in order at the end. */
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
  await Promise.all(
    Array.from({ length: Math.min(PROCESSES_PER_CORE * availableParallelism(), seeds) }, work),
  )
  return reports.sort((a, b) => a.seed - b.seed)
}

/** What is left of each world fills the memory. */
const SEEDS_PER_PROCESS = 40

/** Runs seeds, one after the other, in an operating system process of its own. */
export class SeedRunner implements Disposable {
  readonly #ground: Ground
  /** A mistake is planted when a process starts, and stays. */
  readonly #plant: string | undefined
  #worker: ChildProcess | null = null
  #seeds = 0

  constructor(ground: Ground, plant?: string) {
    this.#ground = ground
    this.#plant = plant
  }

  /** `scheduleOf`: the schedule that is made for this plant, planted or not. */
  async run(seed: number, { size, scheduleOf }: { size: Size; scheduleOf?: string }): Promise<SeedReport> {
    if (this.#seeds++ % SEEDS_PER_PROCESS === 0) this.#renew()
    const { shop, folder } = this.#ground
    const job: Job = { type: 'seed', seed, size, plant: this.#plant, scheduleOf, shop, folder }
    const result = await ask(must(this.#worker), job)
    if (result.type !== 'seed') throw new Error(result.type === 'broken' ? result.message : result.type)
    return result.report
  }

  #renew(): void {
    this.#worker?.disconnect()
    this.#worker = startWorker(this.#ground.folder)
  }

  [Symbol.dispose](): void {
    this.#worker?.disconnect()
  }
}

/** Each of them loads the whole product: what the first has compiled serves the others. */
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
