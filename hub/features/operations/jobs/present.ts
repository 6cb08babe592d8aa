import { isCancelable, isRetryable, type JobRow } from '#hub/jobs/tracked-jobs.ts'
import type { BackgroundJob } from '#shared/contracts/organization/jobs.ts'

export function presentJob(row: JobRow): BackgroundJob {
  return {
    id: row.id,
    type: row.type,
    subjectId: subjectOf(row),
    status: row.status,
    progress: progressOf(row),
    total: row.total,
    processed: row.processed,
    message: row.message,
    problem: row.problem,
    result: row.result,
    askedById: row.askedById,
    askedByName: row.askedByName,
    isCancelable: isCancelable(row),
    isRetryable: isRetryable(row),
    createdAt: row.createdAt.toISOString(),
    startedAt: row.startedAt?.toISOString() ?? null,
    finishedAt: row.finishedAt?.toISOString() ?? null,
  }
}

/** Returns the progress in percent. Reports 100 only after success. */
function progressOf({ status, processed, total }: JobRow): number {
  if (status === 'Succeeded') return 100
  return total ? Math.min(99, Math.floor((processed / total) * 100)) : 0
}

/** Returns the record id in the job's input, if any. */
function subjectOf({ input }: JobRow): string | null {
  const [id] = Object.values(input)
  return typeof id === 'string' ? id : null
}
