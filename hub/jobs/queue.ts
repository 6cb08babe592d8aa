import { sql } from 'drizzle-orm'
import type pg from 'pg'
import { fromDrizzle, type JobWithMetadata, PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import { JOBS_SCHEMA } from '#hub/db/job-queues.ts'
import type { PlatformTx } from '#hub/db/transact.ts'
import { sleep } from '#shared/std/retry.ts'
import type { JobData, JobName } from './queues.ts'

/**
 * Poll interval of a worker that is not woken. Polling finds jobs of processes that died, jobs sent by
 * processes that run no jobs, and failed jobs due for a retry.
 */
const POLL_SECONDS = 5
/** Time in ms that a running job has to finish during a shutdown. After that it returns to the queue. */
const STOP_PATIENCE_MS = 2000

export interface JobContext {
  /** Aborted when the job must end because the hub is stopping or the job has timed out. */
  signal: AbortSignal
  /** Number of previous tries. */
  retries: number
  /** True when the job is not retried if this run fails. */
  isLastTry: boolean
}
export type JobHandler<Name extends JobName> = (data: JobData[Name], context: JobContext) => Promise<void>

/**
 * Background jobs stored in PostgreSQL by pg-boss (hub/db/migrate-jobs.ts creates its tables). A job sent in
 * a transaction exists once the transaction commits. It runs at least once, in any hub process that runs
 * jobs.
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
      // The hub's database role owns no indexes.
      reindex: false,
      monitorVacuum: false,
    })
    this.#boss.on('error', (error) => log.warn({ err: error }, 'the job queue reports an error'))
    this.#boss.on('warning', (warning) => log.warn({ warning }, 'the job queue reports a warning'))
  }

  /** Starts running jobs of this kind, one at a time in this process. Does not wait for the database. */
  work<Name extends JobName>(name: Name, handler: JobHandler<Name>): void {
    void this.#start()
      .then(() => this.#addWorker(name, handler))
      .catch((error: unknown) =>
        this.#log.warn({ err: error, job: name }, 'jobs of this kind could not be started'),
      )
  }

  async #addWorker<Name extends JobName>(name: Name, handler: JobHandler<Name>): Promise<void> {
    const options = { pollingIntervalSeconds: POLL_SECONDS, includeMetadata: true } as const
    const id = await this.#boss.work(name, options, async ([job]: JobWithMetadata<JobData[Name]>[]) => {
      if (!job) return
      // Further queued jobs run without a pause.
      this.wake(name)
      const isLastTry = job.retryCount >= job.retryLimit
      await handler(job.data, { signal: job.signal, retries: job.retryCount, isLastTry })
    })
    this.#workers.set(name, id)
  }

  /**
   * Sends a job. With `once`, only one of several identical jobs is queued. `id` is the id of the run, random
   * by default.
   */
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

  /** Makes this process run a sent job without waiting for the next poll. Call it after the commit. */
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

  /**
   * Starts pg-boss, even in a process that runs no jobs, because sending requires it. A failed start is
   * retried by the next caller.
   */
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
