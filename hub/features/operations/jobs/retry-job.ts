import type { Tx } from '#hub/db/transact.ts'
import type { JobQueue } from '#hub/jobs/queue.ts'
import { isRetryable, type JobRow, runAgain } from '#hub/jobs/tracked-jobs.ts'
import { Problem } from '#shared/problems/problem.ts'
import { getJob } from './queries.ts'

/**
 * Retries a job. Throws `not_found`, and `job_not_retryable` when the job has not failed or its kind cannot
 * be retried.
 */
export async function retryJob(tx: Tx, id: string, jobs: JobQueue): Promise<JobRow> {
  const job = await getJob(tx, id)
  const begun = isRetryable(job) ? await runAgain(tx, jobs, id) : undefined
  if (!begun) throw new Problem('job_not_retryable', { detail: `The job is ${job.status}` })
  return begun
}
