import type { Tx } from '#hub/db/transact.ts'
import { isCancelable, type JobRow, requestCancel } from '#hub/jobs/tracked-jobs.ts'
import { Problem } from '#shared/problems/problem.ts'
import { getJob } from './queries.ts'

/**
 * Cancels a queued job, or requests the cancellation of a running one. Throws `not_found`, and
 * `job_not_cancelable` when the job has ended or its kind cannot be canceled.
 */
export async function cancelJob(tx: Tx, id: string): Promise<JobRow> {
  const job = await getJob(tx, id)
  const canceled = isCancelable(job) ? await requestCancel(tx, id) : undefined
  if (!canceled) throw new Problem('job_not_cancelable', { detail: `The job is ${job.status}` })
  return canceled
}
