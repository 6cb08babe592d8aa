import { and, eq, inArray, sql } from 'drizzle-orm'
import type { HubCore } from '#hub/core.ts'
import { backgroundJobs } from '#hub/db/tables/jobs.ts'
import type { Tx } from '#hub/db/transact.ts'
import type { JobTrouble } from '#shared/contracts/organization/jobs.ts'
import { Problem } from '#shared/problems/problem.ts'
import { newId } from '#shared/std/ids.ts'
import { must } from '#shared/std/must.ts'
import type { JobQueue } from './queue.ts'
import { type JobData, TRACKED_JOBS, type TrackedJob } from './queues.ts'

export type JobRow = typeof backgroundJobs.$inferSelect

/** Input of a kind of job besides the common ids. */
type JobInput<Name extends TrackedJob> = Omit<JobData[Name], 'organizationId' | 'jobId'>

/** User who requested a job. */
export interface Requester {
  id: string
  employeeId: string | null
  name: string | null
}

export interface NewJob<Name extends TrackedJob> {
  type: Name
  input: JobInput<Name>
  /** Requesting user, such as the actor of a route. Null when no user requested the job. */
  requester: Requester | null
  total?: number
  /**
   * Deduplication key. While a job of this kind with the same key is queued or running, that job is returned
   * and no second one is started.
   */
  onceKey?: string
}

/**
 * Starts a background job visible to users. Its row and its run exist once `tx` commits. Call
 * `hub.jobs.wake(type)` after the commit. The job belongs to the organization of `tx`. Use
 * `hub.db.transact(NIL, ...)` for a job of the whole platform. A new kind needs an entry in `JobData`,
 * `QUEUES` and `TRACKED_JOBS` (queues.ts), and a `doJobs` handler (do-jobs.ts) in processes that run jobs.
 */
export async function startJob<Name extends TrackedJob>(
  tx: Tx,
  jobs: JobQueue,
  { type, input, requester, total, onceKey }: NewJob<Name>,
): Promise<JobRow> {
  const { organizationId } = tx
  const [row] = await tx
    .insert(backgroundJobs)
    .values({
      organizationId,
      id: newId(),
      runId: newId(),
      type,
      input: input as Record<string, unknown>,
      ...(total !== undefined && { total }),
      onceKey: onceKey ?? null,
      ...(requester && {
        askedById: requester.id,
        askedByEmployeeId: requester.employeeId,
        askedByName: requester.name,
      }),
    })
    .onConflictDoNothing()
    .returning()
  if (row) {
    await sendRun(tx, jobs, row)
    return row
  }
  const [open] = await tx
    .select()
    .from(backgroundJobs)
    .where(
      and(
        eq(backgroundJobs.organizationId, organizationId),
        eq(backgroundJobs.type, type),
        eq(backgroundJobs.onceKey, must(onceKey)),
        inArray(backgroundJobs.status, ['Queued', 'Running']),
      ),
    )
  // The other job has ended in the meantime.
  return open ?? startJob(tx, jobs, { type, input, requester, ...(onceKey && { onceKey }) })
}

function sendRun(tx: Tx, jobs: JobQueue, { type, input, id, runId }: JobRow): Promise<void> {
  const data = { organizationId: tx.organizationId, jobId: id, ...input } as unknown as JobData[TrackedJob]
  return jobs.send(tx, type as TrackedJob, data, { id: runId })
}

const isOwn = (tx: Tx, id: string) =>
  and(eq(backgroundJobs.organizationId, tx.organizationId), eq(backgroundJobs.id, id))

export async function findJob(tx: Tx, id: string): Promise<JobRow | undefined> {
  const [row] = await tx.select().from(backgroundJobs).where(isOwn(tx, id))
  return row
}

const abilitiesOf = ({ type }: JobRow) =>
  TRACKED_JOBS[type as TrackedJob] ?? { isCancelable: false, isRetryable: false }

/**
 * True when the job can be canceled. A queued job ends at once. A running job ends the next time it saves its
 * progress.
 */
export const isCancelable = (job: JobRow): boolean =>
  abilitiesOf(job).isCancelable &&
  (job.status === 'Queued' || (job.status === 'Running' && job.cancelRequestedAt === null))

export const isRetryable = (job: JobRow): boolean =>
  abilitiesOf(job).isRetryable && (job.status === 'Failed' || job.status === 'Canceled')

/**
 * Cancels a queued job, or requests the cancellation of a running one. Returns undefined when the job has
 * already ended.
 */
export async function requestCancel(tx: Tx, id: string): Promise<JobRow | undefined> {
  const isQueued = sql`${backgroundJobs.status} = 'Queued'`
  const [row] = await tx
    .update(backgroundJobs)
    .set({
      cancelRequestedAt: sql`now()`,
      status: sql`CASE WHEN ${isQueued} THEN 'Canceled' ELSE ${backgroundJobs.status} END`,
      finishedAt: sql`CASE WHEN ${isQueued} THEN now() END`,
    })
    .where(and(isOwn(tx, id), inArray(backgroundJobs.status, ['Queued', 'Running'])))
    .returning()
  return row
}

/** Starts the job again with the same input. Returns undefined when another request has already done so. */
export async function runAgain(tx: Tx, jobs: JobQueue, id: string): Promise<JobRow | undefined> {
  const [row] = await tx
    .update(backgroundJobs)
    .set({
      status: 'Queued',
      runId: newId(),
      processed: 0,
      message: null,
      problem: null,
      result: null,
      cancelRequestedAt: null,
      startedAt: null,
      finishedAt: null,
    })
    .where(and(isOwn(tx, id), inArray(backgroundJobs.status, ['Failed', 'Canceled'])))
    .returning()
  if (row) await sendRun(tx, jobs, row)
  return row
}

/** Marks jobs as failed when their process died during the last try. */
export async function failStranded({ db, stopping }: Pick<HubCore, 'db' | 'stopping'>): Promise<void> {
  const { rows } = await db.platform((tx) =>
    tx.execute<{ organization: string; id: string; run: string }>(sql`
      SELECT organization_id AS organization, id, run_id AS run FROM platform_stranded_jobs()`),
  )
  for (const { organization, id, run } of rows) {
    if (stopping.aborted) return
    await db.transact(organization, (tx) =>
      tx
        .update(backgroundJobs)
        .set({ status: 'Failed', ...troubleOf(new Problem('job_interrupted')), finishedAt: new Date() })
        .where(
          and(
            isOwn(tx, id),
            eq(backgroundJobs.runId, run),
            inArray(backgroundJobs.status, ['Queued', 'Running']),
          ),
        ),
    )
  }
}

/**
 * Returns the data of a Problem to be stored with a job: the message, and the code and members from which a
 * page composes the message in its own language.
 */
export function troubleOf({ code, options, message }: Problem): JobTrouble {
  const errors = options.errors?.slice(0, 1)
  return { message, problem: { ...options.extensions, ...(errors && { errors }), code } }
}
