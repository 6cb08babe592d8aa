import { sql } from 'drizzle-orm'
import type pg from 'pg'
import { fromDrizzle, type JobWithMetadata, PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import type { PlatformTx } from '#hub/db/transact.ts'
import { sleep } from '#shared/std/retry.ts'
import { JOBS_SCHEMA, type JobData, type JobName } from './queues.ts'

/** Poll interval of a worker that got no notice: for jobs of processes that died, that run no jobs, or that failed and are due again. */
const POLL_SECONDS = 5
/** How long a job under way may take to end when the hub is asked to stop; then it is given back. */
const STOP_PATIENCE_MS = 2000

export interface JobContext {
  /** Aborted when the job must end: the hub stops, or the job has taken too long. */
  signal: AbortSignal
  /** How many times it was tried before. */
  retries: number
  /** A failure of this run is the last: the job will not be tried again. */
  isLastTry: boolean
}
export type JobHandler<Name extends JobName> = (data: JobData[Name], context: JobContext) => Promise<void>

/**
 * Background jobs, kept in PostgreSQL by pg-boss (hub/db/migrate-jobs.ts makes its tables). A job is sent in a
 * transaction and exists when that commits; it is done at least once, by any hub process that does jobs.
 */
export class JobQueue {
  readonly #boss: PgBoss
  readonly #log: Logger
  readonly #workers = new Map<JobName, string>()
  #started: Promise<void> | undefined

  constructor(pool: pg.Pool, log: Logger) {
    this.#log = log
    this.#boss = new PgBoss({
      db: { executeSql: (text, values) => pool.query(text, values) },
      schema: JOBS_SCHEMA,
      migrate: false,
      schedule: false,
      // The hub's role owns no index.
      reindex: false,
      monitorVacuum: false,
    })
    this.#boss.on('error', (error) => log.warn({ err: error }, 'the job queue has trouble'))
    this.#boss.on('warning', (warning) => log.warn({ warning }, 'the job queue warns'))
  }

  /** Begins to do jobs of this kind, one at a time in this process. Does not wait for the database. */
  work<Name extends JobName>(name: Name, handler: JobHandler<Name>): void {
    void this.#start()
      .then(() => this.#addWorker(name, handler))
      .catch((error: unknown) => this.#log.warn({ err: error, job: name }, 'jobs of this kind are not done'))
  }

  async #addWorker<Name extends JobName>(name: Name, handler: JobHandler<Name>): Promise<void> {
    const options = { pollingIntervalSeconds: POLL_SECONDS, includeMetadata: true } as const
    const id = await this.#boss.work(name, options, async ([job]: JobWithMetadata<JobData[Name]>[]) => {
      if (!job) return
      // Whatever is queued besides follows without a pause.
      this.wake(name)
      const isLastTry = job.retryCount >= job.retryLimit
      await handler(job.data, { signal: job.signal, retries: job.retryCount, isLastTry })
    })
    this.#workers.set(name, id)
  }

  /** `once`: of several identical jobs, one is queued. `id`: of the run, random when left out. */
  async send<Name extends JobName>(
    tx: PlatformTx,
    name: Name,
    data: JobData[Name],
    { once, id }: { once?: { key: string; everySeconds: number }; id?: string } = {},
  ): Promise<void> {
    await this.#start()
    const throttle = once && { singletonKey: once.key, singletonSeconds: once.everySeconds }
    await this.#boss.send(name, data, { db: fromDrizzle(tx, sql), ...(id && { id }), ...throttle })
  }

  /** Call it after the commit of a sent job: this process then runs it without waiting for the next poll. */
  wake(name: JobName): void {
    const id = this.#workers.get(name)
    if (id !== undefined) this.#boss.notifyWorker(id)
  }

  async stop(): Promise<void> {
    if (!this.#started) return
    await this.#started.catch(() => undefined)
    const patience = new AbortController()
    const ended = Promise.allSettled([...this.#workers.keys()].map((name) => this.#boss.offWork(name)))
    await Promise.race([ended, sleep(STOP_PATIENCE_MS, patience.signal)])
    patience.abort()
    await this.#boss.stop({ graceful: false })
  }

  /** Also when no jobs are done here: sending needs it. A start that fails is tried again by the next one who asks. */
  #start(): Promise<void> {
    this.#started ??= this.#boss.start().then(
      () => undefined,
      (error: unknown) => {
        this.#started = undefined
        throw error
      },
    )
    return this.#started
  }
}
