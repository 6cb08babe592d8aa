import { and, eq, inArray, sql } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import type { HubCore } from '#hub/core.ts'
import { backgroundJobs } from '#hub/db/tables/jobs.ts'
import type { Deed } from '#hub/db/transact.ts'
import { Problem } from '#shared/problems/problem.ts'
import { deedOfJob } from './deed-of-job.ts'
import type { JobContext, JobQueue } from './queue.ts'
import type { JobData, TrackedJob } from './queues.ts'
import type { Asker, JobRow } from './tracked-jobs.ts'
import { troubleOf } from './trouble-of.ts'

/** How often a job under way writes its progress down, and sees that it is to be canceled. */
const BREATH_MS = 500

/** What the work of a job has to do with. */
export interface Run extends Pick<JobContext, 'retries' | 'isLastTry'> {
  /** Aborted when the job must end: it was canceled, the hub stops, or it has taken too long. */
  signal: AbortSignal
  /** A person wants it to end: nothing will try it again. */
  isCanceled(): boolean
  asker: Asker | null
  /**
   * For the author of a transaction that does what a person asked for: its changes stand in the audit log. Each call makes a
   * row of its own; null: nobody asked.
   */
  deed(): Deed | null
  /** People see it within a breath. */
  progress(processed: number, total?: number): void
}

/** What comes of a job, for people and programs; its members are those of the type. */
export type JobResult = Record<string, unknown>

interface Doer extends HubCore {
  jobs: JobQueue
}

/**
 * Begins to do jobs of a kind that people see (`startJob`). It is done at least once: `work` must bear being run again. What
 * `work` throws ends the job when it is a Problem that is not the hub's fault, whose words people read; anything else is
 * tried again up to the limit of the queue.
 */
export function doJobs<Name extends TrackedJob>(
  hub: Doer,
  type: Name,
  work: (data: JobData[Name], run: Run) => Promise<JobResult>,
): void {
  hub.jobs.work(type, async (data, context) => {
    const { organizationId, jobId } = data as JobData[TrackedJob]
    // Sent by an older version.
    if (!jobId) {
      const signal = AbortSignal.any([context.signal, hub.stopping])
      const untold = { asker: null, deed: () => null, isCanceled: () => false, progress: () => undefined }
      await work(data, { ...context, ...untold, signal })
      return
    }
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

  /** undefined: it was canceled, or has ended already. */
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
        ...{ retries, isLastTry, isCanceled },
        signal: AbortSignal.any([context.signal, this.#hub.stopping, this.#canceled.signal]),
        asker: id ? { id, employeeId, name } : null,
        deed: () => deedOfJob(row),
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
    await this.#set({ ...this.#told, ...values, finishedAt: new Date() })
  }

  async #breathe(): Promise<void> {
    try {
      const row = await this.#set(this.#told)
      if (!row || row.cancelRequestedAt) this.#canceled.abort()
    } catch (error) {
      this.#hub.log.warn({ err: error, job: this.#id }, 'the progress of a job was not written, will retry')
    }
  }

  get #told(): Values {
    return { processed: this.#processed, ...(this.#total !== undefined && { total: this.#total }) }
  }

  /** undefined: it has ended. */
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
