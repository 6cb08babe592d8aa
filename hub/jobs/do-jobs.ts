import { and, eq, inArray, sql } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import type { HubCore } from '#hub/core.ts'
import { backgroundJobs } from '#hub/db/tables/jobs.ts'
import type { Command } from '#hub/db/transact.ts'
import { Problem } from '#shared/problems/problem.ts'
import { commandOfJob } from './command-of-job.ts'
import type { JobContext, JobQueue } from './queue.ts'
import type { JobData, TrackedJob } from './queues.ts'
import { type JobRow, type Requester, troubleOf } from './tracked-jobs.ts'

/** Interval in ms at which a running job saves its progress and checks for cancellation. */
const BREATH_MS = 500

/** Context of a running job. */
export interface Run extends Pick<JobContext, 'retries' | 'isLastTry'> {
  /** Aborted when the job must end because it was canceled, the hub is stopping, or the job has timed out. */
  signal: AbortSignal
  /** True when a user has canceled the job. It is then not retried. */
  isCanceled(): boolean
  requester: Requester | null
  /**
   * Returns the command for a transaction, so that its changes are logged in the name of the requesting user.
   * Each call creates a separate log row. Returns null when no user requested the job.
   */
  command(): Command | null
  /** Reports progress, which becomes visible to users within `BREATH_MS`. */
  progress(processed: number, total?: number): void
}

/** Result of a job. Its members depend on the type of the job. */
export type JobResult = Record<string, unknown>

interface Doer extends HubCore {
  jobs: JobQueue
}

/**
 * Starts handling jobs of a kind visible to users (`startJob`). A job runs at least once, so `work` must be
 * idempotent. A Problem other than an internal error ends the job, and its message is shown to users. Other
 * errors are retried up to the queue's limit.
 */
export function doJobs<Name extends TrackedJob>(
  hub: Doer,
  type: Name,
  work: (data: JobData[Name], run: Run) => Promise<JobResult>,
): void {
  hub.jobs.work(type, async (data, context) => {
    const { organizationId, jobId } = data as JobData[TrackedJob]
    const job = new TrackedRun(hub, organizationId, jobId)
    const row = await job.begin()
    if (row) await job.follow(row, context, (run) => work(data, run))
  })
}

class TrackedRun {
  readonly #hub: Doer
  readonly #organizationId: string
  readonly #id: string
  readonly #canceled = new AbortController()
  #processed = 0
  #total: number | undefined

  constructor(hub: Doer, organizationId: string, id: string) {
    this.#hub = hub
    this.#organizationId = organizationId
    this.#id = id
  }

  /** Marks the job as running. Returns undefined when it was canceled or has already ended. */
  begin(): Promise<JobRow | undefined> {
    return this.#set({ status: 'Running', startedAt: sql`coalesce(${backgroundJobs.startedAt}, now())` })
  }

  async follow(row: JobRow, context: JobContext, work: (run: Run) => Promise<JobResult>): Promise<void> {
    const { retries, isLastTry } = context
    const { askedById: id, askedByEmployeeId: employeeId, askedByName: name } = row
    const isCanceled = () => this.#canceled.signal.aborted
    const breath = setInterval(() => void this.#breathe(), BREATH_MS)
    try {
      const result = await work({
        retries,
        isLastTry,
        isCanceled,
        signal: AbortSignal.any([context.signal, this.#hub.stopping, this.#canceled.signal]),
        requester: id ? { id, employeeId, name } : null,
        command: () => commandOfJob(row),
        progress: (processed, total = this.#total) => {
          this.#processed = processed
          this.#total = total
        },
      })
      await this.#end({ status: 'Succeeded', result, message: null, problem: null })
    } catch (error) {
      await this.#fail(error, isLastTry)
    } finally {
      clearInterval(breath)
    }
  }

  async #fail(error: unknown, isLastTry: boolean): Promise<void> {
    if (this.#canceled.signal.aborted) return this.#end({ status: 'Canceled' })
    if (error instanceof Problem && error.status < 500)
      return this.#end({ status: 'Failed', ...troubleOf(error) })
    if (!isLastTry) {
      await this.#set({ status: 'Queued', ...troubleOf(new Problem('job_tried_again')) })
      throw error
    }
    this.#hub.log.error({ err: error, job: this.#id }, 'a job has failed')
    const problem = new Problem(this.#hub.stopping.aborted ? 'job_interrupted' : 'job_broke')
    return this.#end({ status: 'Failed', ...troubleOf(problem) })
  }

  async #end(values: Values): Promise<void> {
    await this.#set({ ...this.#reported, ...values, finishedAt: new Date() })
  }

  async #breathe(): Promise<void> {
    try {
      const row = await this.#set(this.#reported)
      if (!row || row.cancelRequestedAt) this.#canceled.abort()
    } catch (error) {
      this.#hub.log.warn({ err: error, job: this.#id }, 'the progress of a job was not written, will retry')
    }
  }

  get #reported(): Values {
    return { processed: this.#processed, ...(this.#total !== undefined && { total: this.#total }) }
  }

  /** Updates the job. Returns undefined when it has ended. */
  #set(values: Values): Promise<JobRow | undefined> {
    const { id, organizationId, status } = backgroundJobs
    return this.#hub.db.transact(this.#organizationId, async (tx) => {
      const [row] = await tx
        .update(backgroundJobs)
        .set(values)
        .where(
          and(
            eq(organizationId, this.#organizationId),
            eq(id, this.#id),
            inArray(status, ['Queued', 'Running']),
          ),
        )
        .returning()
      return row
    })
  }
}

type Values = PgUpdateSetSource<typeof backgroundJobs>
